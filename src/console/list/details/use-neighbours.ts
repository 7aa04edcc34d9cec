/** The rows before and after the open one, in the present order of the list. */
import { useMemo } from 'react'
import type { View } from '#console/data/engine/types.ts'
import type { Neighbours } from '#console/list/details/page-bar.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'

/** Undefined while no row is open. */
export function useNeighbours(
  content: ShapedTable | undefined,
  { search, filters, sort }: View,
  opened: object | undefined,
  onOpen: (row: object) => void,
): Neighbours | undefined {
  return useMemo(() => {
    if (!content || !opened) return undefined
    const rows = content.index.matching({ search, filters, sort })
    const place = rows.indexOf(opened)
    const onMove = (by: 1 | -1): void => {
      const row = rows[place + by]
      if (row) onOpen(row)
    }
    return { place, count: rows.length, onMove }
  }, [content, search, filters, sort, opened, onOpen])
}
