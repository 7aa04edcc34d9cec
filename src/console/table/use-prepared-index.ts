import { useEffect } from 'react'
import type { ViewIndex } from '#console/data/engine/types.ts'
import { runWhenIdle } from '#console/data/api/run-chunked.ts'

/** Prepares the first search while the page is idle. */
export function usePreparedIndex(index: ViewIndex<object>): void {
  useEffect(() => {
    const left = new AbortController()
    runWhenIdle(index.searchAhead(), left.signal).catch(() => undefined)
    return () => left.abort()
  }, [index])
}
