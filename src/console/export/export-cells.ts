/** The cells of a row as files contain them. */
import type { Column } from '#console/table/columns/column-kit.tsx'
import type { ExportCell, ExportColumn, ExportFormat } from '#console/export/files/export-plan.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'

/** A column without its functions, which cannot be sent to a worker. */
export function exportColumn({ id, title, kind }: Column<object>): ExportColumn {
  return { id, title, isDate: kind === 'date' }
}

/**
 * The value of a cell; a quantity stays a number (decisions/console/reading-records.md). A cell
 * that shows text but has no value, such as an unreadable date, gives its text.
 */
export function exportCell(row: object, column: Column<object>, format: ExportFormat): ExportCell {
  // As a time in UTC it would be on the day before, east of Greenwich.
  const value = (format === 'JSON' ? column.day?.(row) : null) ?? column.value(row)
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value)
  if (value !== null && value !== '') return value
  const text = column.text(row)
  // An empty text would become the dash of an empty cell, which looks like a formula.
  return text === EMPTY_CELL || text === '' ? null : text
}
