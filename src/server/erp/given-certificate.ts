/** A private key as a super admin enters it, with its certificate or alone. */
import { createPrivateKey } from 'node:crypto'
import { isUsableKey } from '#server/erp/saved-certificate.ts'
import type { OAuth2Credentials } from '#server/erp/transport/oauth2.ts'

/** PEM texts. */
export interface GivenKey {
  readonly key: string
  readonly certificate: string | null
}

const KEY = /-----BEGIN ((?:RSA |EC )?PRIVATE KEY)-----[\s\S]+?-----END \1-----/
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/

/** The parts of a PEM text; null without a key that NetSuite accepts. */
export function keyFrom(pem: string): GivenKey | null {
  const key = KEY.exec(pem)?.[0]
  if (key === undefined || !isUsableKey(key)) return null
  return { key, certificate: CERTIFICATE.exec(pem)?.[0] ?? null }
}

/** The credentials of a key and NetSuite's ids. */
export function credentialsOf(
  { key }: GivenKey,
  ids: Omit<OAuth2Credentials, 'privateKey'>,
): OAuth2Credentials {
  return { ...ids, privateKey: createPrivateKey(key) }
}
