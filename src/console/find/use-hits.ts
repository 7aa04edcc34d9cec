/** What fits a search in the index as it is now. */
import { useEffect, useState, useSyncExternalStore } from 'react'
import { runChunked } from '#console/data/api/run-chunked.ts'
import type { FoundList } from '#console/data/engine/find/entry.ts'
import { findIn, type Hit } from '#console/data/engine/find/find-in.ts'
import { foundVersion, onFound, partsNow } from '#console/find/found-index.ts'
import { MAX_HITS_PER_LIST } from '#console/find/result-lines.tsx'
import { recentlyOpened } from '#console/find/recent.ts'

export interface Hits {
  readonly query: string
  readonly hits: readonly Hit[]
}

/** Rises with every change of the index. */
export function useFoundVersion(): number {
  return useSyncExternalStore(onFound, foundVersion)
}

/** The answer to the last search that has been answered, while the next one is under way. */
export function useHits(query: string, present: FoundList | null): Hits {
  const version = useFoundVersion()
  const [answer, setAnswer] = useState<Hits>({ query: '', hits: [] })
  useEffect(() => {
    const stopping = new AbortController()
    const asked = { present, recent: recentlyOpened(), limit: MAX_HITS_PER_LIST }
    runChunked(findIn(partsNow(), query, asked), stopping.signal).then(
      (hits) => {
        if (!stopping.signal.aborted) setAnswer({ query, hits })
      },
      // Another search has begun.
      () => undefined,
    )
    return () => stopping.abort()
  }, [query, present, version])
  return answer
}
