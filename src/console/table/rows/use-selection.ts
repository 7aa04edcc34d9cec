import { useMemo, useState } from 'react'
import type { Selection, ViewAnswer } from '#console/data/engine/types.ts'
import { isAboutAll } from '#console/data/engine/view-index.ts'
import {
  withoutMissing,
  emptySelection,
  type TableSelection,
} from '#console/table/rows/table-selection.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'

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

/** Whether all rows that match a view are selected, maybe among others. */
export function useIsWhollySelected(
  { keys }: TableSelection,
  { index, keyOf }: Pick<ShapedTable, 'index' | 'keyOf'>,
  view: Selection,
  answer: ViewAnswer<object>,
): boolean {
  return useMemo(() => {
    if (keys.size < answer.total) return false
    // A view of a long list is not scanned before it is prepared, which would block the page.
    if (isAboutAll(view) || !index.isReady(view)) return true
    return index.matching(view).every((row) => keys.has(keyOf(row)))
  }, [keys, index, keyOf, view, answer])
}
