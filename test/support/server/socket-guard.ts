/** Records every connection that this process opens, and allows only some of them. */
import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { Socket } from 'node:net'

interface Target {
  readonly host?: string
  readonly port?: number | string
  readonly path?: string
  readonly lookup?: (
    name: string,
    options: object,
    done: (error: Error | null, found: string) => void,
  ) => void
}

export interface SocketGuard {
  /** The targets of connections, such as '8.8.8.8:443'; a name means that it was not resolved. */
  readonly opened: readonly string[]
  /** What the next lookups of a name return; the last one is repeated. */
  resolve(answers: readonly (readonly string[])[]): void
  /** Clears the record. */
  clear(): void
  /** Restores everything. */
  stop(): void
}

/** @param allowed 'host:port' of connections that are allowed and not recorded */
export function guardSockets(allowed: readonly string[]): SocketGuard {
  const opened: string[] = []
  let answers: readonly (readonly string[])[] = [[]]
  const connect = Reflect.get(Socket.prototype, 'connect') as (...args: unknown[]) => Socket
  const { lookup } = dns
  const guarded = function (this: Socket, ...args: unknown[]): Socket {
    const target = targetOf(args)
    const place = (host: string): string => `${host}:${String(target.port ?? target.path ?? '')}`
    if (allowed.includes(place(target.host ?? 'localhost'))) return connect.apply(this, args)
    const end = (host: string | null, error: Error | null): void => {
      if (host !== null) opened.push(place(host))
      setImmediate(() => this.destroy(error ?? new Error('no connection leaves this test')))
    }
    if (!target.lookup || target.host === undefined || /^[\d.]+$|:/.test(target.host))
      end(target.host ?? 'localhost', null)
    else
      target.lookup(target.host, { all: false }, (error, found) => end(error ? null : found, error))
    return this
  }
  Reflect.set(Socket.prototype, 'connect', guarded)
  const answering = (
    _name: string,
    _options: object,
    done: (...found: unknown[]) => void,
  ): void => {
    const [now = [], ...later] = answers
    if (later.length > 0) answers = later
    const found = now.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    setImmediate(() => (found.length > 0 ? done(null, found) : done(new Error('no such name'))))
  }
  Reflect.set(dns, 'lookup', answering)
  syncBuiltinESMExports()
  return {
    opened,
    resolve: (next) => {
      answers = next
    },
    clear: () => opened.splice(0),
    stop: () => {
      Reflect.set(Socket.prototype, 'connect', connect)
      Reflect.set(dns, 'lookup', lookup)
      syncBuiltinESMExports()
    },
  }
}

/** The ways to open a connection: options, normalized arguments, port and host. */
function targetOf(args: readonly unknown[]): Target {
  const [first, second] = args
  const given: unknown = Array.isArray(first) ? first[0] : first
  if (typeof given === 'object' && given !== null) return given
  const host = typeof second === 'string' ? { host: second } : {}
  return { port: Number(given), ...host }
}
