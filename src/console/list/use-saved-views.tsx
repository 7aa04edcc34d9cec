/** The saved views of a list screen: the button of its toolbar, the name beside its title, and the columns. */
import { useMemo, type ReactNode } from 'react'
import type { SavedView } from '#contract/views/saved-views.ts'
import { readViewConfig, type ViewConfig } from '#contract/views/view-config.ts'
import type { View } from '#console/data/engine/types.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import type { LayoutHolder } from '#console/table/columns/layout-holder.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import type { ListViews, OpenView } from '#console/views/open-view.ts'
import { carryLayoutChange, dropLayoutChange, useViewLayout } from '#console/views/view-layout.ts'
import { ViewMark } from '#console/views/view-mark.tsx'
import { columnsOf, configOf, isOtherSearch } from '#console/views/view-state.ts'
import { ViewsButton } from '#console/views/views-button.tsx'

interface ShownList {
  readonly view: View
  readonly openView: (id: string) => void
  readonly leaveView: (id: string) => void
  readonly settleView: (id: string, config: ViewConfig) => void
  readonly content: ShapedTable | undefined
}

interface ArrangedScreen extends Pick<ListScreen, 'path' | 'sortedBy'> {
  /** The columns that come first here. */
  readonly leading: readonly string[]
}

interface SavedViews {
  readonly button: ReactNode
  readonly mark: ReactNode
  readonly holder: LayoutHolder
}

export function useSavedViews(
  { path, sortedBy, leading }: ArrangedScreen,
  views: ListViews,
  { view, openView, leaveView, settleView, content }: ShownList,
): SavedViews {
  const { open } = views
  const { holder, present, isChanged: isLayoutChanged } = useViewLayout(open)
  const columns = content?.columns
  const ids = useMemo(
    () => ({ columns: columns?.map(({ id }) => id) ?? [], leading }),
    [columns, leading],
  )
  // The list's own order is not part of a view.
  const isOwnOrder = view.sort?.id === sortedBy && !view.sort?.descending
  const asked = isOwnOrder ? { ...view, sort: null } : view
  const isChanged = open !== null && (isOtherSearch(open.config, asked) || isLayoutChanged(ids))
  const presentConfig = useStableCallback(() => {
    const layout = present() ?? { visibility: {}, order: [], widths: {} }
    return configOf(asked, columnsOf(layout, ids))
  })
  const onSaved = useStableCallback((before: OpenView, saved: SavedView): void => {
    const config = readViewConfig(saved.config)
    carryLayoutChange(before, { id: saved.id, config })
    settleView(saved.id, config)
  })
  const onDeleted = useStableCallback(({ id }: SavedView): void => leaveView(id))
  const button = useMemo(
    () =>
      views.views && (
        <ViewsButton
          path={path}
          views={views}
          isChanged={isChanged}
          presentConfig={presentConfig}
          onOpen={openView}
          onSettled={dropLayoutChange}
          onSaved={onSaved}
          onDeleted={onDeleted}
        />
      ),
    [path, views, isChanged, presentConfig, openView, onSaved, onDeleted],
  )
  const isMarked = (open !== null && open.saved !== null) || views.isMissing
  const mark = isMarked && <ViewMark views={views} isChanged={isChanged} />
  return { button, mark, holder }
}
