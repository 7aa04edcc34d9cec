/** Lists whose rows were read with another query: by an earlier version, with another mapping or other rules. */
import { type PulledList, pulledLists } from '#contract/lists.ts'
import { statesOf } from '#server/db/mirror/collection-states.ts'
import { areasOf } from '#server/db/mirror/run-history.ts'
import type { Database } from '#server/db/database.ts'
import { queryName } from '#server/erp/pull/pull-plan.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { ENDING, type ReadAgain } from '#server/erp/read-again.ts'

interface OlderRowsDeps {
  readonly db: Database
  readonly again: Pick<ReadAgain, 'start' | 'isUnderWay'>
  readonly sources: Sources
  /** In ms. */
  readonly now: number
}

/** Starts pulling them. Resolves to whether there may be some left. */
export async function pullOutdatedLists(
  { db, again, sources, now }: OlderRowsDeps,
  startedBy: string,
): Promise<boolean> {
  // It reads everything, and another start would end it.
  if (again.isUnderWay()) return true
  const lists = await listsReadOtherwise(db, sources, now)
  if (lists !== null) again.start(startedBy, lists)
  return lists === null || lists.length > 0
}

/**
 * The lists to pull again; null while a pull is under way, which may be of one of them. A list whose last pull was
 * cancelled, or failed by a fault that only this list has, waits for a person.
 */
async function listsReadOtherwise(
  db: Database,
  sources: Sources,
  now: number,
): Promise<PulledList[] | null> {
  const areas = await areasOf(db, pulledLists, now)
  if (areas.some(({ present }) => present !== null)) return null
  const states = await statesOf(db, pulledLists)
  return areas.flatMap(({ collection, last, lastSuccess }) => {
    const isRead = (states.get(collection)?.asOf ?? null) !== null
    const isSame = lastSuccess?.reading?.query === queryName(sources[collection])
    const isTried = last !== null && last.id !== lastSuccess?.id
    const mayPass = !isTried || ENDING.some((kind) => kind === last.fault)
    return isRead && !isSame && mayPass ? [collection] : []
  })
}
