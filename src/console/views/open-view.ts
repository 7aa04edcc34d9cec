/** Which saved view a list shows: that of its address, else a default, else none. */
import { useMemo } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { SavedView } from '#contract/views/saved-views.ts'
import { INSTALLED_CONFIG, readViewConfig, type ViewConfig } from '#contract/views/view-config.ts'
import { viewScreenOf } from '#contract/views/view-screens.ts'
import { useOffers } from '#console/data/api/config.ts'
import { viewsQuery } from '#console/data/collections/queries.ts'
import { useSession } from '#console/session/session.ts'
import { useIsGone } from '#console/views/ask-again.ts'
import { readListSearch, type ListSearch } from '#console/table/columns/table-address.ts'

/** The id of the list without any view, where it opens with a default. */
export const INSTALLED_ID = 'installed'

/** A view that a list shows. */
export interface OpenView {
  readonly id: string
  /** Differs whenever the view has changed. */
  readonly key: string
  readonly config: ViewConfig
  /** Null for the list as installed. */
  readonly saved: SavedView | null
}

export interface ListViews {
  /** The saved views of the list; null where the server has none. */
  readonly views: readonly SavedView[] | null
  readonly defaults: { readonly mine: string | null; readonly everyone: string | null }
  readonly open: OpenView | null
  /** Whether the address names a view that is not there. */
  readonly isMissing: boolean
}

const NO_DEFAULTS = { mine: null, everyone: null }
const NO_VIEWS = { views: null, defaults: NO_DEFAULTS, open: null, isMissing: false }

/** @param path of the list screen, such as `/bins` */
export function useListViews(path: string): ListViews {
  const { twoFactorVerified } = useSession()
  const isOffered = useOffers().includes('views')
  const isEnabled = isOffered && twoFactorVerified
  const { data, refetch } = useQuery({ ...viewsQuery(), enabled: isEnabled })
  const search = readListSearch({ ...useSearch({ strict: false }) })
  const screen = viewScreenOf(path.slice(1))
  const asked = search.view
  const isPlain = isWithoutView(search)
  const listed = useMemo(() => {
    if (!isOffered || screen === undefined) return null
    const views = data?.data.filter((view) => view.screen === screen) ?? []
    const defaults = data?.defaults[screen] ?? NO_DEFAULTS
    const id = asked ?? (isPlain ? (defaults.mine ?? defaults.everyone) : null)
    return { views, defaults, open: openView(id, views) }
  }, [isOffered, screen, data, asked, isPlain])
  // Before the views have arrived, no view is missing.
  const isUnknown = isEnabled && data !== undefined && listed?.open === null
  const isMissing = useIsGone(isUnknown && asked !== undefined ? asked : null, refetch)
  return useMemo(() => (listed ? { ...listed, isMissing } : NO_VIEWS), [listed, isMissing])
}

function openView(id: string | null, views: readonly SavedView[]): OpenView | null {
  if (id === null) return null
  if (id === INSTALLED_ID) return INSTALLED
  const saved = views.find((view) => view.id === id)
  if (!saved) return null
  const key = `${id} ${String(saved.version)}`
  return { id, key, config: readViewConfig(saved.config), saved }
}

const INSTALLED: OpenView = {
  id: INSTALLED_ID,
  key: INSTALLED_ID,
  config: INSTALLED_CONFIG,
  saved: null,
}

/** A default is for a list that is opened as such, not for a link to some of its rows. */
function isWithoutView({ view, q, sort, page, size, filter }: ListSearch): boolean {
  return [view, q, sort, page, size, filter].every((part) => part === undefined)
}
