/** What the calls over a connection received, counted where the bytes arrive. */

/** A request and what arrived of its answer. */
export interface Exchange {
  /** With the query. */
  readonly path: string
  /** When the request was sent, as `performance.now()`. */
  readonly askedAt: number
  /** 0 until the head of the answer is there. */
  status: number
  /** Head and body, as they travelled. */
  bytes: number
  isComplete: boolean
  /** When the last byte arrived. */
  endedAt: number
}

export interface ConnectionReader {
  readonly onSent: (bytes: Buffer) => void
  readonly onReceived: (bytes: Buffer) => void
}

const REQUEST = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) (\S+) HTTP\/1\.1\r\n/
const STATUS = /^HTTP\/1\.1 (\d{3})/
const LENGTH = /^content-length: *(\d+)/im
const HEAD_END = '\r\n\r\n'
/** The last chunk of an answer without a length (RFC 9112, 7.1). */
const LAST_CHUNK = '\r\n0\r\n\r\n'
/** Answers without a body. */
const BODILESS = new Set([204, 304])

/**
 * Reads one connection of HTTP/1.1, on which a browser sends a request only after the answer to the one before.
 * @param note is called with each exchange when it begins
 */
export function readConnection(note: (exchange: Exchange) => void): ConnectionReader {
  let current: Exchange | null = null
  let head = ''
  let isHead = true
  let expected: number | null = null
  let tail = ''
  return {
    onSent: (bytes) => {
      const path = REQUEST.exec(bytes.toString('latin1'))?.[1]
      // The body of the request under way.
      if (path === undefined) return
      const askedAt = performance.now()
      current = { path, askedAt, status: 0, bytes: 0, isComplete: false, endedAt: askedAt }
      note(current)
      head = ''
      isHead = true
      expected = null
      tail = ''
    },
    onReceived: (bytes) => {
      if (!current) return
      current.bytes += bytes.length
      current.endedAt = performance.now()
      const text = bytes.toString('latin1')
      if (isHead) {
        head += text
        const end = head.indexOf(HEAD_END)
        if (end < 0) return
        isHead = false
        const start = head.slice(0, end)
        current.status = Number(STATUS.exec(start)?.[1] ?? 0)
        const length = LENGTH.exec(start)?.[1]
        if (BODILESS.has(current.status)) expected = end + HEAD_END.length
        else if (length !== undefined) expected = end + HEAD_END.length + Number(length)
      }
      tail = (tail + text).slice(-LAST_CHUNK.length)
      current.isComplete = expected === null ? tail === LAST_CHUNK : current.bytes >= expected
    },
  }
}

/** Bytes of the answers to certain paths. */
export function bytesOf(
  exchanges: readonly Exchange[],
  isWanted: (path: string) => boolean = () => true,
): number {
  return exchanges.reduce((sum, { path, bytes }) => sum + (isWanted(path) ? bytes : 0), 0)
}

/**
 * Bytes of answers that came although a complete answer to the same request was there.
 * @param before only answers that were complete at this time count, as `performance.now()`
 */
export function bytesTwice(
  exchanges: readonly Exchange[],
  isWanted: (path: string) => boolean,
  before = Infinity,
): number {
  const complete = new Set<string>()
  let twice = 0
  for (const { path, status, bytes, isComplete, endedAt } of exchanges) {
    if (status !== 200 || !isWanted(path)) continue
    if (complete.has(path)) twice += bytes
    if (isComplete && endedAt <= before) complete.add(path)
  }
  return twice
}
