/**
 * A slow link to a server: a TCP proxy that throttles, delays, cuts and hangs when it is told to, and counts what each
 * call received. Nothing happens by chance, so that two runs differ only in the program they measure; the proxy with
 * random losses is `test/support/weak-link.ts`.
 */
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { readConnection, type Exchange } from '#test/bench/link/exchanges.ts'
import { openLane, type Lane, type LineSpeed } from '#test/bench/link/lane.ts'

/** A tablet at the far end of the hall. */
export const THIN: LineSpeed = { bitsPerSecond: 400_000, roundTripMs: 400 }
/** A perfect line. */
export const CLEAR: LineSpeed = { bitsPerSecond: Infinity, roundTripMs: 0 }

export interface Line {
  readonly address: string
  readonly become: (speed: LineSpeed) => void
  /** Carries nothing and closes nothing. */
  readonly hang: () => void
  /** Resets all connections. Until the line is back, new ones are refused, or accepted without carrying anything. */
  readonly cut: (then: 'refuse' | 'hang') => void
  /** Is back: what hung is carried, as TCP sends again what got no acknowledgment. */
  readonly restore: () => void
  /** All exchanges since the start or since `forget`, in the order of their requests. */
  readonly exchanges: () => readonly Exchange[]
  readonly forget: () => void
  /** Resolves with the first segment or request after which something is true of the exchanges. */
  readonly when: (isTrue: (exchanges: readonly Exchange[]) => boolean) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts a line to the server at `target`. */
export async function startLine(target: string): Promise<Line> {
  let speed = CLEAR
  let isRefusing = false
  let exchanges: Exchange[] = []
  const lanes = { up: openLane(speed), down: openLane(speed) }
  const resets = new Set<() => void>()
  const looks = new Set<() => void>()
  const lookAgain = (): void => looks.forEach((look) => look())
  const { hostname, port } = new URL(target)

  const server = createServer((client) => {
    if (isRefusing) {
      client.on('error', () => client.destroy())
      client.resetAndDestroy()
      return
    }
    const behind = connect(Number(port), hostname)
    const reader = readConnection((exchange) => {
      exchanges.push(exchange)
      lookAgain()
    })
    client.on('data', reader.onSent)
    client.pause()
    // The handshake takes a round trip.
    setTimeout(() => client.resume(), speed.roundTripMs)
    const up = carry(client, behind, lanes.up, () => undefined)
    const down = carry(behind, client, lanes.down, (bytes) => {
      reader.onReceived(bytes)
      lookAgain()
    })
    const reset = (): void => {
      up.drop()
      down.drop()
      resets.delete(reset)
      for (const socket of [client, behind]) if (!socket.destroyed) socket.resetAndDestroy()
    }
    resets.add(reset)
    for (const socket of [client, behind]) {
      socket.setNoDelay(true)
      socket.on('error', reset)
    }
    client.on('close', reset)
  })
  const carryAll = (isCarrying: boolean): void => {
    for (const lane of Object.values(lanes)) lane.carry(isCarrying)
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = server.address()
  return {
    address: `http://127.0.0.1:${String(typeof at === 'object' && at !== null ? at.port : 0)}`,
    become: (next) => {
      speed = next
      for (const lane of Object.values(lanes)) lane.become(next)
    },
    hang: () => carryAll(false),
    cut: (then) => {
      for (const reset of resets) reset()
      isRefusing = then === 'refuse'
      carryAll(false)
    },
    restore: () => {
      isRefusing = false
      carryAll(true)
    },
    exchanges: () => exchanges,
    forget: () => {
      exchanges = []
    },
    when: (isTrue) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (!isTrue(exchanges)) return
          looks.delete(look)
          resolve()
        }
        looks.add(look)
        look()
      }),
    close: async () => {
      for (const reset of resets) reset()
      server.close()
      await once(server, 'close')
    },
  }
}

function carry(from: Socket, to: Socket, lane: Lane, onArrival: (bytes: Buffer) => void) {
  const stream = lane.open({
    onBytes: (bytes) => {
      // A reset connection receives nothing more.
      if (to.destroyed) return
      onArrival(bytes)
      to.write(bytes)
    },
    onEnd: () => to.end(),
    onRoom: () => from.resume(),
  })
  from.on('data', (bytes: Buffer) => {
    if (!stream.add(bytes)) from.pause()
  })
  from.on('end', () => stream.end())
  return stream
}
