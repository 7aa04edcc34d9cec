import { useMemo, useState } from 'react'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import {
  followLayout,
  storeLayout,
  readLayout,
  type TableIds,
} from '#console/table/columns/table-memory.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useSession } from '#console/session/session.ts'

/** The layout of a table, stored as soon as it changes. */
export function useLayout(
  name: string,
  ids: TableIds,
): [TableLayout, (layout: TableLayout) => void] {
  const username = useSession().username ?? ''
  const [changed, setChanged] = useState<TableLayout | null>(null)
  const layout = useMemo(
    () => (changed ? followLayout(changed, ids) : readLayout(name, username, ids)),
    [changed, name, username, ids],
  )
  const change = useStableCallback((next: TableLayout): void => {
    storeLayout(name, username, next, ids)
    setChanged(next)
  })
  return [layout, change]
}
