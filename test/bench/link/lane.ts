/** One direction of the slow link: it carries the segments of all its streams in turns, at the speed of the line. */

export interface LineSpeed {
  /** Of each direction, shared by all connections. */
  readonly bitsPerSecond: number
  readonly roundTripMs: number
}

/** The bytes of one connection in one direction. */
export interface Stream {
  /** Takes bytes to be carried; false when the sender should wait. */
  readonly add: (bytes: Buffer) => boolean
  /** No byte follows. */
  readonly end: () => void
  /** Forgets what was not carried yet. */
  readonly drop: () => void
}

interface Ends {
  readonly onBytes: (bytes: Buffer) => void
  readonly onEnd: () => void
  /** The sender may go on. */
  readonly onRoom: () => void
}

export interface Lane {
  readonly open: (ends: Ends) => Stream
  readonly become: (speed: LineSpeed) => void
  /** Whether segments are carried; those that are on their way arrive in any case. */
  readonly carry: (isCarrying: boolean) => void
}

/** The payload of one packet. */
const SEGMENT_BYTES = 1_460
/** What a connection may have on its way, as the window of TCP limits it. */
const WINDOW_BYTES = 64 * 1_024

export function openLane(first: LineSpeed): Lane {
  let speed = first
  let isCarrying = true
  // The streams with bytes, the next one first.
  const turns: Waiting[] = []
  let freeAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const pump = (): void => {
    timer = undefined
    while (isCarrying) {
      const waits = freeAt - performance.now()
      if (waits > 0) {
        timer = setTimeout(pump, waits)
        return
      }
      const stream = turns.shift()
      if (!stream) return
      freeAt += (sendNext(stream, speed) * 8_000) / speed.bitsPerSecond
      if (stream.chunks.length > 0) turns.push(stream)
    }
  }
  const start = (): void => {
    if (timer !== undefined || !isCarrying) return
    // An idle line saves nothing up.
    freeAt = Math.max(freeAt, performance.now())
    pump()
  }

  return {
    open: (ends) => {
      const stream: Waiting = { ...ends, chunks: [], bytes: 0, isFull: false }
      const add = (chunk: Buffer | null): void => {
        stream.chunks.push(chunk)
        stream.bytes += chunk?.length ?? 0
        if (stream.chunks.length === 1) turns.push(stream)
        start()
      }
      return {
        add: (bytes) => {
          add(bytes)
          stream.isFull = stream.bytes > WINDOW_BYTES
          return !stream.isFull
        },
        end: () => add(null),
        drop: () => {
          stream.chunks.length = 0
          const turn = turns.indexOf(stream)
          if (turn >= 0) turns.splice(turn, 1)
        },
      }
    },
    become: (next) => {
      speed = next
    },
    carry: (next) => {
      isCarrying = next
      if (isCarrying) start()
    },
  }
}

interface Waiting extends Ends {
  /** Null is the end. */
  readonly chunks: (Buffer | null)[]
  bytes: number
  isFull: boolean
}

/** Puts the next segment of a stream onto the line, and returns its size. */
function sendNext(stream: Waiting, { roundTripMs }: LineSpeed): number {
  const chunk = stream.chunks.shift()
  if (!chunk) {
    setTimeout(stream.onEnd, roundTripMs / 2)
    return 0
  }
  const segment = chunk.subarray(0, SEGMENT_BYTES)
  if (segment.length < chunk.length) stream.chunks.unshift(chunk.subarray(SEGMENT_BYTES))
  stream.bytes -= segment.length
  setTimeout(stream.onBytes, roundTripMs / 2, segment)
  if (stream.isFull && stream.bytes <= WINDOW_BYTES) {
    stream.isFull = false
    stream.onRoom()
  }
  return segment.length
}
