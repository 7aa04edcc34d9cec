import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCodeReader } from '#console/camera/code-reader.ts'
import type { ReadReply, ReadRequest } from '#console/camera/reader-messages.ts'

const ALL = 'code_128 code_39 data_matrix ean_13 ean_8 itf qr_code upc_a upc_e aztec'.split(' ')

/** What the worker answers in place of the real one, which has no place in this test's page. */
let answer: (request: ReadRequest) => ReadReply
let workers = 0

class FakeWorker extends EventTarget {
  constructor() {
    super()
    workers += 1
  }
  postMessage(request: ReadRequest): void {
    this.dispatchEvent(new MessageEvent('message', { data: answer(request) }))
  }
  terminate(): void {
    workers -= 1
  }
}

const picture = { width: 100, height: 100, close: () => undefined } satisfies ImageBitmap

function browserKnows(formats: readonly string[], detect: () => Promise<unknown>): void {
  const BarcodeDetector = class {
    static getSupportedFormats = () => Promise.resolve(formats)
    detect = detect
  }
  vi.stubGlobal('BarcodeDetector', BarcodeDetector)
}

beforeEach(() => {
  workers = 0
  answer = ({ nth }) => ({ nth, codes: [']Q1worker'] })
  vi.stubGlobal('Worker', FakeWorker)
})
afterEach(() => vi.unstubAllGlobals())

test("the browser's own detector reads, the code next to the middle first", async () => {
  const box = (x: number, y: number) => ({ x, y, width: 10, height: 10 })
  browserKnows(ALL, async () => [
    { rawValue: 'corner', boundingBox: box(0, 0) },
    { rawValue: 'middle', boundingBox: box(40, 45) },
  ])
  expect(await (await openCodeReader()).read(picture)).toEqual(['middle', 'corner'])
  expect(workers).toBe(0)
})

test.each([
  ['knows no Data Matrix', ALL.filter((format) => format !== 'data_matrix'), async () => []],
  ['fails', ALL, async () => Promise.reject(new Error('no service'))],
])('a worker reads where the detector of the browser %s', async (_how, formats, detect) => {
  browserKnows(formats, detect)
  const reader = await openCodeReader()
  expect(await reader.read(picture)).toEqual([']Q1worker'])
  expect(await reader.read(picture)).toEqual([']Q1worker'])
  expect(workers).toBe(1)
  reader.close()
  expect(workers).toBe(0)
})

test('a reader that cannot be had says so, and is asked again', async () => {
  answer = ({ nth }) => ({ nth, failed: true })
  const reader = await openCodeReader()
  await expect(reader.read(picture)).rejects.toThrow('cannot be had')
  answer = ({ nth }) => ({ nth, codes: [] })
  expect(await reader.read(picture)).toEqual([])
})

test('a worker that could not be loaded is loaded again for the next picture', async () => {
  let isLoadable = false
  vi.stubGlobal(
    'Worker',
    class extends FakeWorker {
      private readonly isLoaded = isLoadable
      override postMessage(request: ReadRequest): void {
        // One that was never loaded says so once, and then nothing ever again.
        if (this.isLoaded) super.postMessage(request)
        else if (request.nth === 1) this.dispatchEvent(new Event('error'))
      }
    },
  )
  const reader = await openCodeReader()
  await expect(reader.read(picture)).rejects.toThrow('cannot be had')
  isLoadable = true
  const next = await Promise.race([reader.read(picture), new Promise((end) => setTimeout(end))])
  expect(next).toEqual([']Q1worker'])
  reader.close()
  expect(workers).toBe(0)
})

test("a photo that is no picture has no code, and leaves the browser's own detector in use", async () => {
  const boundingBox = { x: 0, y: 0, width: 1, height: 1 }
  browserKnows(ALL, async () => [{ rawValue: 'A', boundingBox }])
  vi.stubGlobal('createImageBitmap', () =>
    Promise.reject(new DOMException('', 'InvalidStateError')),
  )
  const reader = await openCodeReader()
  expect(await reader.read(new Blob(['no picture']))).toEqual([])
  expect(await reader.read(picture)).toEqual(['A'])
  expect(workers).toBe(0)
})
