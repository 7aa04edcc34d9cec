import { afterEach, expect, test, vi } from 'vitest'
import { openLane } from '#test/bench/link/lane.ts'

const FAST = { bitsPerSecond: 8_000_000, roundTripMs: 2 }

afterEach(() => vi.useRealTimers())

test('two connections share the lane in turns, once the first segment is sent', async () => {
  // Otherwise a slow machine opens the second connection when more than one segment of the first is sent.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const lane = openLane(FAST)
  let arrived = ''
  const streamOf = (letter: string) =>
    lane.open({
      onBytes: (bytes) => {
        arrived += letter.repeat(Math.ceil(bytes.length / 1_460))
      },
      onEnd: () => {
        arrived += '.'
      },
      onRoom: () => undefined,
    })
  for (const stream of [streamOf('a'), streamOf('b')]) {
    stream.add(Buffer.alloc(4_000))
    stream.end()
  }
  await vi.advanceTimersByTimeAsync(100)
  expect(arrived).toBe('aabab.b.')
})

test('a sender waits while a window is on its way, and goes on when there is room', async () => {
  const lane = openLane(FAST)
  let rooms = 0
  const stream = lane.open({
    onBytes: () => undefined,
    onEnd: () => undefined,
    onRoom: () => {
      rooms += 1
    },
  })
  expect(stream.add(Buffer.alloc(60_000))).toBe(true)
  expect(stream.add(Buffer.alloc(10_000))).toBe(false)
  await expect.poll(() => rooms).toBe(1)
})

test('a lane that does not carry keeps what it was given, and a dropped stream sends nothing more', async () => {
  const lane = openLane(FAST)
  const arrived: number[] = []
  const streamOf = (size: number) => {
    const stream = lane.open({
      onBytes: (bytes) => arrived.push(bytes.length),
      onEnd: () => undefined,
      onRoom: () => undefined,
    })
    stream.add(Buffer.alloc(size))
    return stream
  }
  lane.carry(false)
  streamOf(100)
  streamOf(200).drop()
  streamOf(300)
  expect(arrived).toEqual([])
  lane.carry(true)
  await expect.poll(() => arrived).toEqual([100, 300])
})
