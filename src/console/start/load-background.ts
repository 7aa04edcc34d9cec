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
  const part = await import('#console/start/background.tsx')
  part.beginBackground()
  showBackground(part)
}

/**
 * Ends the session of this tab on the server. What makes calls comes with the background, because the sign-in page
 * should not carry it. A tab that is signed in but could not load it leaves its session to end by itself.
 */
export function endSessionOnServer(): void {
  endOnServer?.()
}

/** What arrives with the background. */
interface BackgroundPart {
  readonly Background: ComponentType
  readonly endOnServer: () => void
}

/** Has the app mount it. */
export function showBackground(part: BackgroundPart): void {
  there = createElement(part.Background)
  endOnServer = part.endOnServer
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
