/**
 * A weak link: a TCP proxy that delays, throttles, stalls and resets connections. The browser's own emulation loses no
 * packets, and that of the machine may need rights that tests do not have (decisions/console/offline.md).
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createRandom } from '#test/netsuite/random.ts'

export interface Link {
  /** Round trip. */
  readonly roundTripMs: number
  /** In each direction, shared by all connections. */
  readonly bitsPerSecond: number
  /** The share of segments that are lost once and arrive with the retransmission. */
  readonly stalls: number
  /** The share of segments that reset their connection. */
  readonly resets: number
}

/** A tablet at the far end of the hall. */
export const WEAK: Link = { roundTripMs: 400, bitsPerSecond: 400_000, stalls: 0.05, resets: 0.005 }
/** A perfect link. */
export const CLEAR: Link = { roundTripMs: 0, bitsPerSecond: Infinity, stalls: 0, resets: 0 }

export interface WeakLink {
  readonly address: string
  /** Changes the link; null drops everything silently, as when the signal is lost. */
  readonly become: (link: Link | null) => void
  /** The numbers of stalled segments and of reset connections. */
  readonly faults: () => { readonly stalls: number; readonly resets: number }
  readonly close: () => Promise<void>
}

/** The payload of one packet. */
export const SEGMENT_BYTES = 1_460
/** The retransmission timeout that a lost segment adds to its delay (RFC 6298, at this round trip). */
const REPEATS_AFTER_MS = 300

/** Starts a proxy to the server at `target`. The same seed stalls and resets the same segments. */
export async function startWeakLink(target: string, seed = 1): Promise<WeakLink> {
  const random = createRandom(seed)
  const seen = { stalls: 0, resets: 0 }
  let link: Link | null = CLEAR
  const sockets = new Set<Socket>()
  // The time in ms at which each direction of the link will have sent everything queued so far.
  const busyUntil = { up: 0, down: 0 }

  const carry = (from: Socket, to: Socket, way: 'up' | 'down'): void => {
    // The handshake takes a round trip; after it the data of a connection stays in order.
    let last = way === 'up' ? performance.now() + (link?.roundTripMs ?? 0) : 0
    from.on('data', (data: Buffer) => {
      if (link === null) return
      const { roundTripMs, bitsPerSecond, stalls, resets } = link
      for (let at = 0; at < data.length; at += SEGMENT_BYTES) {
        const segment = data.subarray(at, at + SEGMENT_BYTES)
        const now = performance.now()
        busyUntil[way] = Math.max(now, busyUntil[way]) + (segment.length * 8_000) / bitsPerSecond
        const stalled = random() < stalls
        if (stalled) seen.stalls += 1
        const arrives = busyUntil[way] + roundTripMs / 2 + (stalled ? REPEATS_AFTER_MS : 0)
        last = Math.max(last, arrives)
        const isReset = random() < resets
        setTimeout(() => {
          if (!isReset) to.write(segment)
          else if (!to.destroyed) {
            seen.resets += 1
            to.resetAndDestroy()
            from.resetAndDestroy()
          }
        }, last - now)
      }
    })
    const wait = (): number => Math.max(0, last - performance.now())
    from.on('end', () => setTimeout(() => to.end(), wait()))
    from.on('error', () => to.destroy())
    from.on('close', () => {
      sockets.delete(from)
      setTimeout(() => to.destroy(), wait())
    })
  }

  const { hostname, port } = new URL(target)
  const server = createServer((client) => {
    const behind = connect(Number(port), hostname)
    for (const socket of [client, behind]) sockets.add(socket.setNoDelay(true))
    carry(client, behind, 'up')
    carry(behind, client, 'down')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    address: `http://127.0.0.1:${String(typeof at === 'object' && at !== null ? at.port : 0)}`,
    become: (next) => {
      link = next
    },
    faults: () => ({ ...seen }),
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
