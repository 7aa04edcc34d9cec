/** Loads what works behind every page. The sign-in page is there before it. */
import { createElement, useSyncExternalStore, type ComponentType, type ReactNode } from 'react'

let there: ReactNode = null
let endOnServer: (() => void) | null = null
let coming: Promise<void> | null = null
const listeners = new Set<() => void>()

/**
 * Loads it once; a failure may be retried.
 * @throws FileLoadError
 */
export async function loadBackground(): Promise<void> {
  if (there !== null) return
  coming ??= load().finally(() => {
    coming = null
  })
  await coming
}

async function load(): Promise<void> {
  const background = await import('#console/start/background.tsx')
  background.beginBackground()
  endOnServer = background.endOnServer
  showBackground(background.Background)
}

/**
 * Ends the session of this tab on the server. What makes calls comes with the background: a page without it is signed
 * out, and the sign-in page should not carry it.
 */
export function endSessionOnServer(): void {
  endOnServer?.()
}

/** Has the app mount it. */
export function showBackground(Background: ComponentType): void {
  there = createElement(Background)
  for (const listener of listeners) listener()
}

/** What works behind the pages, once it has arrived. */
export function useBackground(): ReactNode {
  return useSyncExternalStore(subscribe, () => there)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
