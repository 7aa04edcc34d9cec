/**
 * Just enough of the Postgres wire protocol (PostgreSQL manual, 'Message Formats') to split it into
 * messages.
 */

const QUERY = 'Q'.charCodeAt(0)
const SYNC = 'S'.charCodeAt(0)
const FLUSH = 'H'.charCodeAt(0)
const COPY_DONE = 'c'.charCodeAt(0)
const COPY_FAIL = 'f'.charCodeAt(0)
const TERMINATE = 'X'.charCodeAt(0)

/** After these messages the client waits for an answer. */
const WAITED_FOR: ReadonlySet<number> = new Set([QUERY, SYNC, FLUSH, COPY_DONE, COPY_FAIL])

/** Collects the bytes that a client writes into batches that can be answered together. */
export interface Framing {
  /** The batches completed by these bytes. Each is a separate copy. */
  readonly add: (chunk: Uint8Array) => Uint8Array<ArrayBuffer>[]
}

/**
 * The framing of one connection: first the startup message (length, content), then messages of type, length
 * including itself, and content. Terminate is left out, because it concerns the connection only.
 */
export function framing(): Framing {
  let unread: Buffer = Buffer.alloc(0)
  let hasStarted = false
  let messages: Buffer[] = []

  const next = (): Buffer | null => {
    const head = hasStarted ? 1 : 0
    if (unread.length < head + 4) return null
    const length = head + unread.readUInt32BE(head)
    if (unread.length < length) return null
    const message = unread.subarray(0, length)
    unread = unread.subarray(length)
    return message
  }

  return {
    add: (chunk) => {
      unread = unread.length === 0 ? Buffer.from(chunk) : Buffer.concat([unread, chunk])
      const batches: Uint8Array<ArrayBuffer>[] = []
      for (let message = next(); message !== null; message = next()) {
        const [type = 0] = message
        if (hasStarted && type === TERMINATE) continue
        messages.push(message)
        if (hasStarted && !WAITED_FOR.has(type)) continue
        hasStarted = true
        batches.push(joined(messages))
        messages = []
      }
      return batches
    },
  }
}

/** A simple query message. */
export function queryMessage(sql: string): Uint8Array<ArrayBuffer> {
  const text = Buffer.from(`${sql}\0`)
  const message = new Uint8Array(5 + text.length)
  message[0] = QUERY
  new DataView(message.buffer).setUint32(1, 4 + text.length)
  message.set(text, 5)
  return message
}

/** Copied to its own buffer, so that it can be transferred to another thread. */
export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** 'Ready for query', which ends every answer, without its last byte, the state of the transaction. */
const READY = Buffer.from([0x5a, 0, 0, 0, 5])
const IDLE = 'I'.charCodeAt(0)
const ERROR = 'E'.charCodeAt(0)

/** Whether no transaction is open after an answer. */
export function endsIdle(reply: Uint8Array): boolean {
  return isWhole(reply) && reply.at(-1) === IDLE
}

function isWhole(reply: Uint8Array): boolean {
  return READY.equals(reply.subarray(-6, -1))
}

/** The last message of Postgres before it crashes (PANIC, FATAL); null if it continues. */
export function lastMessageIn(reply: Uint8Array): string | null {
  if (isWhole(reply)) return null
  const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] !== ERROR) continue
    const fields = bytes.toString('utf8', at + 5, at + 1 + bytes.readUInt32BE(at + 1)).split('\0')
    const field = (name: string) => fields.find((one) => one.startsWith(name))?.slice(1)
    if (['PANIC', 'FATAL'].includes(field('V') ?? '')) return field('M') ?? 'it does not say why'
  }
  return null
}
