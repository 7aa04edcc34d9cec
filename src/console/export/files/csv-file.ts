/** Comma-separated values (RFC 4180): a line of titles, then a line for each row. */
import { unparse } from 'papaparse'
import type {
  ExportCell,
  ExportColumn,
  ExportFile,
  ExportPlan,
  ExportRow,
} from '#console/export/files/export-plan.ts'
import { runsAsFormula } from '#console/export/files/formulas.ts'
import { formatDateTime, formatText } from '#console/rows/formats.ts'

const LINE_END = '\r\n'
/** Without it Excel reads the file in the device's code page. */
const BYTE_ORDER_MARK = '\uFEFF'

export function csvFile({ columns }: ExportPlan): ExportFile {
  // A single empty cell would make an empty line, which readers skip.
  const quotes = (cell: unknown): boolean => columns.length === 1 && cell === ''
  const linesOf = (rows: readonly ExportRow[]): string =>
    rows.length === 0 ? '' : unparse(rows.map(cellsOf), { newline: LINE_END, quotes }) + LINE_END
  const cellsOf = (row: ExportRow): (string | number)[] =>
    row.map((cell, place) => csvCell(cell, columns[place]))
  const titles = columns.map(({ title }) => title)
  const parts = [BYTE_ORDER_MARK, linesOf([titles])]
  return {
    add: async (rows) => void parts.push(linesOf(rows)),
    finish: async () => new Blob(parts, { type: 'text/csv;charset=utf-8' }),
  }
}

function csvCell(cell: ExportCell, column: ExportColumn | undefined): string | number {
  if (cell === null) return ''
  if (typeof cell === 'number') return column?.isDate === true ? localTime(cell) : cell
  return harmless(formatText(cell))
}

function harmless(text: string): string {
  return runsAsFormula(text) ? `'${text}` : text
}

/**
 * `2026-11-05 15:42:00` in the device's time zone, which every spreadsheet reads as a time in every
 * locale.
 */
function localTime(at: number): string {
  const shifted = at - new Date(at).getTimezoneOffset() * 60_000
  const written = new Date(shifted).toISOString()
  // A year beyond 9999 is written with a sign and six digits.
  if (!/^\d/.test(written)) return harmless(formatDateTime(new Date(at).toISOString()))
  return written.slice(0, 19).replace('T', ' ')
}
