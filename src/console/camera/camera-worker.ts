/** Reads codes in pictures off the main thread, with the reader of zxing-cpp. The pictures stay in this worker. */
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader'
import readerFile from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { withKeptFile } from '#console/camera/kept-file.ts'
import type { Picture, ReadReply, ReadRequest } from '#console/camera/reader-messages.ts'

/** A photo has more pixels than a code needs. */
const MAX_PIXELS = 2_048

let reader: Promise<unknown> | null = null

/** Loads the reader once; a failure is tried again with the next picture. */
function loadReader(): Promise<unknown> {
  reader ??= withKeptFile(readerFile, (wasmBinary) =>
    prepareZXingModule({ overrides: { wasmBinary }, fireImmediately: true }),
  ).catch((thrown: unknown) => {
    reader = null
    throw thrown
  })
  return reader
}

async function codesIn(picture: Picture): Promise<string[]> {
  await loadReader()
  const image = await pixelsOf(picture).catch(() => null)
  // No picture has no code.
  if (!image) return []
  const found = await readBarcodes(image, {
    formats: [
      'AllRetail',
      'Code128',
      'Code39',
      'ITF',
      'DataBar',
      'DataBarExp',
      'DataMatrix',
      'QRCode',
    ],
    textMode: 'Plain',
  })
  const offside = ({ position }: ReadResult): number => {
    const { topLeft, bottomRight } = position
    const x = (topLeft.x + bottomRight.x - image.width) / 2
    const y = (topLeft.y + bottomRight.y - image.height) / 2
    return Math.hypot(x, y)
  }
  return found
    .toSorted((one, other) => offside(one) - offside(other))
    .map(({ symbologyIdentifier, text }) => symbologyIdentifier + text)
}

async function pixelsOf(picture: Picture): Promise<ImageData> {
  const bitmap = picture instanceof Blob ? await createImageBitmap(picture) : picture
  const scale = Math.min(1, MAX_PIXELS / Math.max(bitmap.width, bitmap.height))
  const width = Math.round(bitmap.width * scale)
  const height = Math.round(bitmap.height * scale)
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws nothing in workers.')
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  return context.getImageData(0, 0, width, height)
}

addEventListener('message', ({ data: { nth, picture } }: MessageEvent<ReadRequest>) => {
  codesIn(picture).then(
    (codes) => postMessage({ nth, codes } satisfies ReadReply),
    () => postMessage({ nth, failed: true } satisfies ReadReply),
  )
})
