import { useContext, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { layoutKey, onPreferences, storedPreference } from '#console/preferences/preferences.ts'
import { LayoutHolderContext } from '#console/table/columns/layout-holder.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import {
  followLayout,
  storeLayout,
  layoutIn,
  type TableIds,
} from '#console/table/columns/table-memory.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import { useSession } from '#console/session/session.ts'

/** A change of this page, and what was stored with it: nothing on a device that stores nothing. */
interface Changed {
  readonly layout: TableLayout
  readonly stored: string | null
}

/** The layout of a table, stored as soon as it changes; a saved view that is open has its own. */
export function useLayout(
  name: string,
  ids: TableIds,
): [TableLayout, (layout: TableLayout) => void] {
  const username = useSession().username ?? ''
  const holder = useContext(LayoutHolderContext)
  const stored = useSyncExternalStore(onPreferences, () =>
    storedPreference(layoutKey(name), username),
  )
  const [changed, setChanged] = useState<Changed | null>(null)
  // Another device of the person may have changed it meanwhile.
  const own = changed?.stored === stored ? changed.layout : null
  const held = holder?.layout ?? own
  const layout = useMemo(
    () => (held ? followLayout(held, ids) : layoutIn(stored, ids)),
    [held, stored, ids],
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
    setChanged({ layout: next, stored: storedPreference(layoutKey(name), username) })
  })
  return [layout, change]
}
