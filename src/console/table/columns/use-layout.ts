import { useMemo, useState } from 'react'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import { followLayout, storeLayout, readLayout } from '#console/table/columns/table-memory.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useSession } from '#console/session/session.ts'

/** The layout of a table, stored as soon as it changes. */
export function useLayout(
  name: string,
  columns: readonly string[],
): [TableLayout, (layout: TableLayout) => void] {
  const username = useSession().username ?? ''
  const [changed, setChanged] = useState<TableLayout | null>(null)
  const layout = useMemo(
    () => (changed ? followLayout(changed, columns) : readLayout(name, username, columns)),
    [changed, name, username, columns],
  )
  const change = useStableCallback((next: TableLayout): void => {
    storeLayout(name, username, next)
    setChanged(next)
  })
  return [layout, change]
}
