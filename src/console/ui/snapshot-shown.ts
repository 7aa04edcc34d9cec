/** Whether the screen shows rows stored on the device: only then does the offline banner say so. */
import { useEffect, useSyncExternalStore } from 'react'

let shown = 0
const listeners = new Set<() => void>()

/** Counts the component among those that show stored rows while `isShown`. */
export function useShowsSnapshot(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    add(1)
    return () => add(-1)
  }, [isShown])
}

/** Whether any component shows stored rows, as a hook. */
export function useIsSnapshotShown(): boolean {
  return useSyncExternalStore(subscribe, () => shown > 0)
}

function add(change: number): void {
  shown += change
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
