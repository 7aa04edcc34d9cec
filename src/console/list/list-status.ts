/** The problem with the rows of a list, for the status line of its page: why a refresh or a sync failed. */
import { useEffect } from 'react'
import { collectionOf, isPulled } from '#contract/collections.ts'
import { loadFailed } from '#contract/faults.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { useSyncState } from '#console/data/collections/sync.ts'
import { hasOnlyFirstRows } from '#console/list/first-page.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { clockTime } from '#console/rows/formats.ts'
import { fullStop } from '#console/ui/full-stop.ts'
import { loadReason } from '#console/ui/load-reason.ts'
import type { PageStatus } from '#console/ui/page-header.tsx'
import { report } from '#console/ui/report.ts'

/**
 * @param hasRows whether rows are displayed; without rows, the failure is shown in their place
 * @returns null if there is no problem
 */
export function useListStatus(
  { collection }: Pick<ListScreen, 'collection'>,
  state: CollectionState,
  hasRows: boolean,
): PageStatus | null {
  const online = useOnline()
  const sync = useSyncState(isPulled(collection) ? collection : null)
  const { error, arrival, failedAt } = state
  const what = loadFailed(collectionOf(collection).area)
  useEffect(() => {
    if (error) report(what, error)
  }, [what, error])
  if (error && hasRows) {
    const reason = loadReason(error, '')
    const why = reason === '' ? '' : `: ${reason}`
    return {
      tone: online ? 'failed' : 'old',
      role: 'alert',
      what,
      more: [
        `${why}${fullStop(why)}`,
        ` ${rowsThere(state)}`,
        ...(failedAt === null
          ? []
          : [` ${deviceTexts.lastAttempt}: ${clockTime(failedAt, serverNow())}`]),
      ],
      onRetry: () => void state.refresh(),
    }
  }
  if (arrival) {
    return {
      tone: 'busy',
      what: tableTexts.arriving,
      more: [tableTexts.arrivedOf(arrival.here, arrival.of)],
    }
  }
  if (state.progress) {
    const { here, of } = state.progress
    return { tone: 'busy', what: tableTexts.arriving, more: [tableTexts.arrivedBytes(here, of)] }
  }
  // The notice has shown it; it remains readable here when the notice is gone (specification.md
  // section 4).
  return sync.kind === 'error'
    ? { tone: 'failed', what: dashboardTexts.lastSyncFailed(sync.reason) }
    : null
}

/** Which rows are shown although the list could not be fetched. */
function rowsThere(state: CollectionState): string {
  const { arrival, head } = state
  if (arrival) return tableTexts.onlyArrived(arrival.here, arrival.of)
  const { here = 0, of = 0 } = (hasOnlyFirstRows(state) && head?.lines) || {}
  return here > 0 ? tableTexts.firstRowsOnly(here, of) : deviceTexts.rowsKept
}
