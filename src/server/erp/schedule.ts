import type { FastifyBaseLogger } from 'fastify'
import { pulledLists } from '#contract/lists.ts'
import { isSideListName, type SideListName } from '#contract/side-lists.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { areasOf } from '#server/db/mirror/run-history.ts'
import type { Database } from '#server/db/database.ts'
import type { ErpConnector } from '#server/erp/erp.ts'

export interface ScheduleDeps {
  readonly db: Database
  readonly erp: Pick<ErpConnector, 'pull' | 'noteNextPull'>
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}

/** How long a side list is not tried again that the account has refused. A person's sync tries at any time. */
const LACKING_FOR_MS = 24 * 3_600_000

/**
 * The user of scheduled pulls in the history of runs. No admin can have this name, because it contains a
 * space.
 */
export const SCHEDULE = 'the schedule'

/**
 * Pulls every collection from the ERP at an interval (ERP_PULL_EVERY), one after the other. A collection
 * that was pulled meanwhile, here or in another process, is skipped until the next time. A failure is
 * logged, and retried the next time.
 * @param everyMs null: never
 * @returns a function that stops it
 */
export function schedulePulls(deps: ScheduleDeps, everyMs: number | null): () => void {
  if (everyMs === null) return () => {}
  let timer: NodeJS.Timeout
  let isStopped = false
  const wait = (): void => {
    deps.erp.noteNextPull(new Date(deps.now() + everyMs))
    timer = setTimeout(() => void pullAll(deps, everyMs / 2).finally(next), everyMs)
    timer.unref()
  }
  const next = (): void => {
    if (!isStopped) wait()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
    deps.erp.noteNextPull(null)
  }
}

const OLDER_EVERY_MS = 5 * 60_000

/**
 * Pulls what an earlier version has read: until then bookings wait for fields that its rows lack. It looks at the start
 * and every five minutes, because the ERP may be out of reach, until nothing is left. Rules that are saved later apply
 * with the next sync.
 * @returns a function that stops it
 */
export function scheduleOutdatedLists({
  erp,
  log,
}: {
  readonly erp: Pick<ErpConnector, 'readOlder'>
  readonly log: Pick<FastifyBaseLogger, 'warn'>
}): () => void {
  const look = (): void => {
    erp.readOlder(SCHEDULE).then(
      (isLeft) => {
        if (!isLeft) stop()
      },
      (err: unknown) => log.warn({ err }, 'could not look for lists of an earlier version'),
    )
  }
  const timer = setInterval(look, OLDER_EVERY_MS)
  timer.unref()
  const stop = (): void => clearInterval(timer)
  look()
  return stop
}

async function pullAll({ db, erp, now, log }: ScheduleDeps, freshMs: number): Promise<void> {
  for (const collection of pulledLists)
    try {
      if (isSideListName(collection) && (await isLacking(db, collection, now()))) continue
      const { asOf } = await stateOf(db, collection)
      if (asOf === null || now() - asOf.getTime() > freshMs) await erp.pull(collection, SCHEDULE)
    } catch (err) {
      log.warn({ err, collection }, 'a scheduled pull failed')
    }
}

/** Whether the account has no such table or column, or hides it: that is said once a day, not at every interval. */
async function isLacking(db: Database, list: SideListName, now: number): Promise<boolean> {
  const [area] = await areasOf(db, [list], now)
  const { fault = null, endedAt = null } = area?.last ?? {}
  const isRefused = fault === 'query' || fault === 'permission'
  return isRefused && endedAt !== null && now - endedAt.getTime() < LACKING_FOR_MS
}
