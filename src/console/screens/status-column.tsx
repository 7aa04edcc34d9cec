import type { Column } from '#console/table/columns/column-kit.tsx'
import { statusTone } from '#console/rows/status-tone.ts'
import { EMPTY_CELL } from '#console/rows/formats.ts'
import { StatusPill } from '#console/ui/status/status-pill.tsx'

/** The column with its words as pills. */
export function asStatus<R>(column: Column<R>): Column<R> {
  return {
    ...column,
    label: column.text,
    cell: (row) => {
      const text = column.text(row)
      return text === EMPTY_CELL ? text : <StatusPill tone={statusTone(text)}>{text}</StatusPill>
    },
  }
}
