/** Which collections are on the screen; they are fetched before the others. */
import { useEffect } from 'react'
import type { ListName } from '#contract/lists.ts'

const shown = new Map<ListName, number>()
const listeners = new Set<() => void>()

/** Whether a collection is on the screen. */
export function isVisibleList(name: ListName): boolean {
  return (shown.get(name) ?? 0) > 0
}

/** Calls the listener whenever another collection comes onto the screen or leaves it. */
export function onVisibleListsChange(listener: () => void): void {
  listeners.add(listener)
}

/** Marks a collection as on the screen while the component is mounted. */
export function useVisibleList(name: ListName): void {
  useEffect(() => {
    count(name, 1)
    return () => count(name, -1)
  }, [name])
}

function count(name: ListName, by: number): void {
  shown.set(name, (shown.get(name) ?? 0) + by)
  for (const listener of listeners) listener()
}
