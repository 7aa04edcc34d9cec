import { useContext, useLayoutEffect, useMemo, useState } from 'react'
import { LayoutHolderContext } from '#console/table/columns/layout-holder.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import {
  followLayout,
  storeLayout,
  readLayout,
  type TableIds,
} from '#console/table/columns/table-memory.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useSession } from '#console/session/session.ts'

/** The layout of a table, stored as soon as it changes; a saved view that is open has its own. */
export function useLayout(
  name: string,
  ids: TableIds,
): [TableLayout, (layout: TableLayout) => void] {
  const username = useSession().username ?? ''
  const holder = useContext(LayoutHolderContext)
  const [changed, setChanged] = useState<TableLayout | null>(null)
  const held = holder?.layout ?? changed
  const layout = useMemo(
    () => (held ? followLayout(held, ids) : readLayout(name, username, ids)),
    [held, name, username, ids],
  )
  useLayoutEffect(() => {
    holder?.onShown(layout)
  }, [holder, layout])
  const change = useStableCallback((next: TableLayout): void => {
    if (holder?.layout) {
      holder.onLayout(next)
      return
    }
    storeLayout(name, username, next, ids)
    setChanged(next)
  })
  return [layout, change]
}
