/** Looks for rows in a list that may be long, in slices, and again when the list has changed. */
import { useEffect, useState } from 'react'
import type { Row } from '#contract/collections.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import type { ListBeside } from '#console/data/collections/use-list.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { useStableCallback } from '#console/table/columns/use-stable-callback.ts'

interface Found<T> {
  readonly key: string
  readonly value: T
}

/**
 * What a search has found, or undefined until it has.
 * @param key tells this search from another one in the same place, such as the id that is looked for
 * @param find must do the same for the same key
 */
export function useFound<T>(
  list: ListBeside,
  key: string,
  find: (rows: readonly Row[]) => ChunkedTask<T>,
): T | undefined {
  const [found, setFound] = useState<Found<T> | null>(null)
  const rows = list.kind === 'here' ? list.rows : null
  const search = useStableCallback(find)
  useEffect(() => {
    if (!rows) return undefined
    const stopping = new AbortController()
    runChunked(search(rows), stopping.signal).then(
      (value) => {
        if (!stopping.signal.aborted) setFound({ key, value })
      },
      () => undefined,
    )
    return () => stopping.abort()
  }, [rows, key, search])
  return found?.key === key && rows ? found.value : undefined
}
