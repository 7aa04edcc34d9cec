/** What people do to cases: by key with the version that they saw, or to all open cases of a cause. */
import { and, eq, sql } from 'drizzle-orm'
import type { CaseAction, CaseRef } from '#contract/own/exception-endpoints.ts'
import { ownAnswerOf } from '#contract/causes/own-answer.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { isExceptionCollection } from '#contract/records/exceptions.ts'
import type { Transaction } from '#server/db/database.ts'
import { isAnyOf } from '#server/db/is-any-of.ts'
import { caseNotes, cases } from '#server/db/schema/exceptions.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'
import { type CaseRow, emptyCase } from '#server/db/mirror/cases/case-after.ts'
import { type LockedRecord, lockRecords } from '#server/db/mirror/cases/lock-records.ts'
import { findCases, openCasesOf, type ReadCase } from '#server/db/mirror/cases/read-cases.ts'
import { forgottenOf, isDecided, stopBooking } from '#server/db/mirror/cases/resolved-by-hand.ts'
import { lockAnswers, tellStopped } from '#server/db/mirror/cases/stopped-answers.ts'
import { findSyncCase, renewSyncCases } from '#server/db/mirror/cases/sync-cases.ts'
import { ifStillThere } from '#server/db/mirror/cases/unassign.ts'
import { readRecord, type RecordKey } from '#server/db/mirror/floor-records.ts'

/** Who acts, when, and on which collections the person may act. */
export interface Actor {
  readonly by: string
  readonly at: Date
  readonly collections: readonly string[]
  /** Throws for a case, or a cause, that the person may not change in this way. It is locked. */
  readonly assertMay: (found: ActedUpon) => void
}

/** What rights depend on. A cause has no state. */
export type ActedUpon = Pick<CaseRow, 'assignee'> & Partial<Pick<CaseRow, 'state'>>

/** What became of one key. `changed` carries the case as it is now. */
export interface ActedOn {
  readonly collection: string
  readonly recordId: string
  readonly result: 'done' | 'changed' | 'gone'
  readonly now?: ReadCase
}

/** Does an action to cases. What the person may do to any case was checked. */
export async function actOnCases(
  tx: Transaction,
  action: CaseAction,
  actor: Actor,
): Promise<ActedOn[]> {
  const refs = action.keys ?? []
  const records = await recordsOf(tx, action, actor)
  // Before the cases, as whatever stores an answer does, and before they are read: an answer that is being stored
  // is seen.
  const locked = await lockRecords(tx, records, actor.at)
  if (action.action === 'resolve') await lockAnswers(tx, records)
  const made = await missingCases(tx, refs, actor)
  const seq = await lockCases(tx)
  if (made.length > 0) await tx.insert(cases).values(made).onConflictDoNothing()
  const ofSyncs = refs.filter(
    ({ collection }) =>
      actor.collections.includes(collection) && !isExceptionCollection(collection),
  )
  await renewSyncCases(tx, (await knownCases(tx, ofSyncs)).values(), seq)
  const known =
    action.cause === undefined
      ? await chosenCases(tx, action, refs, actor)
      : (await openCasesOf(tx, action.cause, actor.collections)).map((found) => ({
          ...asDone(found),
          found,
        }))
  const chosen = action.action === 'resolve' ? resolvable(known, records, locked) : known
  const done = chosen.flatMap(({ result, found }) => (result === 'done' && found ? [found] : []))
  for (const found of done) actor.assertMay(found)
  await write(tx, action, done, actor, seq)
  if (action.action === 'resolve')
    await tellStopped(tx, await stopBooking(tx, done, actor.at), actor.at)
  return chosen.map(({ found, ...one }) =>
    one.result === 'changed' && found ? { ...one, now: found } : one,
  )
}

interface Chosen extends ActedOn {
  readonly found?: ReadCase
}

const asDone = ({ collection, recordId }: CaseRow): ActedOn => ({
  collection,
  recordId,
  result: 'done',
})

/** The records to lock: all that are to be resolved, and those that may get their case only now. */
async function recordsOf(
  tx: Transaction,
  { action, cause, keys = [] }: CaseAction,
  { collections }: Actor,
): Promise<RecordKey[]> {
  const isResolved = action === 'resolve'
  if (cause !== undefined && isResolved)
    return (await openCasesOf(tx, cause, collections)).map((one) => ({
      collection: one.collection,
      id: one.recordId,
    }))
  return keys
    .filter(({ collection, version }) =>
      collections.includes(collection) ? isResolved || version === 0 : false,
    )
    .map(({ collection, record_id: id }) => ({ collection, id }))
}

/** Without cases that came while the records were locked; what NetSuite has or gets now is no longer a person's to resolve. */
function resolvable(
  chosen: readonly Chosen[],
  records: readonly RecordKey[],
  locked: readonly LockedRecord[],
): Chosen[] {
  const known = new Set(records.map(({ collection, id }) => keyOf(collection, id)))
  const decided = new Set(
    locked.filter(isDecided).map(({ collection, id }) => keyOf(collection, id)),
  )
  return chosen.flatMap((one) => {
    const key = keyOf(one.collection, one.recordId)
    if (one.result !== 'done') return one
    if (!known.has(key)) return []
    return decided.has(key) ? { ...one, result: 'changed' as const } : one
  })
}

async function chosenCases(
  tx: Transaction,
  action: CaseAction,
  refs: readonly CaseRef[],
  { collections }: Actor,
): Promise<Chosen[]> {
  const known = await knownCases(tx, refs)
  return refs.map(({ collection, record_id: recordId, version }) => {
    const found = known.get(keyOf(collection, recordId))
    if (!found || !collections.includes(collection)) return { collection, recordId, result: 'gone' }
    // NetSuite's answer decided it; there is nothing left to decide.
    if (found.resolvedHow === 'booked' && action.action !== 'note')
      return { collection, recordId, result: 'gone' }
    // Version 0: the person saw an exception without a case, which is new to everyone.
    const isSame = version === found.version || (version === 0 && found.version === 1)
    return { collection, recordId, result: isSame ? 'done' : 'changed', found }
  })
}

async function knownCases(
  tx: Transaction,
  refs: readonly CaseRef[],
): Promise<ReadonlyMap<string, ReadCase>> {
  const known = new Map<string, ReadCase>()
  for (const collection of new Set(refs.map((ref) => ref.collection)))
    for (const found of await findCases(tx, collection, idsIn(refs, collection)))
      known.set(keyOf(collection, found.recordId), found)
  return known
}

/** Cases for exceptions that have none yet: unanswered records, syncs, and answers that only the device can read. */
async function missingCases(
  tx: Transaction,
  refs: readonly CaseRef[],
  { at, collections }: Actor,
): Promise<CaseRow[]> {
  const made: CaseRow[] = []
  const known = await knownCases(tx, refs)
  const unknown = refs
    .filter(({ collection, version }) => version === 0 && collections.includes(collection))
    .filter(({ collection, record_id: recordId }) => !known.has(keyOf(collection, recordId)))
  const keys = unknown.map(({ collection, record_id: id }) => ({ collection, id }))
  const forgotten = new Set(
    (await forgottenOf(tx, keys, at)).map(({ collection, id }) => keyOf(collection, id)),
  )
  for (const { collection, record_id: recordId } of unknown) {
    // A new case would undo what a person has resolved.
    if (forgotten.has(keyOf(collection, recordId))) continue
    const one = isExceptionCollection(collection)
      ? await caseOfRecord(tx, collection, recordId, at)
      : await findSyncCase(tx, collection, recordId)
    if (one) made.push(one)
  }
  return made
}

async function caseOfRecord(
  tx: Transaction,
  collection: string,
  id: string,
  at: Date,
): Promise<CaseRow | null> {
  const row = await readRecord(tx, { collection, id })
  const answer = row && ownAnswerOf(row)
  if (!row || answer?.success) return null
  const one = emptyCase(collection, id, at)
  return answer
    ? { ...one, cause: causeOf(answer), failures: 1 }
    : { ...one, kind: 'unanswered', cause: 'no-answer' }
}

async function write(
  tx: Transaction,
  action: CaseAction,
  done: readonly ReadCase[],
  { by, at }: Actor,
  seq: number,
): Promise<void> {
  if (done.length === 0) return
  const note = noteOf(action)
  const hasNote = action.action === 'note' || ('note' in action && action.note !== undefined)
  for (const collection of new Set(done.map((one) => one.collection))) {
    const ids = done.filter((one) => one.collection === collection).map(({ recordId }) => recordId)
    await tx
      .update(cases)
      .set({
        ...changesOf(action, by, at),
        ...(action.action === 'assign' && { assignee: ifStillThere(action.assignee) }),
        seq,
        ...(action.action !== 'note' && { version: sql`${cases.version} + 1` }),
        ...(hasNote && { notes: sql`${cases.notes} + 1` }),
      })
      .where(and(eq(cases.collection, collection), isAnyOf(cases.recordId, ids)))
    const steps = ids.flatMap((recordId) => [
      { collection, recordId, at, by, step: action.action, text: note },
      ...(action.action !== 'note' && hasNote && 'note' in action
        ? [{ collection, recordId, at, by, step: 'note' as const, text: action.note }]
        : []),
    ])
    for (let start = 0; start < steps.length; start += CHUNK_ROWS)
      await tx.insert(caseNotes).values(steps.slice(start, start + CHUNK_ROWS))
  }
}

const CHUNK_ROWS = 1_000

const UNRESOLVED = { resolvedBy: null, resolvedAt: null, resolvedHow: null, erpNumber: null }

function changesOf(action: CaseAction, by: string, at: Date): Partial<CaseRow> {
  if (action.action === 'acknowledge') return { state: 'acknowledged', ...UNRESOLVED }
  if (action.action === 'reopen') return { state: 'new', snoozedUntil: null, ...UNRESOLVED }
  if (action.action === 'snooze')
    return { snoozedUntil: action.until === null ? null : new Date(action.until) }
  if (action.action === 'resolve')
    return {
      state: 'resolved',
      snoozedUntil: null,
      triedAgainAt: null,
      resolvedBy: by,
      resolvedAt: at,
      resolvedHow: action.how,
      erpNumber: action.erp_number ?? null,
    }
  return {}
}

/** What a step says besides its name. */
export function noteOf(action: CaseAction): string | null {
  if (action.action === 'note') return action.text
  if (action.action === 'assign') return action.assignee
  if (action.action === 'snooze') return action.until
  if (action.action === 'resolve')
    return action.erp_number === undefined ? action.how : `${action.how} ${action.erp_number}`
  return null
}

function keyOf(collection: string, recordId: string): string {
  return `${collection}|${recordId}`
}

function idsIn(refs: readonly CaseRef[], collection: string): string[] {
  return refs.filter((ref) => ref.collection === collection).map((ref) => ref.record_id)
}
