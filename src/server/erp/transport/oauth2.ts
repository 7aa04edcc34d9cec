/**
 * Authenticates requests to NetSuite with OAuth 2.0 client credentials: a certificate instead of a token
 * (erp.md section 3).
 */
import { constants, type KeyObject, sign } from 'node:crypto'
import { faultOf, type HttpAnswer, refusalOf } from '#server/erp/transport/http-answer.ts'
import { allowedAddress, serviceUrl } from '#server/erp/transport/client.ts'
import { createHttpTransport } from '#server/erp/transport/http-transport.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import type { Signer } from '#server/erp/transport/oauth.ts'

/** The values of ERP_OAUTH2_CLIENT_ID, ERP_OAUTH2_CERTIFICATE_ID and ERP_OAUTH2_KEY. */
export interface OAuth2Credentials {
  readonly clientId: string
  /** NetSuite's id of the certificate. */
  readonly certificateId: string
  /** RSA, or the elliptic curve P-256. */
  readonly privateKey: KeyObject
}

export interface OAuth2Deps {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly nonce: () => string
  /** Entries of `ERP_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
  /** Aborts a token request. */
  readonly signal: AbortSignal
}

/** Access tokens, shared by all clients of the account until they expire. */
export interface OAuth2Tokens {
  signerFor(baseUrl: string, credentials: OAuth2Credentials): Signer
}

/** Signing keys must be of one of these kinds. */
export function assertionAlgorithm(key: KeyObject): 'PS256' | 'ES256' | null {
  if (key.asymmetricKeyType === 'rsa') return 'PS256'
  const isP256 = key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  return key.asymmetricKeyType === 'ec' && isP256 ? 'ES256' : null
}

const ASSERTION_LIFETIME_S = 300
/** A token is renewed a little early, so that it does not expire on the way. */
const RENEW_BEFORE_MS = 60_000
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

interface Token {
  readonly value: string
  readonly endsAt: number
  /** How many requests have used it. */
  uses: number
}

export function oauth2Tokens(deps: OAuth2Deps): OAuth2Tokens {
  const known = new Map<string, Promise<Token>>()

  async function tokenOf(baseUrl: string, credentials: OAuth2Credentials): Promise<Token> {
    const owner = ownerOf(baseUrl, credentials)
    const present = known.get(owner)
    const token = await present?.catch(() => null)
    if (token && token.endsAt - RENEW_BEFORE_MS > deps.now()) return token
    // Another caller that waited for the same token may have requested a new one meanwhile.
    const other = known.get(owner)
    if (other && other !== present) return tokenOf(baseUrl, credentials)
    const asked = askForToken(baseUrl, credentials, deps)
    known.set(owner, asked)
    return asked
  }

  return {
    signerFor: (baseUrl, credentials) => {
      let used: Token | null = null
      return {
        sign: async () => {
          used = await tokenOf(baseUrl, credentials)
          used.uses += 1
          return { Authorization: `Bearer ${used.value}` }
        },
        renew: () => {
          if (!used || used.uses < 2) return false
          known.delete(ownerOf(baseUrl, credentials))
          return true
        },
      }
    },
  }
}

/** A token belongs to an address and a certificate: one that is replaced signs no more requests. */
function ownerOf(baseUrl: string, { clientId, certificateId }: OAuth2Credentials): string {
  return [baseUrl, clientId, certificateId].join(' ')
}

/** @throws ErpFault */
async function askForToken(
  baseUrl: string,
  credentials: OAuth2Credentials,
  { allowedHosts, nonce, now, signal }: OAuth2Deps,
): Promise<Token> {
  const address = allowedAddress(baseUrl, allowedHosts)
  const url = serviceUrl(address.url, 'auth/oauth2/v1/token')
  const askedAt = now()
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: assertion(url.href, credentials, { askedAt, nonce }),
  })
  const exchange = createHttpTransport(address)
  try {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const answer = await exchange.send('POST', url, headers, body.toString(), signal)
    return readToken(answer, askedAt)
  } finally {
    exchange.close()
  }
}

/** A JSON Web Token, signed with the key of the certificate (RFC 7523). */
function assertion(
  audience: string,
  { certificateId, clientId, privateKey }: OAuth2Credentials,
  { askedAt, nonce }: { readonly askedAt: number; readonly nonce: () => string },
): string {
  const alg = assertionAlgorithm(privateKey)
  const iat = Math.floor(askedAt / 1000)
  const payload = {
    iss: clientId,
    scope: 'rest_webservices',
    aud: audience,
    iat,
    exp: iat + ASSERTION_LIFETIME_S,
    jti: nonce(),
  }
  const signed = [{ typ: 'JWT', alg, kid: certificateId }, payload]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.')
  const how =
    alg === 'PS256'
      ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
      : { dsaEncoding: 'ieee-p1363' as const }
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, ...how })
  return `${signed}.${signature.toString('base64url')}`
}

function readToken(answer: HttpAnswer, askedAt: number): Token {
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw new ErpFault('refused', refusalOf(answer.date, askedAt, erpSentences.refusedCertificate))
  if (answer.status !== 200) throw faultOf(answer, askedAt)
  const body = parseJson(answer.text)
  const value = body['access_token']
  const lifetimeS = Number(body['expires_in'])
  if (typeof value !== 'string' || value === '' || !(lifetimeS > 0))
    throw new ErpFault('bad-answer', erpSentences.unreadable)
  return { value, endsAt: askedAt + lifetimeS * 1000, uses: 0 }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
