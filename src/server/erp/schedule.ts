import type { FastifyBaseLogger } from 'fastify'
import { pulledCollections } from '#contract/collections.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import type { Database } from '#server/db/database.ts'
import type { ErpConnector } from '#server/erp/erp.ts'

export interface ScheduleDeps {
  readonly db: Database
  readonly erp: Pick<ErpConnector, 'pull'>
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** As whom the schedule pulls, in the history of runs. No admin can have that name: it has a space. */
export const SCHEDULE = 'the schedule'

/**
 * Pulls every area from the ERP every so often (ERP_PULL_EVERY), one after the other. An area that
 * somebody pulled meanwhile, here or in another process, is left until the next time. What fails
 * is logged and tried again then.
 * @param everyMs null: never
 * @returns stops it
 */
export function schedulePulls(surroundings: ScheduleDeps, everyMs: number | null): () => void {
  if (everyMs === null) return () => {}
  let timer: NodeJS.Timeout
  let isStopped = false
  const wait = (): void => {
    timer = setTimeout(() => void pullAll(surroundings, everyMs / 2).finally(next), everyMs)
    timer.unref()
  }
  const next = (): void => {
    if (!isStopped) wait()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

async function pullAll({ db, erp, now, log }: ScheduleDeps, freshMs: number): Promise<void> {
  for (const collection of pulledCollections)
    try {
      const { asOf } = await stateOf(db, collection)
      if (asOf === null || now() - asOf.getTime() > freshMs) await erp.pull(collection, SCHEDULE)
    } catch (err) {
      log.warn({ err, collection }, 'a scheduled pull failed')
    }
}
