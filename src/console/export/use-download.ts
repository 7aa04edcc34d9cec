/** A download: its progress, its error, and its cancellation when the dialog closes. */
import { useEffect, useRef, useState } from 'react'
import { downloadForm } from '#contract/forms.ts'
import { firstProblem } from '#contract/rules.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { FileLoadError } from '#console/data/api/host/part-files.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { exportTable, type ExportRequestOptions } from '#console/export/export-table.ts'
import { fileNameOf } from '#console/export/file-name.ts'
import { saveFile } from '#console/export/save-file.ts'
import { shareFile } from '#console/export/share-file.ts'
import { notifySuccess } from '#console/ui/notify.tsx'

export interface Download {
  /** In rows; null while nothing is being written. */
  readonly progress: { readonly done: number; readonly total: number } | null
  /** The message to show if the download failed. */
  readonly problem: string | null
  /** @param shares passes the file to the device's share sheet instead of saving it */
  readonly start: (fileName: string, wish: ExportRequestOptions, shares?: boolean) => Promise<void>
  readonly cancel: () => void
}

export function useDownload(source: ExportSource, onDone: () => void): Download {
  const [progress, setProgress] = useState<Download['progress']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start: Download['start'] = async (fileName, wish, shares = false) => {
    const columns = wish.columns.map(({ id }) => id)
    const wrong = firstProblem(downloadForm, { columns, fileName })
    setProblem(wrong?.message ?? null)
    if (wrong) return
    const cancel = new AbortController()
    running.current = cancel
    try {
      const file = await exportTable(source, wish, cancel.signal, (done, total) =>
        setProgress({ done, total }),
      )
      const name = fileNameOf(fileName, wish.format)
      if (!shares) {
        saveFile(file, name)
        notifySuccess(tableTexts.downloaded(name))
        onDone()
      } else if (await shareFile(file, name)) onDone()
      else setProblem(tableTexts.shareRefused)
    } catch (thrown) {
      if (!cancel.signal.aborted) setProblem(sentenceOf(thrown))
    }
    // The worker is no longer needed, even after a failure.
    cancel.abort()
    setProgress(null)
  }
  return { progress, problem, start, cancel: () => running.current?.abort() }
}

function sentenceOf(thrown: unknown): string {
  if (thrown instanceof FileLoadError) return deviceTexts.sectionMissing
  const isTooMany = thrown instanceof Error && thrown.message === tableTexts.tooManyForExcel
  return isTooMany ? tableTexts.tooManyForExcel : tableTexts.downloadFailed
}
