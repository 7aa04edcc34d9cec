/** Why the last sync of all collections failed; stays readable after the notice is gone. */
import { collectionOf, type PulledCollection } from '#contract/collections.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'
import { useSyncStates } from '#console/data/collections/sync.ts'
import { fullStop } from '#console/ui/full-stop.ts'
import type { PageStatus } from '#console/ui/page-header.tsx'

/** @param names the collections that the admin may see */
export function useSyncStatus(names: readonly PulledCollection[]): PageStatus | null {
  const states = useSyncStates()
  const failed = names.flatMap((name) => {
    const state = states.get(name)
    return state?.kind === 'error' ? [{ area: collectionOf(name).area, reason: state.reason }] : []
  })
  if (failed.length === 0) return null
  const reasons = [...new Set(failed.map(({ reason }) => reason))]
  const [first = '', ...others] = reasons.map((reason) => {
    const areas = failed.filter((each) => each.reason === reason).map(({ area }) => area)
    const words = `${joinWithAnd(areas)}: ${reason}`
    return `${words}${fullStop(words)}`
  })
  return {
    tone: 'failed',
    what: dashboardTexts.lastSyncFailed(first),
    more: others.map((words) => ` ${words}`),
  }
}
