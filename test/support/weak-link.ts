/**
 * A weak link: a TCP proxy that delays, narrows, stalls and resets. The browser's own emulation
 * loses no packet of a page, and the machine's may be closed to us (decisions/console/offline.md).
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { createRandom } from '#test/netsuite/random.ts'

export interface Link {
  /** There and back. */
  readonly roundTripMs: number
  /** In each direction, shared by all connections. */
  readonly bitsPerSecond: number
  /** The share of segments that are lost once and come with the repetition. */
  readonly stalls: number
  /** The share of segments that end their connection. */
  readonly resets: number
}

/** A tablet at the far end of the hall. */
export const WEAK: Link = { roundTripMs: 400, bitsPerSecond: 400_000, stalls: 0.05, resets: 0.005 }
/** Nothing in the way. */
export const CLEAR: Link = { roundTripMs: 0, bitsPerSecond: Infinity, stalls: 0, resets: 0 }

export interface WeakLink {
  readonly address: string
  /** Changes the link; null lets nothing through, as if the signal were gone without a word. */
  readonly become: (link: Link | null) => void
  /** How many segments were stalled, and how many connections reset. */
  readonly faults: () => { readonly stalls: number; readonly resets: number }
  readonly close: () => Promise<void>
}

/** What one packet of a link carries of a connection. */
export const SEGMENT_BYTES = 1_460
/** What the repetition of a lost segment costs beside the way itself (RFC 6298, at this round trip). */
const REPEATS_AFTER_MS = 300

/** Stands before a server at `target`. The same seed stalls and resets the same segments. */
export async function startWeakLink(target: string, seed = 1): Promise<WeakLink> {
  const random = createRandom(seed)
  const seen = { stalls: 0, resets: 0 }
  let link: Link | null = CLEAR
  const sockets = new Set<Socket>()
  // When each direction of the link has carried what was given to it so far, in ms.
  const busyUntil = { up: 0, down: 0 }

  const carry = (from: Socket, to: Socket, way: 'up' | 'down'): void => {
    // Shaking hands takes a round trip; after it nothing overtakes within a connection.
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
