/** Takes a body apart in a worker. Without one, or where it fails, the page does it itself: nobody notices. */
import type { SplitJson } from '#console/data/api/json/json-split.ts'

/** Takes a few hundred milliseconds, in a worker that hangs for ever. */
const DONE_WITHIN_MS = 10_000

export interface JsonWorkerClient {
  /** The chunk goes over to the worker: it is empty here afterwards. */
  readonly push: (chunk: Uint8Array<ArrayBuffer>) => void
  /** Null where the worker could not be started or did not live so long. */
  readonly end: () => Promise<SplitJson | null>
  /** Ends the worker with all it holds: to be called in any case. */
  readonly stop: () => void
}

export function splitInWorker(): JsonWorkerClient {
  const worker = startWorker()
  let settle = (_split: SplitJson | null): void => undefined
  const split = new Promise<SplitJson | null>((resolve) => {
    settle = resolve
  })
  const fail = (): void => settle(null)
  worker?.addEventListener('message', ({ data }: MessageEvent<SplitJson>) => settle(data))
  // Also where its script is not there any more, after a deployment.
  worker?.addEventListener('error', (event) => {
    event.preventDefault()
    fail()
  })
  worker?.addEventListener('messageerror', fail)
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    push: (chunk) => worker?.postMessage(chunk, { transfer: [chunk.buffer] }),
    end: () => {
      if (!worker) return Promise.resolve(null)
      worker.postMessage(null)
      timer = setTimeout(fail, DONE_WITHIN_MS)
      return split
    },
    stop: () => {
      clearTimeout(timer)
      worker?.terminate()
      fail()
    },
  }
}

function startWorker(): Worker | null {
  try {
    return new Worker(new URL('./json-worker.ts', import.meta.url), { type: 'module' })
  } catch {
    return null
  }
}
