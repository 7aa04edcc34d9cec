// A client for the simulator's own tests. It signs with the simulator's code, which the published vectors verify; other
// tests check the connector's signer against the simulator.
import type { Credentials } from '#test/netsuite/auth/credentials.ts'
import { percentEncode } from '#test/netsuite/auth/percent.ts'
import type { NetSuite } from '#test/netsuite/server.ts'
import { signatureOf } from '#test/netsuite/auth/signature.ts'

/** The clock of the simulated account in tests. */
export const NOW = 1_700_000_000_000

/** A page of a query's answer. */
export interface PageBody {
  readonly links: { rel: string; href: string }[]
  readonly count: number
  readonly hasMore: boolean
  readonly items: (Record<string, string> & { links: [] })[]
  readonly offset: number
  readonly totalResults: number
}

/** An error in the shape of NetSuite. */
export interface ErrorBody {
  readonly type: string
  readonly title: string
  readonly status: number
  readonly 'o:errorDetails': Record<string, string>[]
}

export interface Send {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly nonce?: string
  readonly signal?: AbortSignal
}

let nonces = 0

/** An `Authorization` header for one request. */
export function authorize(
  method: string,
  url: string,
  credentials: Credentials,
  nonce = `nonce-${(nonces += 1)}`,
): string {
  const parameters = {
    realm: credentials.accountId,
    oauth_consumer_key: credentials.consumerKey,
    oauth_token: credentials.tokenId,
    oauth_signature_method: 'HMAC-SHA256',
    oauth_timestamp: String(NOW / 1000),
    oauth_nonce: nonce,
    oauth_version: '1.0',
  }
  const signed = {
    ...parameters,
    oauth_signature: signatureOf({ method, url }, parameters, credentials),
  }
  const pairs = Object.entries(signed).map(([name, value]) => `${name}="${percentEncode(value)}"`)
  return `OAuth ${pairs.join(', ')}`
}

/** Sends a signed request to a path of the account. */
export function send(netSuite: NetSuite, path: string, options: Send = {}): Promise<Response> {
  const { method = 'GET', body, headers = {}, nonce, signal } = options
  const url = `${netSuite.url}${path}`
  const authorization = authorize(method, url, netSuite.credentials, nonce)
  return fetch(url, {
    method,
    headers: { 'content-type': 'application/json', ...headers, authorization },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  })
}

/** Sends a query and returns any answer. */
export function sendQuery(
  netSuite: NetSuite,
  q: string,
  parameters = '',
  options: Send = {},
): Promise<Response> {
  const headers = { prefer: 'transient', ...options.headers }
  const path = `/services/rest/query/v1/suiteql${parameters}`
  return send(netSuite, path, { ...options, method: 'POST', body: { q }, headers })
}

/** Sends a query that must succeed. */
export async function query(netSuite: NetSuite, q: string, parameters = ''): Promise<PageBody> {
  const response = await sendQuery(netSuite, q, parameters)
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as PageBody
}

/** The first error of an answer, with its status. */
export async function readError(response: Response): Promise<{ status: number; code: string }> {
  const { 'o:errorDetails': details } = (await response.json()) as ErrorBody
  return { status: response.status, code: details[0]?.['o:errorCode'] ?? '' }
}
