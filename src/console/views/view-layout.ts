/** The columns of the open view, with what the person changes in them until the view is left or saved. */
import { useMemo, useRef, useState } from 'react'
import { onSessionEnd } from '#console/session/session.ts'
import type { LayoutHolder } from '#console/table/columns/layout-holder.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import type { TableIds } from '#console/table/columns/table-memory.ts'
import type { OpenView } from '#console/views/open-view.ts'
import { canonical, isOtherLayout, layoutOf } from '#console/views/view-state.ts'

/**
 * The changes of each view, by its id and its own columns: they outlive a visit to another screen and a new version that
 * changes only the name or the readers, but not the page.
 */
const changes = new Map<string, TableLayout>()
onSessionEnd(() => changes.clear())

type Arranged = Pick<OpenView, 'id' | 'config'>

function keyOf({ id, config }: Arranged): string {
  return `${id} ${canonical(config.columns)}`
}

/** Forgets the changed columns of a view, which shows its own again. */
export function dropLayoutChange(open: Arranged): void {
  changes.delete(keyOf(open))
}

/** Hands the columns of a view to its saved version: they may have been changed again while it was saved. */
export function carryLayoutChange(open: Arranged, saved: Arranged): void {
  const changed = changes.get(keyOf(open))
  if (!changed) return
  changes.delete(keyOf(open))
  changes.set(keyOf(saved), changed)
}

export interface ViewLayout {
  readonly holder: LayoutHolder
  /** What the table shows; null before it does. */
  readonly present: () => TableLayout | null
  /** Whether the columns differ from those of the view. */
  readonly isChanged: (ids: TableIds) => boolean
}

export function useViewLayout(open: OpenView | null): ViewLayout {
  const shown = useRef<TableLayout | null>(null)
  const [, setTimes] = useState(0)
  const changed = open ? changes.get(keyOf(open)) : undefined
  const holder = useMemo(
    () => ({
      layout: open ? (changed ?? layoutOf(open.config.columns)) : null,
      onLayout: (layout: TableLayout): void => {
        if (open) changes.set(keyOf(open), layout)
        setTimes((times) => times + 1)
      },
      onShown: (layout: TableLayout): void => {
        shown.current = layout
      },
    }),
    [open, changed],
  )
  const isChanged = (ids: TableIds): boolean =>
    open !== null && changed !== undefined && isOtherLayout(open.config, changed, ids)
  return { holder, present: () => shown.current, isChanged }
}
