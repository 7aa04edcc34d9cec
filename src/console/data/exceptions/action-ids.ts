/**
 * The ids of actions. One that has no answer keeps its id, so that pressing again is the same action to the server,
 * which does it once (decisions/console/exceptions-screen.md).
 */
import { nameKey } from '#contract/name-key.ts'
import type { CaseRef } from '#contract/own/exception-endpoints.ts'
import { caseKey } from '#contract/records/exceptions.ts'
import { randomId } from '#console/data/device/random-id.ts'
import { onLockForgotten } from '#console/session/lock.ts'
import { readSession } from '#console/session/session.ts'

/** What is done, without the records that it is done to. */
interface Deed {
  readonly action: string
  readonly until?: string | null
}

/** What one call names: chosen exceptions, or a cause. */
export type Target = { readonly keys: readonly CaseRef[] } | { readonly cause: string }

/** A call that may be sent several times and counts once. */
export interface Action {
  readonly id: string
  readonly target: Target
  /** Names deed, target and person. */
  readonly key: string
}

interface Unended {
  readonly id: string
  readonly at: number
  readonly until: string | null
}

const unended = new Map<string, Unended>()

/** Later, the same words are another action: what was done by then may have failed again. */
const REPEATABLE_MS = 3_600_000

// Notes must not outlive what a person typed elsewhere.
onLockForgotten(() => unended.clear())

/** An action with its id: that of the same action if it has not ended yet, else a new one. */
export function beginAction({ until = null, ...deed }: Deed, target: Target): Action {
  const key = JSON.stringify([nameKey(readSession().username ?? ''), deed, namesOf(target)])
  const before = unended.get(key)
  const isSame = before && isSoon(before.at, Date.now()) && isSameEnd(before.until, until)
  const id = isSame ? before.id : randomId()
  unended.set(key, { id, at: Date.now(), until })
  return { id, target, key }
}

/** Notes that an action has its answer. */
export function endAction({ id, key }: Action): void {
  if (unended.get(key)?.id === id) unended.delete(key)
}

/** Without the versions, which change when the list is refreshed before a person presses again. */
function namesOf(target: Target): unknown {
  if ('cause' in target) return target.cause
  return target.keys.map(({ collection, record_id }) => caseKey(collection, record_id))
}

/** 'For an hour' ends later when it is pressed again. */
function isSameEnd(one: string | null, other: string | null): boolean {
  return (
    one === other || (one !== null && other !== null && isSoon(Date.parse(one), Date.parse(other)))
  )
}

function isSoon(one: number, other: number): boolean {
  return Math.abs(one - other) <= REPEATABLE_MS
}
