/** What was exported or printed, when and by whom. */
import { serverNow } from '#console/data/api/server-clock.ts'
import type { ExportAbout, ExportScope } from '#console/export/files/export-plan.ts'
import type { ExportSource } from '#console/export/export-source.ts'
import { filterInWords } from '#console/table/columns/filter-words.ts'
import { readSession } from '#console/session/session.ts'

/** @param rows the number of rows */
export function aboutRows(source: ExportSource, scope: ExportScope, rows: number): ExportAbout {
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
