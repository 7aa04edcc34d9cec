/**
 * Keeps cases in step with the answers of NetSuite, in the transaction that stores an answer: no failure is
 * without its case (decisions/server/exceptions.md).
 */
import { and, eq, inArray, isNull, ne, or } from 'drizzle-orm'
import { type OwnAnswer, ownAnswerOf } from '#contract/causes/own-answer.ts'
import { causeOf } from '#contract/causes/recognise.ts'
import { rowKey } from '#contract/row-identity.ts'
import type { Row } from '#contract/collections.ts'
import { type CaseStep, isExceptionCollection } from '#contract/records/exceptions.ts'
import type { Transaction } from '#server/db/database.ts'
import { caseNotes, cases, retryRecords } from '#server/db/schema/exceptions.ts'
import { lockCases } from '#server/db/mirror/cases/cases-state.ts'
import {
  type Answered,
  caseAfter,
  type CaseRow,
  newCase,
} from '#server/db/mirror/cases/case-after.ts'
import { noteRetried } from '#server/db/mirror/cases/retry-answers.ts'

const CHUNK_ROWS = 1_000

/** Notes the answers in rows that were written just now. The state of their collection is locked. */
export async function noteAnswers(
  tx: Transaction,
  collection: string,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  if (!isExceptionCollection(collection)) return
  const answers = new Map<string, Answered>()
  for (const row of rows) {
    const answer = ownAnswerOf(row)
    const id = answer && rowKey(collection, row)
    if (answer && id !== null) answers.set(id, answered(id, answer, now))
  }
  const all = [...answers.values()]
  for (let start = 0; start < all.length; start += CHUNK_ROWS)
    await note(tx, collection, all.slice(start, start + CHUNK_ROWS))
}

function answered(id: string, { success, message, at }: OwnAnswer, now: number): Answered {
  return { id, success, cause: success ? '' : causeOf({ message }), at: new Date(at ?? now) }
}

async function note(
  tx: Transaction,
  collection: string,
  answers: readonly Answered[],
): Promise<void> {
  const ids = answers.map(({ id }) => id)
  const isTheirs = and(eq(cases.collection, collection), inArray(cases.recordId, ids))
  // A record that succeeds at once has no case, and most do.
  if (answers.every(({ success }) => success) && !(await isKnown(tx, collection, ids))) return
  const seq = await lockCases(tx)
  const known = await tx.select().from(cases).where(isTheirs)
  const byId = new Map(known.map((one) => [one.recordId, one]))
  const changed: CaseRow[] = []
  const steps: { readonly of: CaseRow; readonly step: CaseStep; readonly at: Date }[] = []
  for (const answer of answers) {
    const before = byId.get(answer.id)
    const after = before ? caseAfter(before, answer) : newCase(collection, answer)
    if (!after || after === before) continue
    changed.push({ ...after, seq })
    if (before && after.version !== before.version)
      steps.push({ of: after, step: answer.success ? 'booked' : 'failed', at: answer.at })
  }
  if (changed.length > 0) {
    await tx.delete(cases).where(
      and(
        eq(cases.collection, collection),
        inArray(
          cases.recordId,
          changed.map(({ recordId }) => recordId),
        ),
      ),
    )
    await tx.insert(cases).values(changed)
  }
  if (steps.length > 0)
    await tx.insert(caseNotes).values(
      steps.map(({ of, step, at }) => ({
        collection,
        recordId: of.recordId,
        at,
        step,
        text: step === 'failed' ? of.cause : null,
      })),
    )
  await noteRetried(tx, collection, answers, seq)
}

/** Whether a success means something to a record: its case is not resolved by NetSuite, or it is in an unfinished retry. */
async function isKnown(
  tx: Transaction,
  collection: string,
  ids: readonly string[],
): Promise<boolean> {
  const [open] = await tx
    .select({ id: cases.recordId })
    .from(cases)
    .where(
      and(
        eq(cases.collection, collection),
        inArray(cases.recordId, [...ids]),
        or(ne(cases.state, 'resolved'), ne(cases.resolvedHow, 'booked')),
      ),
    )
    .limit(1)
  if (open) return true
  const [retried] = await tx
    .select({ id: retryRecords.recordId })
    .from(retryRecords)
    .where(
      and(
        eq(retryRecords.collection, collection),
        inArray(retryRecords.recordId, [...ids]),
        isNull(retryRecords.outcome),
      ),
    )
    .limit(1)
  return retried !== undefined
}
