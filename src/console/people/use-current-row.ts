/** Fetches a list again and returns the current state of the row that a form edits. */
import { useQueryClient } from '@tanstack/react-query'
import type { PeopleCollection, RecordOf } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { collectionKey } from '#console/data/collections/queries.ts'

/** @param key identifies the row; the call does nothing if it was deleted */
export function useCurrentRow<N extends PeopleCollection>(
  name: N,
  key: string | undefined,
  onRow: (row: RecordOf<N>) => void,
): () => Promise<void> {
  const client = useQueryClient()
  const { refresh } = useCollection(name)
  return async () => {
    await refresh()
    const rows = client.getQueryData<Snapshot>(collectionKey(name))?.rows ?? []
    const present = rows.find((row) => rowKey(name, row) === key)
    // The rows of a collection have its record type: the list call checks their shape.
    if (present) onRow(present as RecordOf<N>)
  }
}
