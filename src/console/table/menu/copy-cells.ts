/** Cells as text for another program: tabs between cells, a line per row. */
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import { notifyFailure, notifySuccess } from '#console/ui/notify.tsx'

/** Copies cells and reports whether it worked: without https a browser refuses. */
export async function copyCells(
  rows: readonly object[],
  columns: readonly Column<object>[],
): Promise<void> {
  try {
    await navigator.clipboard.writeText(cellsText(rows, columns))
    notifySuccess(signInTexts.copied)
  } catch {
    notifyFailure(tableTexts.copyRefused)
  }
}

/** An empty cell is empty, and a quantity is its number (decisions/console/reading-records.md). */
export function cellsText(rows: readonly object[], columns: readonly Column<object>[]): string {
  const lines = rows.map((row) => columns.map((column) => cellText(row, column)).join('\t'))
  return lines.join('\n')
}

function cellText(row: object, column: Column<object>): string {
  const value = column.value(row)
  const text = column.text(row)
  if (typeof value === 'number' && column.kind === 'quantity') return String(value)
  const isEmpty = (value === null || value === '') && text === EMPTY_CELL
  return isEmpty ? '' : text.replace(/[\t\r\n]+/g, ' ')
}
