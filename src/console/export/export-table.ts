/** Exports a table as arranged on the screen to a file that the browser saves. */
import type { Column } from '#console/table/columns/column-kit.tsx'
import { aboutRows } from '#console/export/about-rows.ts'
import { exportColumn } from '#console/export/export-cells.ts'
import type { ExportFormat, ExportScope } from '#console/export/files/export-plan.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { openFileInWorker } from '#console/export/files/file-in-worker.ts'
import { writeRows } from '#console/export/write-rows.ts'
import { dateFormat } from '#console/rows/date-format.ts'

export interface ExportRequestOptions {
  readonly format: ExportFormat
  readonly scope: ExportScope
  readonly columns: readonly Column<object>[]
}

/**
 * @param onProgress called with the number of rows written and their total
 * @throws the signal's reason once it is aborted; any Error if the file cannot be made
 */
export async function exportTable(
  source: ExportSource,
  { format, scope, columns }: ExportRequestOptions,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Blob> {
  const rows = source.rowsOf(scope)
  onProgress(0, rows.length)
  const about = aboutRows(source, scope, rows.length)
  const dates = dateFormat()
  const plan = { format, columns: columns.map(exportColumn), about, dateFormat: dates }
  const file = await openFileInWorker(plan, signal)
  return writeRows(file, rows, { columns, format }, signal, (done) => onProgress(done, rows.length))
}
