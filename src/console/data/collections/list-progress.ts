/** How much of a list has arrived that its server sends in one answer of known length. */
import { useCallback, useSyncExternalStore } from 'react'
import type { ListName } from '#contract/lists.ts'

/** In bytes. */
export interface ListProgress {
  readonly here: number
  readonly of: number
}

const progress = new Map<ListName, ListProgress>()
const listeners = new Set<() => void>()

/** Shorter lists are here before anybody could read how much is. */
const WORTH_BYTES = 1_000_000
/** A screen is drawn again only if the number that it shows has changed. */
const SHOWN_STEPS = 100

/** Records what has arrived of a list. */
export function setListProgress(name: ListName, here: number, of: number): void {
  if (of < WORTH_BYTES) return
  const known = progress.get(name)
  const stepOf = (bytes: number): number => Math.floor((bytes * SHOWN_STEPS) / of)
  if (known?.of === of && stepOf(known.here) === stepOf(here)) return
  progress.set(name, { here, of })
  for (const listener of listeners) listener()
}

/** Forgets it when the list is complete or has failed. */
export function endListProgress(name: ListName): void {
  if (!progress.delete(name)) return
  for (const listener of listeners) listener()
}

/** What has arrived of a list, as a hook. */
export function useListProgress(name: ListName): ListProgress | undefined {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => progress.get(name), [name]),
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
