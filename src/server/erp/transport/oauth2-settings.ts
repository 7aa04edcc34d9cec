import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BadSettings, type Env, wrongSetting } from '#server/env.ts'
import { assertionAlgorithm, type OAuth2Credentials } from '#server/erp/transport/oauth2.ts'

/**
 * The OAuth 2.0 credentials in the settings; null if there are none (decisions/server/erp-pulls.md).
 * @throws BadSettings if the key cannot be read or used
 */
export function readOAuth2(
  env: Pick<Env, 'erpOauth2ClientId' | 'erpOauth2CertificateId' | 'erpOauth2Key'>,
): OAuth2Credentials | null {
  const { erpOauth2ClientId: clientId, erpOauth2CertificateId: certificateId } = env
  const path = env.erpOauth2Key
  if (clientId === null || certificateId === null || path === null) return null
  return { clientId, certificateId, privateKey: readKey(path) }
}

function readKey(path: string): KeyObject {
  const refuse = (why: string) =>
    new BadSettings([wrongSetting('erpOauth2Key', { given: path, why })])
  let key: KeyObject
  try {
    key = createPrivateKey(readFileSync(path))
  } catch (error) {
    const isUnread = error instanceof Error && 'syscall' in error && 'code' in error
    throw refuse(isUnread ? String(error.code) : 'it is no PEM file')
  }
  if (assertionAlgorithm(key) === null) throw refuse('it is a key of another kind')
  return key
}
