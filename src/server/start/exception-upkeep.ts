import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { forgetCases, settleRetries } from '#server/db/mirror/cases/settle-retries.ts'

const SETTLE_MS = 60_000
const DAY_MS = 24 * 60 * 60_000

export interface ExceptionUpkeepDeps {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}

/**
 * Ends retries that wait in vain, every minute, and forgets old cases, once a day. A failure is logged, and
 * retried the next time.
 * @returns a function that stops it
 */
export function scheduleExceptionUpkeep(deps: ExceptionUpkeepDeps): () => void {
  const timers = [
    setInterval(() => void settle(deps), SETTLE_MS),
    setInterval(() => void forget(deps), DAY_MS),
  ]
  void forget(deps)
  for (const timer of timers) timer.unref()
  return () => {
    for (const timer of timers) clearInterval(timer)
  }
}

async function settle({ db, now, log }: ExceptionUpkeepDeps): Promise<void> {
  await settleRetries(db, now()).catch((err: unknown) =>
    log.warn({ err }, 'retries could not be settled'),
  )
}

async function forget({ db, now, log }: ExceptionUpkeepDeps): Promise<void> {
  try {
    const forgotten = await forgetCases(db, now())
    if (forgotten > 0) log.info({ forgotten }, 'resolved cases were forgotten')
  } catch (err) {
    log.warn({ err }, 'old cases could not be forgotten')
  }
}
