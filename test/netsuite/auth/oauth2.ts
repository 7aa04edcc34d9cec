// Checks OAuth 2.0 client credentials: a JSON Web Token signed with the key of a certificate is exchanged for an
// access token (erp.md section 3). It shares no code with the connector's signer.
import { constants, createPublicKey, randomBytes, verify } from 'node:crypto'
import type { Call } from '#test/netsuite/call.ts'
import type { Reply } from '#test/netsuite/errors.ts'

export const TOKEN_PATH = '/services/rest/auth/oauth2/v1/token'

/** A certificate that is registered for an integration. */
export interface Certificate {
  readonly clientId: string
  readonly certificateId: string
  /** PEM, of the key or of its certificate. */
  readonly publicKey: string
}

/** Access tokens of the account. */
export interface AccessTokens {
  /** Answers a request for a token. */
  issue(call: Call, now: number): Reply
  /** The reason why a bearer header is refused; null when it is valid. */
  faultOf(authorization: string, now: number): string | null
  /** Uploads a certificate, as an administrator does; it replaces the one before. */
  register(certificate: Certificate): void
  /** Revokes all tokens. */
  revoke(): void
  readonly issued: number
}

const LIFETIME_S = 3_600
const MAX_ASSERTION_S = 3_600
const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

export function createAccessTokens(first: Certificate | null): AccessTokens {
  let certificate = first
  const living = new Map<string, number>()
  let issued = 0
  return {
    issue: (call, now) => {
      const fault = certificate
        ? assertionFault(call, certificate, now)
        : 'the account has no certificate'
      if (fault !== null) return refusal(fault)
      const token = randomBytes(24).toString('base64url')
      living.set(token, now + LIFETIME_S * 1000)
      issued += 1
      const body = { access_token: token, expires_in: String(LIFETIME_S), token_type: 'Bearer' }
      return { status: 200, headers: { 'content-type': 'application/json' }, body }
    },
    faultOf: (authorization, now) => {
      const endsAt = living.get(authorization.replace(/^Bearer /, ''))
      if (endsAt === undefined) return 'access token is unknown'
      return endsAt > now ? null : 'access token has expired'
    },
    register: (uploaded) => {
      certificate = uploaded
    },
    revoke: () => living.clear(),
    get issued() {
      return issued
    },
  }
}

function refusal(why: string): Reply {
  const body = { error: 'invalid_grant', error_description: why }
  return { status: 400, headers: { 'content-type': 'application/json' }, body }
}

function assertionFault(call: Call, certificate: Certificate, now: number): string | null {
  const form = new URLSearchParams(call.text)
  if (form.get('grant_type') !== 'client_credentials') return 'grant_type is not client_credentials'
  if (form.get('client_assertion_type') !== ASSERTION_TYPE) return 'client_assertion_type is wrong'
  const [head = '', payload = '', signature = '', ...more] = (
    form.get('client_assertion') ?? ''
  ).split('.')
  if (more.length > 0) return 'the assertion has more than three parts'
  const header = readPart(head)
  const claims = readPart(payload)
  const { alg } = header
  if (header['typ'] !== 'JWT') return 'typ is not JWT'
  if (header['kid'] !== certificate.certificateId) return 'kid is not the id of a certificate'
  if (alg !== 'PS256' && alg !== 'ES256') return 'alg is not allowed'
  if (claims['iss'] !== certificate.clientId) return 'iss is not the client id'
  if (claims['aud'] !== call.url) return 'aud is not the token endpoint'
  if (!String(claims['scope']).split(/[ ,]/).includes('rest_webservices')) return 'scope is missing'
  const [iat, exp] = [Number(claims['iat']), Number(claims['exp'])]
  const nowS = now / 1000
  if (!(exp > nowS && iat <= nowS + 300)) return 'the assertion is not valid at this time'
  if (!(exp - iat < MAX_ASSERTION_S)) return 'the assertion lives too long'
  const key = createPublicKey(certificate.publicKey)
  const how =
    alg === 'PS256'
      ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 }
      : { key, dsaEncoding: 'ieee-p1363' as const }
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${payload}`),
    how,
    Buffer.from(signature, 'base64url'),
  )
  return isRight ? null : 'the signature is not that of the certificate'
}

function readPart(part: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}
