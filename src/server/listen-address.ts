import { createServer, isIPv6 } from 'node:net'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'

type Place = Pick<Env, 'host' | 'port'>

/** Checks that the port is free, before anything else is opened. @throws BadSettings if it is not */
export function checkPort(env: Place): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(cannotListen(env, error)))
    probe.listen({ host: env.host, port: env.port }, () => probe.close(() => resolve()))
  })
}

/** Why the port is not available, as a sentence about PORT or HOST; other errors unchanged. */
export function cannotListen(env: Place, error: Error): Error {
  const code = 'code' in error ? String(error.code) : ''
  const port = String(env.port)
  if (code === 'EADDRINUSE')
    return new BadSettings([wrongSetting('port', { given: port, why: 'it is in use' })], error)
  if (code === 'EACCES')
    return new BadSettings([wrongSetting('port', { given: port, why: 'it is not allowed' })], error)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return new BadSettings([wrongSetting('host', { given: env.host, why: code })], error)
  return error
}

/** The address for a browser on this machine. */
export function browserAddress(env: Pick<Env, 'host' | 'tlsCert'>, port: number): string {
  const isEverywhere = env.host === '0.0.0.0' || env.host === '::'
  const host = isEverywhere ? 'localhost' : isIPv6(env.host) ? `[${env.host}]` : env.host
  return `${env.tlsCert === null ? 'http' : 'https'}://${host}:${port}`
}
