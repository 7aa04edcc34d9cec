/** Splits a body in a worker. If the worker is missing or fails, the page splits it on its own. */
import type { SplitJson } from '#console/data/api/json/json-split.ts'

/** The work takes a few hundred milliseconds; a worker that hangs never finishes. */
const DONE_WITHIN_MS = 10_000

export interface JsonWorkerClient {
  /** Transfers the chunk to the worker, so it is empty here afterwards. */
  readonly push: (chunk: Uint8Array<ArrayBuffer>) => void
  /** Null if the worker could not be started or died. */
  readonly end: () => Promise<SplitJson | null>
  /** Terminates the worker and frees its memory; must always be called. */
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
  // Also reports a script that a deployment has removed.
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
