/** Fetches a list again and returns the current state of the row that a form edits. */
import { useEffect, useRef } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { PeopleCollection, RecordOf } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { collectionKey } from '#console/data/collections/queries.ts'

/** @param key identifies the row; the call does nothing if it was deleted, or if the form was closed meanwhile */
export function useCurrentRow<N extends PeopleCollection>(
  name: N,
  key: string | undefined,
  onRow: (row: RecordOf<N>) => void,
): () => Promise<void> {
  const client = useQueryClient()
  const { refresh } = useCollection(name)
  const isClosed = useRef(false)
  useEffect(() => {
    isClosed.current = false
    return () => {
      isClosed.current = true
    }
  }, [])
  return async () => {
    await refresh()
    // The person may have closed this form, and be typing in that of another row.
    if (isClosed.current) return
    const rows = client.getQueryData<Snapshot>(collectionKey(name))?.rows ?? []
    const present = rows.find((row) => rowKey(name, row) === key)
    // The rows of a collection have its record type: the list call checks their shape.
    if (present) onRow(present as RecordOf<N>)
  }
}
