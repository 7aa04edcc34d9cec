/** Whether something that the device has is on the screen: offline the banner says so, and only then. */
import { useEffect, useSyncExternalStore } from 'react'

let shown = 0
const listeners = new Set<() => void>()

/** Counts the component among those that show something while `isShown`. */
export function useShowsKept(isShown: boolean): void {
  useEffect(() => {
    if (!isShown) return undefined
    add(1)
    return () => add(-1)
  }, [isShown])
}

/** Whether any component shows something, for drawing. */
export function useIsKeptShown(): boolean {
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
