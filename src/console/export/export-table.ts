/** Exports a table as arranged on the screen to a file that the browser saves. */
import { serverNow } from '#console/data/api/server-clock.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { exportColumn } from '#console/export/export-cells.ts'
import type { ExportAbout, ExportFormat, ExportScope } from '#console/export/files/export-plan.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { openFileInWorker } from '#console/export/files/file-in-worker.ts'
import { writeRows } from '#console/export/write-rows.ts'
import { filterInWords } from '#console/table/columns/filter-words.ts'
import { readSession } from '#console/session/session.ts'

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
  const about = aboutOf(source, scope, rows.length)
  const plan = { format, columns: columns.map(exportColumn), about }
  const file = await openFileInWorker(plan, signal)
  return writeRows(file, rows, columns, signal, (done) => onProgress(done, rows.length))
}

function aboutOf(source: ExportSource, scope: ExportScope, rows: number): ExportAbout {
  const { table, columns, view, asOf } = source
  const titles = new Map(columns.map(({ id, title }) => [id, title]))
  const titleOf = (id: string): string => titles.get(id) ?? id
  // The selection may include rows outside the search and filters.
  const narrows = scope !== 'selected'
  return {
    table,
    scope,
    rows,
    search: narrows ? view.search : '',
    filters: narrows
      ? view.filters.map(({ id, ...filter }) => `${titleOf(id)}: ${filterInWords(filter)}`)
      : [],
    sort: view.sort && { title: titleOf(view.sort.id), descending: view.sort.descending },
    asOf: asOf(),
    exportedAt: serverNow(),
    exportedBy: readSession().username ?? '',
  }
}
