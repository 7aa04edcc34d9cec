/** Signs requests to NetSuite with OAuth 1.0a, token-based authentication (erp.md section 3). */
import { createHmac } from 'node:crypto'

/** Authenticates requests (decisions/server/erp-pulls.md). */
export interface Signer {
  /**
   * The headers of one request. Every attempt needs new ones, because NetSuite refuses a nonce that it has
   * seen.
   * @param request its url is absolute and includes the query, which is signed too
   */
  sign(request: { readonly method: string; readonly url: string }): Promise<Record<string, string>>
  /** Drops refused credentials; whether another attempt would use new ones. */
  renew?(): boolean
}

/** The credentials of token-based authentication. */
export interface OAuth1Credentials {
  /** With an upper-case sandbox suffix, or as in a host name: `1234567_SB1`, `1234567-sb1`. */
  readonly accountId: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly tokenId: string
  readonly tokenSecret: string
}

/** The dependencies of a signature. */
export interface OAuth1Deps {
  /** Milliseconds since 1970; NetSuite tolerates a difference of five minutes. */
  readonly now: () => number
  /** 6 to 64 letters and digits, never repeated. */
  readonly nonce: () => string
}

/** OAuth 1.0a with HMAC-SHA256, the only method that NetSuite accepts (RFC 5849 section 3.4). */
export function oauth1Signer(credentials: OAuth1Credentials, { now, nonce }: OAuth1Deps): Signer {
  const key = `${percentEncode(credentials.consumerSecret)}&${percentEncode(credentials.tokenSecret)}`
  return {
    sign: async ({ method, url }) => {
      const oauth = {
        oauth_consumer_key: credentials.consumerKey,
        oauth_nonce: nonce(),
        oauth_signature_method: 'HMAC-SHA256',
        oauth_timestamp: String(Math.floor(now() / 1000)),
        oauth_token: credentials.tokenId,
        oauth_version: '1.0',
      }
      const base = signatureBase(method, new URL(url), Object.entries(oauth))
      const oauth_signature = createHmac('sha256', key).update(base).digest('base64')
      // The realm names the account and is not signed.
      const parameters = { realm: realmOf(credentials.accountId), ...oauth, oauth_signature }
      const fields = Object.entries(parameters).map(
        ([name, value]) => `${name}="${percentEncode(value)}"`,
      )
      return { Authorization: `OAuth ${fields.join(', ')}` }
    },
  }
}

/** The account in the notation of the realm; host names use `1234567-sb1` (erp.md section 1). */
export function realmOf(accountId: string): string {
  return accountId.trim().toUpperCase().replaceAll('-', '_')
}

/** Percent-encodes everything except the unreserved characters of RFC 3986, including `! ' ( ) *`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function signatureBase(method: string, url: URL, oauth: readonly [string, string][]): string {
  const parameters = [...oauth, ...url.searchParams]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    .toSorted(([a, aValue], [b, bValue]) => compare(a, b) || compare(aValue, bValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, parameters]
    .map(percentEncode)
    .join('&')
}

/** By character code, not by locale: the order must be the same everywhere. */
function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
