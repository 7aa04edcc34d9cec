/**
 * Offers a new version of the console, which is loaded when the person accepts
 * (decisions/console/offline.md).
 */
import { hasOtherVersion } from '#console/data/api/host/console-host.ts'

type Listener = () => void

const listeners = new Set<Listener>()
let isOffered = false
let take: Listener = reload

/** Whether a new version is waiting for the person to accept it. */
export function isUpdateOffered(): boolean {
  return isOffered
}

/** Calls the listener when a new version is waiting. */
export function onUpdateOffer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Loads the new version; the session survives, because it is stored in the tab. */
export function applyUpdate(): void {
  take()
}

/** Offers a new version; `how` applies it if a reload alone is not enough. */
export function offerUpdate(how: Listener = take): void {
  take = how
  isOffered = true
  for (const listener of listeners) listener()
}

/**
 * A file that vanished with a deployment leads to the offer instead of a blank page
 * (decisions/console/offline.md). A file lost to a bad signal does not mean a new version.
 */
export async function offerIfReplaced(): Promise<void> {
  if (await hasOtherVersion()) offerUpdate()
}

export function reload(): void {
  window.location.reload()
}
