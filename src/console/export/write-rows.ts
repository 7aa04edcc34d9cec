/** Writes rows to a file in slices, so that the page stays responsive. */
import { yieldToMain } from '#console/data/api/run-chunked.ts'
import { exportCell } from '#console/export/export-cells.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import type { ExportFile, ExportFormat } from '#console/export/files/export-plan.ts'

/** This many rows are read and passed on within a few milliseconds, even on a slow tablet. */
const SLICE_ROWS = 500

interface Written {
  readonly columns: readonly Column<object>[]
  readonly format: ExportFormat
}

/**
 * @param onProgress called with the number of rows written so far
 * @throws the signal's reason once it is aborted
 */
export async function writeRows(
  file: ExportFile,
  rows: readonly object[],
  { columns, format }: Written,
  signal: AbortSignal,
  onProgress: (done: number) => void,
): Promise<Blob> {
  for (let start = 0; start < rows.length; start += SLICE_ROWS) {
    signal.throwIfAborted()
    const slice = rows.slice(start, start + SLICE_ROWS)
    await file.add(slice.map((row) => columns.map((column) => exportCell(row, column, format))))
    onProgress(start + slice.length)
    await yieldToMain()
  }
  signal.throwIfAborted()
  return file.finish()
}
