/** Lists whose rows were read with another query: by an earlier version, or with another mapping. */
import { type PulledList, pulledLists } from '#contract/lists.ts'
import { statesOf } from '#server/db/mirror/collection-states.ts'
import { areasOf } from '#server/db/mirror/run-history.ts'
import type { Database } from '#server/db/database.ts'
import { queryName } from '#server/erp/pull/pull-plan.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { ENDING } from '#server/erp/read-again.ts'

/**
 * The lists to pull again. None while a pull is under way, which may be of one of them. A list whose last
 * pull was cancelled, or refused by the account, waits for a person.
 */
export async function listsReadOtherwise(
  db: Database,
  sources: Sources,
  now: number,
): Promise<PulledList[]> {
  const areas = await areasOf(db, pulledLists, now)
  if (areas.some(({ present }) => present !== null)) return []
  const states = await statesOf(db, pulledLists)
  return areas.flatMap(({ collection, last, lastSuccess }) => {
    const isRead = (states.get(collection)?.asOf ?? null) !== null
    const isSame = lastSuccess?.reading?.query === queryName(sources[collection])
    const isTried = last !== null && last.id !== lastSuccess?.id
    const mayPass = !isTried || ENDING.some((kind) => kind === last.fault)
    return isRead && !isSame && mayPass ? [collection] : []
  })
}
