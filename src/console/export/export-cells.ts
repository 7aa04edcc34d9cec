/** The cells of a row as files hold them. */
import type { Column } from '#console/table/columns/column-kit.tsx'
import type { ExportCell, ExportColumn } from '#console/export/files/export-plan.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'

/** A column without its functions, which cannot cross to a worker. */
export function exportColumn({ id, title, kind }: Column<object>): ExportColumn {
  return { id, title, isDate: kind === 'date' }
}

/**
 * The value of a cell: a quantity is the number that it is (decisions/console/reading-records.md). What is shown without
 * a value, such as a date that cannot be read, is its text.
 */
export function exportCell(row: object, column: Column<object>): ExportCell {
  const value = column.value(row)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value !== null && value !== '') return value
  const text = column.text(row)
  return text === EMPTY_CELL ? null : text
}
