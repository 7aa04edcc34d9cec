/** Whether a sync publishes the lists that an attempt looks names up in, while the attempt is failing. */
import type { PulledList } from '#contract/lists.ts'
import type { Database } from '#server/db/database.ts'
import { statesOf } from '#server/db/mirror/collection-states.ts'

/** Lists as they were before names were looked up in them. */
export interface ListsRead {
  readonly lists: readonly PulledList[]
  /** What publishing a pull of one of them changes. */
  readonly mark: string
}

/** To be called before the first name is looked up. */
export async function noteLists(db: Database, lists: readonly PulledList[]): Promise<ListsRead> {
  return { lists, mark: await markOf(db, lists) }
}

/** Whether a sync has published one of them since. */
export async function haveListsChanged(db: Database, { lists, mark }: ListsRead): Promise<boolean> {
  return (await markOf(db, lists)) !== mark
}

async function markOf(db: Database, lists: readonly PulledList[]): Promise<string> {
  const states = await statesOf(db, lists)
  return JSON.stringify(
    lists.map((list) => {
      const { epoch, seq, asOf } = states.get(list) ?? {}
      return [epoch, seq, asOf]
    }),
  )
}
