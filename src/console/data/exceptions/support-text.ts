/** What support needs of exceptions, as JSON: messages, raw answers and ids, and no secrets. */
import type { StatedException } from '#console/data/exceptions/group-cases.ts'
import { rawAnswerOf } from '#console/rows/loose/erp-answer.ts'

/** @param at when it was copied, in ms */
export function supportText(all: readonly StatedException[], at: number): string {
  const exceptions = all.map(({ record, state, known }) => ({
    collection: record.collection,
    id: record.id,
    kind: record.kind,
    cause: record.cause,
    message: record.message,
    at: record.at === null ? null : new Date(record.at).toISOString(),
    state,
    attempts: known?.failures ?? null,
    answer: record.row === null ? null : rawAnswerOf(record.row),
  }))
  return JSON.stringify({ copied_at: new Date(at).toISOString(), exceptions }, null, 2)
}
