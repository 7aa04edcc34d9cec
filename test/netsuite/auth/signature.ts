// Checks OAuth 1.0a signatures. It shares no code with the connector's signer, so that a mistake in one is not
// repeated in the other.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Credentials } from '#test/netsuite/auth/credentials.ts'
import { percentDecode, percentEncode, queryPairs, splitOnce } from '#test/netsuite/auth/percent.ts'

/** The largest difference between a timestamp and the clock of the account. */
export const TIMESTAMP_TOLERANCE_S = 300

const NONCE_LENGTH = { min: 6, max: 64 }
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }
const NAMES = [
  'realm',
  'oauth_consumer_key',
  'oauth_token',
  'oauth_signature_method',
  'oauth_timestamp',
  'oauth_nonce',
  'oauth_version',
  'oauth_signature',
] as const

const UNSIGNED = new Set<string>(['realm', 'oauth_signature'])

/** The decoded parameters of an `Authorization: OAuth` header. */
export type OAuthParameters = Record<(typeof NAMES)[number], string>

/** A request as received. */
export interface SignedRequest {
  readonly method: string
  /** Absolute URL with query. */
  readonly url: string
  readonly authorization: string | undefined
}

/** The account's side of a login. */
export interface SignatureCheck {
  readonly credentials: Credentials
  /** Milliseconds since the epoch. */
  readonly now: number
  /** All accepted nonces; the check adds to them. */
  readonly usedNonces: Set<string>
}

/** The reason why a signature is refused, for the log of the simulator; null when it is valid. */
export function signatureFault(request: SignedRequest, check: SignatureCheck): string | null {
  const parameters = readHeader(request.authorization)
  if (typeof parameters === 'string') return parameters
  const fault = parameterFault(parameters, check)
  if (fault !== null) return fault
  const expected = signatureOf(request, parameters, check.credentials)
  if (!sameText(expected, parameters.oauth_signature)) return 'signature does not match'
  if (check.usedNonces.has(parameters.oauth_nonce)) return 'nonce was used before'
  check.usedNonces.add(parameters.oauth_nonce)
  return null
}

/** The signature that a request with these parameters must have, in base64. */
export function signatureOf(
  request: Pick<SignedRequest, 'method' | 'url'>,
  given: Omit<OAuthParameters, 'oauth_signature'>,
  credentials: Credentials,
): string {
  const [address, query] = splitOnce(request.url, '?')
  const signed = Object.entries(given).filter(([name]) => !UNSIGNED.has(name))
  const pairs = [...signed, ...queryPairs(query)]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted((a, b) => compare(a[0], b[0]) || compare(a[1], b[1]))
    .map(([name, value]) => `${name}=${value}`)
  const base = [request.method.toUpperCase(), normalAddress(address), pairs.join('&')]
  const key = [credentials.consumerSecret, credentials.tokenSecret].map(percentEncode).join('&')
  return createHmac('sha256', key).update(base.map(percentEncode).join('&')).digest('base64')
}

function parameterFault(given: OAuthParameters, check: SignatureCheck): string | null {
  const { credentials } = check
  if (given.realm !== credentials.accountId) return 'realm is not the account id'
  if (given.oauth_consumer_key !== credentials.consumerKey) return 'consumer key is unknown'
  if (given.oauth_token !== credentials.tokenId) return 'token is unknown'
  if (given.oauth_signature_method !== 'HMAC-SHA256') return 'signature method is not HMAC-SHA256'
  if (given.oauth_version !== '1.0') return 'version is not 1.0'
  const { length } = given.oauth_nonce
  if (length < NONCE_LENGTH.min || length > NONCE_LENGTH.max) return 'nonce length is not 6 to 64'
  if (!/^\d+$/.test(given.oauth_timestamp)) return 'timestamp is not a number'
  const skew = Math.abs(Number(given.oauth_timestamp) - check.now / 1000)
  return skew > TIMESTAMP_TOLERANCE_S ? 'timestamp is too far from the clock' : null
}

/** The parameters of the header, or the reason why it is malformed. */
function readHeader(header: string | undefined): OAuthParameters | string {
  if (header === undefined) return 'no authorization header'
  const [scheme, rest] = splitOnce(header, ' ')
  if (scheme.toLowerCase() !== 'oauth') return 'scheme is not OAuth'
  const found = new Map<string, string>()
  for (const part of rest.split(',')) {
    const match = /^\s*([a-z_]+)="([^"]*)"\s*$/.exec(part)
    if (match?.[1] === undefined || match[2] === undefined) return 'header cannot be read'
    if (found.has(match[1])) return `${match[1]} is given twice`
    found.set(match[1], percentDecode(match[2]))
  }
  const unknown = [...found.keys()].find((name) => !NAMES.some((known) => known === name))
  if (unknown !== undefined) return `${unknown} is not expected`
  const missing = NAMES.find((name) => !found.has(name))
  if (missing !== undefined) return `${missing} is missing`
  return Object.fromEntries(found) as OAuthParameters
}

/** Scheme and host in lower case, without the port that the scheme implies (RFC 5849, 3.4.1.2). */
function normalAddress(address: string): string {
  const [scheme, rest] = splitOnce(address, '//')
  const slash = rest.indexOf('/')
  const authority = (slash < 0 ? rest : rest.slice(0, slash)).toLowerCase()
  const path = slash < 0 ? '/' : rest.slice(slash)
  const protocol = scheme.toLowerCase()
  const [host, port] = splitOnce(authority, ':')
  return `${protocol}//${port === DEFAULT_PORTS[protocol] ? host : authority}${path}`
}

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

/** Compares digests of equal length, so that the time taken reveals nothing about the texts. */
function sameText(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => createHmac('sha256', 'compare').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}
