/** What people do to cases: by key with the version that they saw, or to all open cases of a cause. */
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { CaseAction, CaseRef } from '#contract/own/exception-endpoints.ts'
import { ownAnswerOf } from '#contract/causes/own-answer.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { isExceptionCollection } from '#contract/records/exceptions.ts'
import type { Transaction } from '#server/db/database.ts'
import { caseNotes, cases } from '#server/db/schema/exceptions.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'
import { type CaseRow, emptyCase } from '#server/db/mirror/cases/case-after.ts'
import { findCases, openCasesOf, type ReadCase } from '#server/db/mirror/cases/read-cases.ts'
import { findSyncCase } from '#server/db/mirror/cases/sync-cases.ts'
import { readRecord } from '#server/db/mirror/floor-records.ts'

/** Who acts, when, and on which collections the person may act. */
export interface Actor {
  readonly by: string
  readonly at: Date
  readonly collections: readonly string[]
}

/** What became of one key. `changed` carries the case as it is now. */
export interface ActedOn {
  readonly collection: string
  readonly recordId: string
  readonly result: 'done' | 'changed' | 'gone'
  readonly now?: ReadCase
}

/** Does an action to cases. The rights of the person were checked. */
export async function actOnCases(
  tx: Transaction,
  action: CaseAction,
  actor: Actor,
): Promise<ActedOn[]> {
  const refs = action.keys ?? []
  const made = await missingCases(tx, refs, actor)
  const seq = await lockCases(tx)
  if (made.length > 0) await tx.insert(cases).values(made).onConflictDoNothing()
  const chosen =
    action.cause === undefined
      ? await chosenCases(tx, action, refs, actor)
      : (await openCasesOf(tx, action.cause, actor.collections)).map((found) => ({
          ...asDone(found),
          found,
        }))
  const done = chosen.flatMap(({ result, found }) => (result === 'done' && found ? [found] : []))
  await write(tx, action, done, actor, seq)
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
  // Locked in one order, whatever the order of the keys.
  const unknown = refs
    .filter(({ collection, version }) => version === 0 && collections.includes(collection))
    .filter(({ collection, record_id: recordId }) => !known.has(keyOf(collection, recordId)))
    .toSorted((one, other) => (keyOfRef(one) < keyOfRef(other) ? -1 : 1))
  for (const { collection, record_id: recordId } of unknown) {
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
  // An answer that is being stored at this moment is seen, because it holds this lock.
  await tx
    .select({ id: floorRecords.id })
    .from(floorRecords)
    .where(and(eq(floorRecords.collection, collection), eq(floorRecords.id, id)))
    .for('update')
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
        seq,
        ...(action.action !== 'note' && { version: sql`${cases.version} + 1` }),
        ...(hasNote && { notes: sql`${cases.notes} + 1` }),
      })
      .where(and(eq(cases.collection, collection), inArray(cases.recordId, ids)))
    await tx
      .insert(caseNotes)
      .values(
        ids.flatMap((recordId) => [
          { collection, recordId, at, by, step: action.action, text: note },
          ...(action.action !== 'note' && hasNote && 'note' in action
            ? [{ collection, recordId, at, by, step: 'note' as const, text: action.note }]
            : []),
        ]),
      )
  }
}

const UNRESOLVED = { resolvedBy: null, resolvedAt: null, resolvedHow: null, erpNumber: null }

function changesOf(action: CaseAction, by: string, at: Date): Partial<CaseRow> {
  if (action.action === 'acknowledge') return { state: 'acknowledged', ...UNRESOLVED }
  if (action.action === 'reopen') return { state: 'new', snoozedUntil: null, ...UNRESOLVED }
  if (action.action === 'assign') return { assignee: action.assignee }
  if (action.action === 'snooze')
    return { snoozedUntil: action.until === null ? null : new Date(action.until) }
  if (action.action === 'resolve')
    return {
      state: 'resolved',
      snoozedUntil: null,
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

function keyOfRef(ref: CaseRef): string {
  return keyOf(ref.collection, ref.record_id)
}

function idsIn(refs: readonly CaseRef[], collection: string): string[] {
  return refs.filter((ref) => ref.collection === collection).map((ref) => ref.record_id)
}
