import { useEffect } from 'react'
import type { ViewIndex } from '#console/data/engine/view-index.ts'
import { whileIdle } from '#console/data/slices.ts'

/** Prepares the first search while nobody does anything. */
export function useIndexAhead(index: ViewIndex<object>): void {
  useEffect(() => {
    const left = new AbortController()
    whileIdle(index.searchAhead(), left.signal).catch(() => undefined)
    return () => left.abort()
  }, [index])
}
