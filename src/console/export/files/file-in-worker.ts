/** A file written by a worker; without worker support the page writes it. */
import { offerIfReplaced } from '#console/data/api/host/new-version.ts'
import { FileLoadError } from '#console/data/api/host/part-files.ts'
import type { ExportReply, ExportRequest } from '#console/export/files/export-messages.ts'
import type { ExportFile, ExportPlan } from '#console/export/files/export-plan.ts'

/**
 * @param signal ends the worker, whatever it is doing; must always be aborted
 * @throws FileLoadError if the script of the worker does not arrive
 */
export async function openFileInWorker(plan: ExportPlan, signal: AbortSignal): Promise<ExportFile> {
  if (typeof Worker === 'undefined') {
    const { openFile } = await import('#console/export/files/open-file.ts')
    return openFile(plan)
  }
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  signal.addEventListener('abort', () => worker.terminate(), { once: true })
  const ask = (request: ExportRequest): Promise<Blob | null> => askWorker(worker, request, signal)
  await ask({ kind: 'open', plan })
  return {
    add: async (rows) => {
      await ask({ kind: 'add', rows })
    },
    finish: async () => {
      const file = await ask({ kind: 'finish' })
      if (file === null) throw new Error('The worker gave no file.')
      return file
    },
  }
}

/** A live worker answers a ping between two pieces of its work. */
const ASKED_EVERY_MS = 5_000
/**
 * With this many unanswered pings a worker is dead. Pings are counted instead of time, which passes
 * while a tablet sleeps.
 */
const MAX_UNANSWERED = 6

function askWorker(
  worker: Worker,
  request: ExportRequest,
  signal: AbortSignal,
): Promise<Blob | null> {
  return new Promise((resolve, reject) => {
    const settled = new AbortController()
    let unanswered = 0
    const asking = setInterval(() => {
      unanswered += 1
      if (unanswered > MAX_UNANSWERED)
        settle(() => reject(new Error('The worker does not answer any more.')))
      else worker.postMessage({ kind: 'alive' } satisfies ExportRequest)
    }, ASKED_EVERY_MS)
    const settle = (finish: () => void): void => {
      clearInterval(asking)
      settled.abort()
      finish()
    }
    const listening = { signal: settled.signal }
    const onReply = ({ data }: MessageEvent<ExportReply>): void => {
      unanswered = 0
      if (data.kind === 'alive') return
      settle(() => {
        if (data.kind === 'failed') reject(new Error(data.reason))
        else resolve(data.kind === 'file' ? data.file : null)
      })
    }
    worker.addEventListener('message', onReply, listening)
    worker.addEventListener(
      'error',
      ({ message }) => {
        void offerIfReplaced()
        // A worker that has never answered has no script: the link lost it, or a deployment removed it.
        const isMissing = request.kind === 'open'
        settle(() => reject(isMissing ? new FileLoadError(message) : new Error(message)))
      },
      listening,
    )
    signal.addEventListener(
      'abort',
      () => settle(() => reject(new DOMException('Cancelled', 'AbortError'))),
      listening,
    )
    worker.postMessage(request)
  })
}
