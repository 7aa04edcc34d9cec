/** Cases and retries as they are sent. */
import type { Case, CaseNote, CauseOwner, Retry } from '#contract/records/exceptions.ts'
import type { caseNotes, causeOwners } from '#server/db/schema/exceptions.ts'
import type { ReadCase } from '#server/db/mirror/cases/read-cases.ts'
import type { RetryRow } from '#server/db/mirror/cases/start-retry.ts'

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null

/** One case. */
export function sentCase(one: ReadCase): Case {
  return {
    collection: one.collection,
    record_id: one.recordId,
    kind: one.kind,
    cause: one.cause,
    state: one.state,
    assignee: one.assignee,
    snoozed_until: textOf(one.snoozedUntil),
    failures: one.failures,
    first_failed_at: one.firstFailedAt.toISOString(),
    last_failed_at: one.lastFailedAt.toISOString(),
    reopened_at: textOf(one.reopenedAt),
    resolved_by: one.resolvedBy,
    resolved_at: textOf(one.resolvedAt),
    resolved_how: one.resolvedHow,
    erp_number: one.erpNumber,
    retry_id: one.retryId,
    notes: one.notes,
    version: one.version,
  }
}

/** One retry with what is left of it. */
export function sentRetry(one: RetryRow): Retry {
  return {
    id: one.id,
    cause: one.cause,
    by: one.by,
    started_at: one.startedAt.toISOString(),
    ended_at: textOf(one.endedAt),
    total: one.total,
    succeeded: one.succeeded,
    failed: one.failed,
    waiting: one.total - one.succeeded - one.failed,
    stopped_because: one.stoppedBecause,
  }
}

/** Who looks after a cause. */
export function sentOwner(one: typeof causeOwners.$inferSelect): CauseOwner {
  const { cause, assignee, note, by } = one
  return { cause, assignee, note, by, at: one.at.toISOString() }
}

/** One note or step. */
export function sentNote(one: typeof caseNotes.$inferSelect): CaseNote {
  const { id, collection, recordId, by, step, text } = one
  return { id, collection, record_id: recordId, at: one.at.toISOString(), by, step, text }
}
