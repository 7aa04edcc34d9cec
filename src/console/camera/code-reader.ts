/** Reads codes in pictures: by the browser's own detector where it knows our codes, otherwise by a worker. */
import type { Picture, ReadReply, ReadRequest } from '#console/camera/reader-messages.ts'

/** Reads pictures, one at a time. */
export interface CodeReader {
  /**
   * The codes in a picture, the one next to its middle first.
   * @throws if the reader never was on this device and there is no network
   */
  readonly read: (picture: Picture) => Promise<readonly string[]>
  readonly close: () => void
}

/** What labels in a warehouse carry. */
const FORMATS = [
  'code_128',
  'code_39',
  'data_matrix',
  'ean_13',
  'ean_8',
  'itf',
  'qr_code',
  'upc_a',
  'upc_e',
]

/** The browser's own detector (https://wicg.github.io/shape-detection-api/). */
interface Detector {
  detect(picture: Picture): Promise<readonly Detected[]>
}

interface Detected {
  readonly rawValue: string
  readonly boundingBox: DOMRectReadOnly
}

interface DetectorClass {
  new (options: { readonly formats: readonly string[] }): Detector
  getSupportedFormats(): Promise<readonly string[]>
}

export async function openCodeReader(): Promise<CodeReader> {
  const own = await ownReader().catch(() => null)
  let worker: CodeReader | null = null
  const readInWorker: CodeReader['read'] = (picture) =>
    (worker ??= workerReader(() => (worker = null))).read(picture)
  let readByBrowser = own
  return {
    read: async (picture) => {
      if (!readByBrowser) return readInWorker(picture)
      try {
        return await readByBrowser(picture)
      } catch {
        // On some devices the service behind it is missing.
        readByBrowser = null
        return readInWorker(picture)
      }
    },
    close: () => worker?.close(),
  }
}

async function ownReader(): Promise<CodeReader['read'] | null> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorClass }
  const known = new Set(await BarcodeDetector?.getSupportedFormats())
  if (!BarcodeDetector || !FORMATS.every((format) => known.has(format))) return null
  const detector = new BarcodeDetector({ formats: FORMATS })
  return async (picture) => {
    const isPhoto = picture instanceof Blob
    const bitmap = isPhoto ? await createImageBitmap(picture).catch(() => null) : picture
    // A photo that is not a picture has no code, and is not the fault of the detector.
    if (!bitmap) return []
    const found = await detector.detect(bitmap)
    const { width: across, height: down } = bitmap
    bitmap.close()
    const offside = ({ boundingBox: { x, y, width, height } }: Detected): number =>
      Math.hypot(x + (width - across) / 2, y + (height - down) / 2)
    return found
      .toSorted((one, other) => offside(one) - offside(other))
      .map(({ rawValue }) => rawValue)
  }
}

/** @param onBroken called when this worker will answer nothing more, so the next picture needs a new one */
function workerReader(onBroken: () => void): CodeReader {
  const worker = new Worker(new URL('./camera-worker.ts', import.meta.url), { type: 'module' })
  // A worker whose file did not arrive reports it once, and never answers later pictures.
  worker.addEventListener('error', () => {
    worker.terminate()
    onBroken()
  })
  let asked = 0
  return {
    read: (picture) => {
      const nth = (asked += 1)
      const request: ReadRequest = { nth, picture }
      return new Promise((resolve, reject) => {
        const listen = new AbortController()
        const fail = (): void => {
          listen.abort()
          reject(new Error('The reader of codes cannot be had.'))
        }
        const { signal } = listen
        worker.addEventListener('error', fail, { signal })
        worker.addEventListener(
          'message',
          ({ data }: MessageEvent<ReadReply>) => {
            if (data.nth !== nth) return
            if ('failed' in data) return fail()
            listen.abort()
            resolve(data.codes)
          },
          { signal },
        )
        worker.postMessage(request, picture instanceof Blob ? [] : [picture])
      })
    },
    close: () => worker.terminate(),
  }
}
