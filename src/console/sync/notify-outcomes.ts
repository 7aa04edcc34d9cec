/** Reports the outcome of syncs that were started together, in one notice. */
import { listOf, type PulledList } from '#contract/lists.ts'
import { areaSyncFailed } from '#contract/faults.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { joinWithAnd } from '#contract/texts/own/joined-words.ts'
import type { SyncState } from '#console/data/collections/sync.ts'
import { notifyOutcome } from '#console/ui/notify.tsx'

/** A sync and its outcome. */
export interface EndedSync {
  readonly name: PulledList
  readonly state: SyncState
}

/** @param whole text shown in place of the areas if all of them succeeded, and after the area if there is only one */
export function notifySyncOutcomes(ended: readonly EndedSync[], whole?: string): void {
  const notes = ended.flatMap(({ state }) =>
    state.kind === 'success' && state.note !== undefined ? [state.note] : [],
  )
  const failures = [...failuresOf(ended), ...notes]
  const successes = ended.flatMap(({ name, state }) =>
    state.kind === 'success' ? [listTexts.syncedArea(listOf(name).area)] : [],
  )
  const isWhole = successes.length > 0 && successes.length === ended.length
  const named = ended.length === 1 ? successes : []
  notifyOutcome(failures, isWhole && whole !== undefined ? [...named, whole] : successes)
}

/** A sentence for each reason, with all the areas that failed for it. */
function failuresOf(ended: readonly EndedSync[]): string[] {
  const areas = new Map<string, string[]>()
  for (const { name, state } of ended)
    if (state.kind === 'error')
      areas.set(state.reason, [...(areas.get(state.reason) ?? []), listOf(name).area])
  return [...areas].map(([reason, failed]) => areaSyncFailed(joinWithAnd(failed), reason))
}
