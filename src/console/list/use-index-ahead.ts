import { useEffect } from 'react'
import type { ViewIndex } from '#console/data/engine/view-index.ts'

/** Prepares the first search while nobody does anything. */
export function useIndexAhead(index: ViewIndex<object>): void {
  useEffect(() => {
    if (!('requestIdleCallback' in window)) return undefined
    let next = 0
    const work = (): void => {
      if (index.warm()) next = window.requestIdleCallback(work)
    }
    next = window.requestIdleCallback(work)
    return () => window.cancelIdleCallback(next)
  }, [index])
}
