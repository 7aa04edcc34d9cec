/** How the peers read and show a cell: as ours do, without anything around it. */
import type { SheetColumn } from '#test/bench/table/pages/contender.ts'
import { formatDateTime, formatQuantity, formatText } from '#console/rows/formats.ts'

/** What a row has in a column. */
export function valueIn(row: object, column: string): string | number | null {
  const value: unknown = Reflect.get(row, column)
  return typeof value === 'string' || typeof value === 'number' ? value : null
}

/** How a value is shown. */
export function shownAs({ kind }: SheetColumn, value: unknown): string {
  if (kind === 'date') return formatDateTime(value)
  return kind === 'quantity' ? formatQuantity(value) : formatText(value)
}
