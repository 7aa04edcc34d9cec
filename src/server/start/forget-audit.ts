import type { FastifyBaseLogger } from 'fastify'
import { forgetAudit } from '#server/db/audit.ts'
import type { Database } from '#server/db/open.ts'

const DAY_MS = 24 * 60 * 60_000

export interface ForgettingSurroundings {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Removes entries of the audit trail that are older than they are kept (AUDIT_KEEP_DAYS), now and
 * once a day. What fails is logged and tried again the next day.
 * @param keepDays null: they are kept for ever
 * @returns stops it
 */
export function scheduleForgetting(
  surroundings: ForgettingSurroundings,
  keepDays: number | null,
): () => void {
  if (keepDays === null) return () => {}
  void forgetOld(surroundings, keepDays)
  const timer = setInterval(() => void forgetOld(surroundings, keepDays), DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}

/** Once; resolves also where it failed. */
export async function forgetOld(
  { db, now, log }: ForgettingSurroundings,
  keepDays: number,
): Promise<void> {
  try {
    const entries = await forgetAudit(db, new Date(now() - keepDays * DAY_MS))
    if (entries > 0) log.info({ entries, keepDays }, 'old entries of the audit trail were removed')
  } catch (err) {
    log.warn({ err }, 'old entries of the audit trail could not be removed')
  }
}
