/**
 * The ids of actions. One that has no answer keeps its id, so that pressing again is the same action to the server,
 * which does it once (decisions/console/exceptions-screen.md).
 */
import { nameKey } from '#contract/records/name-key.ts'
import type { CaseRef } from '#contract/own/exception-endpoints.ts'
import { caseKey } from '#contract/records/exceptions.ts'
import { randomId } from '#console/data/device/random-id.ts'
import { onLockForgotten } from '#console/session/lock.ts'
import { readSession } from '#console/session/session.ts'

/** What is done, without the records that it is done to. */
interface CaseChange {
  readonly action: string
  readonly until?: string | null
}

/** What one call names: chosen exceptions, or a cause. */
export type Target = { readonly keys: readonly CaseRef[] } | { readonly cause: string }

/** A call that may be sent several times and counts once. */
export interface Action {
  readonly id: string
  readonly target: Target
  /** Names change, target and person. */
  readonly key: string
  /** Whether it may have been sent before. */
  readonly isRepeated: boolean
}

interface Unended {
  readonly id: string
  readonly person: string
  readonly target: Target
  readonly at: number
  readonly until: string | null
}

const unended = new Map<string, Unended>()

/** Later, the same words are another action: what was done by then may have failed again. */
const REPEATABLE_MS = 3_600_000
/** Between two presses of the same 'For an hour'. */
const SAME_END_MS = 5 * 60_000

// Notes must not outlive what a person typed elsewhere.
onLockForgotten(() => unended.clear())

/** An action with its id: that of the same action if it has not ended yet, else a new one. */
export function beginAction({ until = null, ...change }: CaseChange, target: Target): Action {
  const person = nameKey(readSession().username ?? '')
  const key = JSON.stringify([person, change, namesOf(target)])
  const before = unended.get(key)
  if (before && isWithin(REPEATABLE_MS, before.at, Date.now()) && isSameEnd(before.until, until))
    return { id: before.id, target, key, isRepeated: true }
  const id = randomId()
  unended.set(key, { id, person, target, at: Date.now(), until })
  return { id, target, key, isRepeated: false }
}

/**
 * Notes that the server has answered an action. A lost action on the same records is over: pressed again, it is a new
 * one.
 */
export function noteAnswer({ key, target }: Action): void {
  const person = unended.get(key)?.person
  for (const [other, { person: whose, target: about }] of unended)
    if (other !== key && whose === person && overlap(about, target)) unended.delete(other)
}

/** Notes that an action has its answer. */
export function endAction({ id, key }: Action): void {
  if (unended.get(key)?.id === id) unended.delete(key)
}

/** Of a cause, any record may be part. */
function overlap(one: Target, other: Target): boolean {
  if ('cause' in one || 'cause' in other)
    return !('cause' in one && 'cause' in other) || one.cause === other.cause
  const names = new Set(one.keys.map(nameOf))
  return other.keys.some((ref) => names.has(nameOf(ref)))
}

function nameOf({ collection, record_id }: CaseRef): string {
  return caseKey(collection, record_id)
}

/** Without the versions, which change when the list is refreshed before a person presses again. */
function namesOf(target: Target): unknown {
  if ('cause' in target) return target.cause
  return target.keys.map(nameOf)
}

/** 'For an hour' ends later when it is pressed again. */
function isSameEnd(one: string | null, other: string | null): boolean {
  return (
    one === other ||
    (one !== null && other !== null && isWithin(SAME_END_MS, Date.parse(one), Date.parse(other)))
  )
}

function isWithin(ms: number, one: number, other: number): boolean {
  return Math.abs(one - other) <= ms
}
