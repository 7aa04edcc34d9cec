/** Writes a file off the main thread, so that the page stays responsive. */
import type { ExportReply, ExportRequest } from '#console/export/files/export-messages.ts'
import type { ExportFile } from '#console/export/files/export-plan.ts'
import { openFile } from '#console/export/files/open-file.ts'

let file: ExportFile | null = null

async function answer(request: ExportRequest): Promise<ExportReply> {
  if (request.kind === 'alive') return { kind: 'alive' }
  if (request.kind === 'open') file = openFile(request.plan)
  if (request.kind === 'add') await file?.add(request.rows)
  if (request.kind === 'finish' && file) return { kind: 'file', file: await file.finish() }
  return { kind: 'done' }
}

addEventListener('message', ({ data }: MessageEvent<ExportRequest>) => {
  answer(data).then(
    (reply) => postMessage(reply),
    (reason: unknown) => {
      const failed: ExportReply = {
        kind: 'failed',
        reason: reason instanceof Error ? reason.message : '',
      }
      postMessage(failed)
    },
  )
})
