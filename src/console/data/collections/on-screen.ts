/** Which collections are on the screen; they are fetched before the others. */
import { useEffect } from 'react'
import type { CollectionName } from '#contract/collections.ts'

const shown = new Map<CollectionName, number>()

/** Whether a collection is on the screen. */
export function isOnScreen(name: CollectionName): boolean {
  return (shown.get(name) ?? 0) > 0
}

/** Marks a collection as on the screen while the component is mounted. */
export function useOnScreen(name: CollectionName): void {
  useEffect(() => {
    shown.set(name, (shown.get(name) ?? 0) + 1)
    return () => void shown.set(name, (shown.get(name) ?? 1) - 1)
  }, [name])
}
