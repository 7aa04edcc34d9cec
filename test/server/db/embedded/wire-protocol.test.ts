import { expect, test } from 'vitest'
import {
  endsIdle,
  framing,
  lastMessageIn,
  queryMessage,
} from '#server/db/embedded/wire-protocol.ts'

const STARTUP = withLength([0, 3, 0, 0, 0])
const PARSE = message('P', 'select $1')
const BIND = message('B', 'x'.repeat(3_000))
const SYNC = message('S')
const FLUSH = message('H')
const QUERY = message('Q', 'select 1')
const TERMINATE = message('X')

const STREAM = Buffer.concat([STARTUP, QUERY, PARSE, BIND, SYNC, PARSE, FLUSH, SYNC, TERMINATE])
const BATCHES = [
  STARTUP,
  QUERY,
  Buffer.concat([PARSE, BIND, SYNC]),
  Buffer.concat([PARSE, FLUSH]),
  SYNC,
]

test.each([1, 3, 4, 5, 7, 1000, STREAM.length])(
  'a batch is completed from pieces of %i bytes',
  (size) => {
    const { add } = framing()
    const batches: Uint8Array[] = []
    for (let at = 0; at < STREAM.length; at += size)
      batches.push(...add(STREAM.subarray(at, at + size)))
    expect(batches.map(hex)).toEqual(BATCHES.map(hex))
  },
)

const READY = (state: string) => Buffer.from(`Z\0\0\0\x05${state}`, 'latin1')
const error = (severity: string) => message('E', `SX\0V${severity}\0C53100\0Mno room is left\0\0`)

test('an answer shows whether a transaction is open after it', () => {
  const ends = ['I', 'T', 'E'].map((state) => endsIdle(Buffer.concat([QUERY, READY(state)])))
  expect(ends).toEqual([true, false, false])
  expect(endsIdle(Buffer.alloc(0))).toBe(false)
})

test('only a PANIC or FATAL message at the end counts as the last one of a crash', () => {
  for (const severity of ['PANIC', 'FATAL'])
    expect(lastMessageIn(Buffer.concat([PARSE, error(severity)]))).toBe('no room is left')
  for (const answer of [
    Buffer.concat([error('ERROR'), READY('I')]),
    Buffer.concat([message('N', 'VPANIC\0M?\0\0'), error('ERROR')]),
    Buffer.concat([PARSE, error('PANIC').subarray(0, 3)]),
    Buffer.alloc(0),
  ])
    expect(lastMessageIn(answer)).toBeNull()
})

test('a batch has its own memory, so that it can be transferred', () => {
  const [batch] = framing().add(STARTUP)
  expect(batch?.buffer.byteLength).toBe(STARTUP.length)
  expect(batch?.buffer).not.toBe(STARTUP.buffer)
})

test('a query is a message that ends with a zero byte', () => {
  expect(hex(queryMessage('select 1'))).toBe(hex(QUERY))
})

function message(type: string, text = ''): Buffer {
  const content = text === '' ? [] : [...Buffer.from(text), 0]
  return Buffer.concat([Buffer.from(type), withLength(content)])
}

/** A length that includes itself, and what follows. */
function withLength(content: readonly number[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + content.length)
  return Buffer.concat([length, Buffer.from(content)])
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
