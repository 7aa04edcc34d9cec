import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

export interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * The certificate and the key of the settings; null when there are none.
 * @throws BadSettings when one cannot be read, or they do not belong together
 */
export function readTls(env: Pick<Env, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  if (env.tlsCert === null || env.tlsKey === null) return null
  const [cert, certificate] = readAs('tlsCert', env.tlsCert, (pem) => new X509Certificate(pem))
  const [key, privateKey] = readAs('tlsKey', env.tlsKey, (pem) => createPrivateKey(pem))
  if (certificate.checkPrivateKey(privateKey)) return { cert, key }
  throw new BadSettings([
    wrongSetting('tlsKey', { given: env.tlsKey, why: 'it is not the key of TLS_CERT' }),
  ])
}

function readAs<T>(
  setting: 'tlsCert' | 'tlsKey',
  path: string,
  parse: (pem: Buffer) => T,
): [pem: Buffer, value: T] {
  try {
    const pem = readFileSync(path)
    return [pem, parse(pem)]
  } catch (error) {
    const isMissing = error instanceof Error && 'syscall' in error && 'code' in error
    const why = isMissing ? String(error.code) : 'it is no PEM file'
    throw new BadSettings([wrongSetting(setting, { given: path, why })], error)
  }
}
