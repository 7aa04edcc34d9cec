import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

export interface TlsFiles {
  readonly cert: Buffer
  readonly key: Buffer
}

/**
 * The certificate and the key in the settings; null if there are none.
 * @throws BadSettings if one cannot be read, they do not match, or they cannot be used
 */
export function readTls(env: Pick<Env, 'tlsCert' | 'tlsKey'>): TlsFiles | null {
  if (env.tlsCert === null || env.tlsKey === null) return null
  const cert = readAs('tlsCert', env.tlsCert, (pem) => new X509Certificate(pem))
  const key = readAs('tlsKey', env.tlsKey, (pem) => createPrivateKey(pem))
  if ('wrong' in cert || 'wrong' in key)
    throw new BadSettings([cert, key].flatMap((file) => ('wrong' in file ? [file.wrong] : [])))
  const files = { cert: cert.pem, key: key.pem }
  if (cert.value.checkPrivateKey(key.value)) return usable(files, env.tlsCert)
  throw new BadSettings([
    wrongSetting('tlsKey', { given: env.tlsKey, why: 'it is not the key of TLS_CERT' }),
  ])
}

/** A damaged certificate further down the chain, or a key that is too short, is found only when they are put to use. */
function usable(files: TlsFiles, path: string): TlsFiles {
  try {
    createSecureContext(files)
    return files
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BadSettings([wrongSetting('tlsCert', { given: path, why })], error)
  }
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
