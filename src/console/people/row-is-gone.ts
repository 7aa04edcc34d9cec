/** An account that somebody else has deleted leaves the list. */
import type { QueryClient } from '@tanstack/react-query'
import type { PeopleCollection } from '#contract/collections.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { refetchList } from '#console/data/collections/refetch-list.ts'

/** Fetches the list again if a call failed because the account is not there. */
export function refreshIfGone(client: QueryClient, name: PeopleCollection, thrown: unknown): void {
  if (faultFacts(thrown).status === 404) void refetchList(client, name)
}
