/** Whether an open form has changes: a new version is not offered then (decisions/console/offline.md). */
import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Marks the calling form as changed while it is mounted. */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return undefined
    count(1)
    return () => count(-1)
  }, [changed])
}

/** Whether an open form has changes, as a hook. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(onUnsaved, hasUnsaved)
}

/** Whether an open form has changes. */
export function hasUnsaved(): boolean {
  return open > 0
}

function count(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

/** Notifies when a form gains or loses changes. */
export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
