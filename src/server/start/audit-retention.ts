import type { FastifyBaseLogger } from 'fastify'
import { forgetAudit } from '#server/db/repositories/audit.ts'
import type { Database } from '#server/db/database.ts'

const DAY_MS = 24 * 60 * 60_000

export interface AuditRetentionDeps {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Deletes audit entries that are older than AUDIT_KEEP_DAYS, now and once a day. A failure is logged, and
 * retried the next day.
 * @param keepDays null: entries are kept forever
 * @returns a function that stops it
 */
export function scheduleAuditRetention(
  deps: AuditRetentionDeps,
  keepDays: number | null,
): () => void {
  if (keepDays === null) return () => {}
  void deleteExpiredAudit(deps, keepDays)
  const timer = setInterval(() => void deleteExpiredAudit(deps, keepDays), DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** One round; resolves even if it failed. */
export async function deleteExpiredAudit(
  { db, now, log }: AuditRetentionDeps,
  keepDays: number,
): Promise<void> {
  try {
    const entries = await forgetAudit(db, new Date(now() - keepDays * DAY_MS))
    if (entries > 0) log.info({ entries, keepDays }, 'old entries of the audit trail were removed')
  } catch (err) {
    log.warn({ err }, 'old entries of the audit trail could not be removed')
  }
}
