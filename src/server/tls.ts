import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

export interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * The certificate and the key in the settings; null if there are none.
 * @throws BadSettings if one cannot be read, or they do not match
 */
export function readTls(env: Pick<Env, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  if (env.tlsCert === null || env.tlsKey === null) return null
  const cert = readAs('tlsCert', env.tlsCert, (pem) => new X509Certificate(pem))
  const key = readAs('tlsKey', env.tlsKey, (pem) => createPrivateKey(pem))
  if ('wrong' in cert || 'wrong' in key)
    throw new BadSettings([cert, key].flatMap((file) => ('wrong' in file ? [file.wrong] : [])))
  if (cert.value.checkPrivateKey(key.value)) return { cert: cert.pem, key: key.pem }
  throw new BadSettings([
    wrongSetting('tlsKey', { given: env.tlsKey, why: 'it is not the key of TLS_CERT' }),
  ])
}

function readAs<T>(
  setting: 'tlsCert' | 'tlsKey',
  path: string,
  parse: (pem: Buffer) => T,
): { readonly pem: Buffer; readonly value: T } | { readonly wrong: string } {
  try {
    const pem = readFileSync(path)
    return { pem, value: parse(pem) }
  } catch (error) {
    const isUnread = error instanceof Error && 'syscall' in error && 'code' in error
    const why = isUnread ? String(error.code) : 'it is no PEM file'
    return { wrong: wrongSetting(setting, { given: path, why }) }
  }
}
