/** A new version of the console: offered to the person, and taken when they say so (decisions/console/offline.md). */
import { hasOtherVersion } from '#console/data/api/host/console-host.ts'

type Listener = () => void

const listeners = new Set<Listener>()
let isOffered = false
let take: Listener = reload

/** Whether a new version waits for the person. */
export function isUpdateOffered(): boolean {
  return isOffered
}

/** Tells when a new version waits. */
export function onUpdateOffer(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Takes the new version and reloads; the session stays, as it lives in the tab. */
export function applyUpdate(): void {
  take()
}

/** Offers a new version; `how` takes it, where more than a reload is needed. */
export function offerUpdate(how: Listener = take): void {
  take = how
  isOffered = true
  for (const listener of listeners) listener()
}

/**
 * A file that vanished with a deployment leads to the offer, not to a blank page (decisions/console/offline.md);
 * one that the signal lost is no new version.
 */
export async function offerIfReplaced(): Promise<void> {
  if (await hasOtherVersion()) offerUpdate()
}

/** Loads the page again. */
export function reload(): void {
  window.location.reload()
}
