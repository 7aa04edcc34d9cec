/**
 * The OAuth 2.0 connection that is saved in ERP Setup: the client, NetSuite's id of the certificate, and the key pair,
 * which this server makes or a super admin uploads (decisions/server/erp-addresses.md).
 */
import { createPrivateKey, webcrypto, X509Certificate } from 'node:crypto'
import { PRODUCT_NAME } from '#contract/constants.ts'
import { settingPurpose } from '#server/db/repositories/settings.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import { assertionAlgorithm, type OAuth2Credentials } from '#server/erp/transport/oauth2.ts'

/** The names under which the parts are sealed. A new key waits until NetSuite's id of its certificate is saved. */
export const OAUTH2_SETTINGS = {
  way: 'NETSUITE_SIGN_IN',
  clientId: 'NETSUITE_OAUTH2_CLIENT_ID',
  certificateId: 'NETSUITE_OAUTH2_CERTIFICATE_ID',
  key: 'NETSUITE_OAUTH2_KEY',
  certificate: 'NETSUITE_OAUTH2_CERTIFICATE',
  nextKey: 'NETSUITE_OAUTH2_NEXT_KEY',
  nextCertificate: 'NETSUITE_OAUTH2_NEXT_CERTIFICATE',
} as const

/** Opens what was sealed for a purpose. Throws if the key is another one. */
export type Unseal = (purpose: string, sealed: string) => string

/** How this server signs in to NetSuite. */
export type SignInWay = 'oauth2' | 'token'

/** A key pair with its self-signed certificate, as PEM. */
export interface KeyPair {
  readonly key: string
  readonly certificate: string
}

/** NetSuite accepts certificates of at most two years. */
const LIFETIME_DAYS = 730
const DAY_MS = 86_400_000
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/**
 * Makes a key on the curve P-256 and a certificate of two years for it.
 * @param now ms since 1970
 */
export async function makeKeyPair(now: number): Promise<KeyPair> {
  const { BasicConstraintsExtension, X509CertificateGenerator } = await x509Library()
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${PRODUCT_NAME}`,
      // The clocks of two machines differ.
      notBefore: new Date(now - DAY_MS),
      notAfter: new Date(now + (LIFETIME_DAYS - 1) * DAY_MS),
      signingAlgorithm: ALGORITHM,
      keys,
      extensions: [new BasicConstraintsExtension(false)],
    },
    webcrypto,
  )
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  return {
    key: String(key.export({ type: 'pkcs8', format: 'pem' })),
    certificate: certificate.toString('pem'),
  }
}

/** Loaded on demand, because it takes a tenth of a start. It expects `reflect-metadata` to be there first. */
async function x509Library() {
  await import('reflect-metadata')
  return import('@peculiar/x509')
}

/** Whether a text is a private key that NetSuite accepts, as PEM. */
export function isUsableKey(pem: string): boolean {
  try {
    return assertionAlgorithm(createPrivateKey(pem)) !== null
  } catch {
    return false
  }
}

/** When a certificate ends, ISO 8601; null if it cannot be read. */
export function endOfCertificate(pem: string): string | null {
  try {
    return new Date(new X509Certificate(pem).validTo).toISOString()
  } catch {
    return null
  }
}

/** Whether a certificate belongs to a private key. */
export function belongsTogether(certificate: string, key: string): boolean {
  try {
    return new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key))
  } catch {
    return false
  }
}

/** The way that was saved last; the token if none was. */
export function savedWay(sealed: ReadonlyMap<string, string>, unseal: Unseal): SignInWay {
  return opened(OAUTH2_SETTINGS.way, sealed, unseal) === 'oauth2' ? 'oauth2' : 'token'
}

/** The saved credentials; null if a part is missing. @throws ErpFault `not-configured` */
export function savedOAuth2(
  sealed: ReadonlyMap<string, string>,
  unseal: Unseal,
): OAuth2Credentials | null {
  const clientId = opened(OAUTH2_SETTINGS.clientId, sealed, unseal)
  const certificateId = opened(OAUTH2_SETTINGS.certificateId, sealed, unseal)
  const key = opened(OAUTH2_SETTINGS.key, sealed, unseal)
  if (clientId === null || certificateId === null || key === null) return null
  return { clientId, certificateId, privateKey: createPrivateKey(key) }
}

/** When the certificate in use ends, ISO 8601; null if there is none, or its end is not known. */
export function savedCertificateEnd(
  sealed: ReadonlyMap<string, string>,
  unseal: Unseal,
): string | null {
  try {
    if (savedWay(sealed, unseal) !== 'oauth2') return null
    const pem = opened(OAUTH2_SETTINGS.certificate, sealed, unseal)
    return pem === null ? null : endOfCertificate(pem)
  } catch {
    // Sealed with another key: a sync says so.
    return null
  }
}

/** A saved value; null without one. @throws ErpFault if it was sealed with another key */
export function opened(
  name: string,
  sealed: ReadonlyMap<string, string>,
  unseal: Unseal,
): string | null {
  const value = sealed.get(name)
  if (value === undefined) return null
  try {
    return unseal(settingPurpose(name), value)
  } catch (error) {
    throw new ErpFault('not-configured', erpSentences.sealed(name), { cause: error })
  }
}
