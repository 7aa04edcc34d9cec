/** The exceptions of each cause, with the state and the case of each. */
import type { Case, CauseOwner } from '#contract/records/exceptions.ts'
import type { KnownCases } from '#console/data/exceptions/cases.ts'
import {
  isForgotten,
  isOpen,
  type ShownState,
  shownState,
} from '#console/rows/exceptions/case-state.ts'
import type { CauseGroup } from '#console/rows/exceptions/group-exceptions.ts'
import type { ExceptionRecord } from '#console/rows/exceptions/read-exception.ts'

/** An exception with what people decided about it. */
export interface StatedException {
  readonly record: ExceptionRecord
  readonly state: ShownState
  readonly known: Case | undefined
}

/** A cause with its exceptions. */
export interface CaseGroup {
  readonly group: CauseGroup
  readonly all: readonly StatedException[]
  readonly open: readonly StatedException[]
  readonly owner: CauseOwner | undefined
}

/** Joins groups with the cases, in the order of the groups. */
export function groupCases(
  groups: readonly CauseGroup[],
  cases: KnownCases | undefined,
  now: number,
): readonly CaseGroup[] {
  return groups.map((group) => {
    const all = group.records.map((record): StatedException => {
      const known = cases?.cases.get(record.key)
      const isSettled = cases !== undefined && isForgotten(record, known, now)
      return { record, known, state: isSettled ? 'resolved' : shownState(record, known, now) }
    })
    const open = all.filter(({ state }) => isOpen(state))
    return { group, all, open, owner: cases?.owners.get(group.cause) }
  })
}

/** How many exceptions are open. */
export function countOpen(groups: readonly CaseGroup[]): number {
  return groups.reduce((sum, { open }) => sum + open.length, 0)
}
