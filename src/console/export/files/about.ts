/** The sentences that describe an export, on a sheet of a workbook and on paper. */
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { ExportAbout } from '#console/export/files/export-plan.ts'
import { formatDateTime } from '#console/rows/formats.ts'

/**
 * 'Inventory: 12 filtered rows. Search: ba. … Exported 05-11-2026 03:42 PM by ada.'
 * @param made says when and by whom
 */
export function aboutInWords(about: ExportAbout, made = tableTexts.aboutExport): string {
  const { table, scope, rows, search, filters, sort, asOf, exportedAt, exportedBy } = about
  const sentences = [
    tableTexts.aboutRows(
      table,
      tableTexts.scopes[scope](rows, search !== '' || filters.length > 0),
    ),
    ...(search === '' ? [] : [tableTexts.aboutSearch(search)]),
    ...filters.map((filter) => `${filter}.`),
    ...(sort ? [tableTexts.aboutSort(sort.title, sort.descending)] : []),
    ...(asOf === null ? [] : [tableTexts.aboutAsOf(timeText(asOf))]),
    made(timeText(exportedAt), exportedBy),
  ]
  return sentences.join(' ')
}

function timeText(at: number): string {
  return formatDateTime(new Date(at).toISOString())
}
