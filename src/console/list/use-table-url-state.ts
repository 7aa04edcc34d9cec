/** The view of a list screen, stored in its address. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import type { ViewConfig } from '#contract/views/view-config.ts'
import type { View } from '#console/data/engine/types.ts'
import { goBackOnce } from '#console/list/details/go-back-once.ts'
import {
  type ListSearch,
  readListSearch,
  searchOf,
  viewOf,
} from '#console/table/columns/table-address.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'
import type { ListViews } from '#console/views/open-view.ts'
import { searchBeside, searchOver, viewOver } from '#console/views/view-state.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /**
     * How many dialogs were opened here, and thus how many history entries are between them and the
     * list.
     */
    readonly dialogs?: number
    /** How many details of other things these were opened from. */
    readonly below?: number
  }
}

interface ViewInAddress {
  readonly view: View
  readonly setView: (view: View) => void
  /** The open row, and the path inside it. */
  readonly opened: Opened | null
  readonly setOpened: (opened: Opened | null) => void
  /** Opens another row in place of the open one; going back still leads to the list. */
  readonly replaceOpened: (opened: Opened) => void
  /** Takes the open row out of the address, where nothing has opened. */
  readonly dropOpened: () => void
  /** Whether the open row was opened from the details of another thing. */
  readonly isOnTop: boolean
  /** Opens a saved view by its id; without one the list opens as from the menu. */
  readonly openView: (id: string) => void
  /** Opens the list as from the menu, unless it no longer shows this saved view. */
  readonly leaveView: (id: string) => void
  /** Removes from the address what the saved view now contains, and keeps what was changed since. */
  readonly settleView: (id: string, config: ViewConfig) => void
  /** Closes one dialog, exactly as the browser's back button would. */
  readonly goBack: () => void
}

/** A row by its key, and the steps from its first dialog inwards. */
export interface Opened {
  readonly key: string
  readonly path: readonly string[]
}

interface Held {
  readonly view: View
  /** The address seen last, and the saved view below it. */
  readonly address: string
  readonly below: string
  /** Addresses requested by this table that have not been seen yet. */
  readonly sent: readonly string[]
}

/**
 * The view in the address, sorted by the screen's own column if the address names none. Typing
 * shows at once, and the address follows. Turning a page or opening a row adds a history entry.
 * @param views the saved views of the list: the address changes the open one
 */
export function useTableUrlState(
  sortedBy: string | undefined,
  views: Pick<ListViews, 'views' | 'open' | 'isMissing'> = NO_VIEWS,
): ViewInAddress {
  const below = views.open
  const navigate = useNavigate()
  const router = useRouter()
  const { open, at, ...rest } = readListSearch({ ...useSearch({ strict: false }) })
  const address = JSON.stringify(rest)
  const inside = { ...(open !== undefined && { open }), ...(at !== undefined && { at }) }
  const depth = useLocation({ select: ({ state }) => state.dialogs ?? 0 })
  const stacked = useLocation({ select: ({ state }) => state.below ?? 0 })
  const read = (): Held => ({
    view: sorted(below ? viewOver(below.config, rest) : viewOf(rest), sortedBy),
    address,
    below: below?.key ?? '',
    sent: [],
  })
  const [held, setHeld] = useState(read)
  if (address !== held.address || (below?.key ?? '') !== held.below) {
    const own = (below?.key ?? '') === held.below ? held.sent.indexOf(address) : -1
    setHeld(own === -1 ? read() : { ...held, address, sent: held.sent.slice(own + 1) })
  }
  const withoutUsualSort = (next: View): View =>
    next.sort?.id === sortedBy && !next.sort?.descending ? { ...next, sort: null } : next
  const askedBy = (next: View): ListSearch => {
    const asked = withoutUsualSort(next)
    if (below) return searchOver(below.id, below.config, asked)
    // The saved view of the address has not arrived yet, and typing in the meantime must not drop it.
    const isAwaited = rest.view !== undefined && views.views !== null && !views.isMissing
    return isAwaited ? searchBeside(rest, asked) : searchOf(asked)
  }
  // If two navigations follow each other at once, the router performs only the second, so it must
  // include the first.
  const around = (): ListSearch => (held.sent.length === 0 ? rest : askedBy(held.view))
  const setView = useStableCallback((next: View): void => {
    const search = askedBy(next)
    const sent = JSON.stringify(search)
    const isNew = sent !== (held.sent.at(-1) ?? held.address)
    setHeld({ ...held, view: next, sent: isNew ? [...held.sent, sent] : held.sent })
    if (!isNew) return
    void navigate({
      to: '.',
      search: { ...search, ...inside },
      // Following the size of the screen is not a step in the history.
      replace:
        next.page === held.view.page || next.page === 0 || next.pageSize !== held.view.pageSize,
      resetScroll: false,
    }).then(() => {
      // The router skips addresses when navigations follow each other at once. Once it is at the last one, an earlier
      // address is no longer our own echo but a new step, such as going back, so it must be read.
      setHeld((now) =>
        now.address === sent && now.sent.at(-1) === sent ? { ...now, sent: [] } : now,
      )
    })
  })
  const setOpened = useStableCallback((next: Opened | null): void => {
    // Dialogs opened here are history entries; a link that arrived with an open row has none.
    if (next === null && depth > 0) {
      goBackOnce(router.history, depth)
      return
    }
    void navigate({
      to: '.',
      search: { ...around(), ...(next && searchOfOpened(next)) },
      state: { dialogs: next === null ? 0 : depth + 1, below: next === null ? 0 : stacked },
      replace: next === null,
      resetScroll: false,
    })
  })
  const replaceOpened = useStableCallback((next: Opened): void => {
    void navigate({
      to: '.',
      search: { ...around(), ...searchOfOpened(next) },
      state: { dialogs: depth, below: stacked },
      replace: true,
      resetScroll: false,
    })
  })
  const dropOpened = useStableCallback((): void => {
    void navigate({
      to: '.',
      search: around(),
      state: { dialogs: 0, below: 0 },
      replace: true,
      resetScroll: false,
    })
  })
  const goBack = useStableCallback((): void => {
    if (depth > 0 || stacked > 0) {
      goBackOnce(router.history)
      return
    }
    const path = pathIn(at).slice(0, -1)
    const outer = open === undefined || pathIn(at).length === 0 ? null : { key: open, path }
    void navigate({
      to: '.',
      search: { ...around(), ...(outer && searchOfOpened(outer)) },
      replace: true,
      resetScroll: false,
    })
  })
  // An answer about a saved view may come after the person has left the list. It must not change another screen.
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  const openView = useStableCallback((id: string): void => {
    if (isLeft.current) return
    void navigate({ to: '.', search: id === '' ? {} : { view: id }, resetScroll: false })
  })
  const shownId = rest.view ?? below?.id
  const leaveView = useStableCallback((id: string): void => {
    if (shownId === id) openView('')
  })
  const settleView = useStableCallback((id: string, config: ViewConfig): void => {
    if (isLeft.current || shownId !== id) return
    const search = searchOver(id, config, withoutUsualSort(held.view))
    void navigate({
      to: '.',
      search: { ...search, ...inside },
      state: { dialogs: depth, below: stacked },
      replace: true,
      resetScroll: false,
    })
  })
  const opened = open === undefined ? null : { key: open, path: pathIn(at) }
  const isOnTop = stacked > 0
  return {
    view: held.view,
    setView,
    opened,
    setOpened,
    replaceOpened,
    dropOpened,
    isOnTop,
    openView,
    leaveView,
    settleView,
    goBack,
  }
}

const NO_VIEWS = { views: null, open: null, isMissing: false }

function searchOfOpened({ key, path }: Opened) {
  return { open: key, ...(path.length > 0 && { at: path.map(encodeURIComponent).join('/') }) }
}

function pathIn(at: string | undefined): string[] {
  return at === undefined ? [] : at.split('/').map(decoded)
}

/** A truncated link must not break the page. */
function decoded(step: string): string {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

function sorted(view: View, sortedBy: string | undefined): View {
  return view.sort || !sortedBy ? view : { ...view, sort: { id: sortedBy, descending: false } }
}
