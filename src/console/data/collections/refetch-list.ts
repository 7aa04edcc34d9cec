/** Fetches a list again after something changed it. */
import type { QueryClient } from '@tanstack/react-query'
import type { ListName } from '#contract/lists.ts'
import { collectionKey } from '#console/data/collections/queries.ts'

/**
 * Fetches a list again because it was changed; resolves when it has arrived. A first load that is under way may
 * have begun before the change, so it begins again.
 */
export async function refetchList(client: QueryClient, name: ListName): Promise<void> {
  const queryKey = collectionKey(name)
  if (client.getQueryData(queryKey) === undefined) await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}
