/** Whether a form is open with changes: a new version is not offered over it (decisions/console/offline.md). */
import { useEffect, useSyncExternalStore } from 'react'

let open = 0
const listeners = new Set<() => void>()

/** Holds back the offer for as long as the form that calls it is shown with changes. */
export function useUnsaved(changed: boolean): void {
  useEffect(() => {
    if (!changed) return undefined
    count(1)
    return () => count(-1)
  }, [changed])
}

/** Whether any form is open with changes, for drawing. */
export function useHasUnsaved(): boolean {
  return useSyncExternalStore(onUnsaved, hasUnsaved)
}

/** Whether any form is open with changes. */
export function hasUnsaved(): boolean {
  return open > 0
}

function count(by: number): void {
  open += by
  for (const listener of listeners) listener()
}

/** Tells when a form gets changes or loses them. */
export function onUnsaved(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
