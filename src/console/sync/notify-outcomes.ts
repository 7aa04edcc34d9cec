/** Reports the outcome of syncs that were started together, in one notice. */
import { collectionOf, type PulledCollection } from '#contract/collections.ts'
import { areaSyncFailed } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import type { SyncState } from '#console/data/collections/sync.ts'
import { notifyOutcome } from '#console/ui/notify.tsx'

/** A sync and its outcome. */
export interface EndedSync {
  readonly name: PulledCollection
  readonly state: SyncState
}

/** @param whole text shown before the areas if all of them succeeded */
export function notifySyncOutcomes(ended: readonly EndedSync[], whole?: string): void {
  const failures = ended.flatMap(({ name, state }) => {
    if (state.kind === 'error') return [areaSyncFailed(collectionOf(name).area, state.reason)]
    return state.kind === 'success' && state.note !== undefined ? [state.note] : []
  })
  const successes = ended.flatMap(({ name, state }) =>
    state.kind === 'success' ? [listTexts.syncedArea(collectionOf(name).area)] : [],
  )
  const isWhole = successes.length > 0 && successes.length === ended.length
  notifyOutcome(failures, isWhole && whole !== undefined ? [whole, ...successes] : successes)
}
