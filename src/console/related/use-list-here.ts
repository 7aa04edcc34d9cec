/** A list as far as this device has it, for what is not worth fetching a list. */
import { useEffect } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { ListName } from '#contract/lists.ts'
import { restoreSnapshot } from '#console/data/collections/snapshots.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import type { ListBeside } from '#console/data/collections/use-list.ts'

/** Reads a list from the device; the server is not asked for it. */
export function useListHere(name: ListName): ListBeside {
  const client = useQueryClient()
  const { snapshot, isRefreshing } = useCollection(name, false)
  const isMissing = snapshot === undefined
  useEffect(() => {
    if (isMissing) void restoreSnapshot(client, name)
  }, [client, name, isMissing])
  if (!snapshot) return { kind: 'missing' }
  const { rows, asOf, fetchedAt } = snapshot
  return { kind: 'here', rows, asOf, fetchedAt, isRefreshing }
}
