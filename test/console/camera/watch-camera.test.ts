import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CodeReader } from '#console/camera/code-reader.ts'
import { type CameraState, watchCamera } from '#console/camera/watch-camera.ts'

const states: CameraState[] = []
const codes: string[] = []
const stopped = vi.fn<() => void>()
const track = Object.assign(new EventTarget(), { stop: stopped })
const stream = { getTracks: () => [track], getVideoTracks: () => [] }

let seen: string[]
let width: number
const reader: CodeReader = { read: async () => seen, close: () => undefined }

beforeEach(() => {
  vi.useFakeTimers()
  states.length = 0
  codes.length = 0
  seen = []
  width = 640
  vi.stubGlobal('createImageBitmap', async () => ({}))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.clearAllMocks()
})

function watch(getUserMedia: () => Promise<unknown>): () => void {
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  const video = {
    srcObject: null,
    play: async () => undefined,
    get videoWidth() {
      return width
    },
  }
  return watchCamera(video as unknown as HTMLVideoElement, reader, {
    onState: (state) => states.at(-1) !== state && states.push(state),
    onCode: (code) => codes.push(code),
  })
}

test.each([
  ['NotAllowedError', 'refused'],
  ['NotFoundError', 'missing'],
  ['NotReadableError', 'missing'],
])('a camera that fails with %s is %s', async (name, state) => {
  watch(() => Promise.reject(new DOMException('', name)))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(states).toEqual(['starting', state])
})

test('a camera that shows nothing is said to be silent after eight seconds, until it shows something', async () => {
  width = 0
  const stop = watch(async () => stream)
  await vi.advanceTimersByTimeAsync(7_999)
  expect(states).toEqual(['starting'])
  await vi.advanceTimersByTimeAsync(1)
  expect(states).toEqual(['starting', 'silent'])
  width = 640
  await vi.advanceTimersByTimeAsync(200)
  expect(states).toEqual(['starting', 'silent', 'on'])
  stop()
  expect(stopped).toHaveBeenCalledOnce()
})

test('a code in sight is one scan, and a new one after it was out of sight', async () => {
  const stop = watch(async () => stream)
  seen = ['A']
  await vi.advanceTimersByTimeAsync(5_000)
  expect(codes).toEqual(['A'])
  seen = ['B']
  await vi.advanceTimersByTimeAsync(400)
  seen = []
  await vi.advanceTimersByTimeAsync(2_000)
  seen = ['B']
  await vi.advanceTimersByTimeAsync(400)
  expect(codes).toEqual(['A', 'B', 'B'])
  stop()
})

test('a camera that is allowed after its view was closed is turned off at once', async () => {
  let allow: (given: unknown) => void = () => undefined
  const stop = watch(() => new Promise((resolve) => (allow = resolve)))
  stop()
  allow(stream)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(stopped).toHaveBeenCalledOnce()
  expect(states).toEqual(['starting'])
})

test('a camera that was taken away stays silent, although its last picture can still be read', async () => {
  const stop = watch(async () => stream)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(states).toEqual(['starting', 'on'])
  track.dispatchEvent(new Event('ended'))
  await vi.advanceTimersByTimeAsync(5_000)
  expect(states).toEqual(['starting', 'on', 'silent'])
  stop()
})
