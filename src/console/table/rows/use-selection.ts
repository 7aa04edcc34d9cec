import { useState } from 'react'
import {
  withoutMissing,
  emptySelection,
  type TableSelection,
} from '#console/table/rows/table-selection.ts'

/** The selected rows of a table; rows that a refresh removes are deselected. */
export function useSelection(
  rows: readonly object[],
  keyOf: (row: object) => string,
): [TableSelection, (selection: TableSelection) => void] {
  const [selection, setSelection] = useState(emptySelection)
  const [known, setKnown] = useState(rows)
  if (rows !== known) {
    setKnown(rows)
    if (selection.keys.size > 0) setSelection(withoutMissing(selection, rows.map(keyOf)))
  }
  return [selection, setSelection]
}
