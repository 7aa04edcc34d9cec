/**
 * Remembers what the device had no space for, so that it is not retried at every refresh
 * (decisions/console/offline.md).
 */

/** Space may have been freed by then; the browser does not report how much there is. */
const TRIED_AGAIN_AFTER_MS = 10 * 60_000

const refusedAt = new Map<string, number>()

/** Whether a write is worth trying: the last one fit, or failed long enough ago. */
export function mayHaveRoom(what: string): boolean {
  const at = refusedAt.get(what)
  if (at === undefined) return true
  const waited = Date.now() - at
  // A clock that was set back would prolong the wait.
  return waited < 0 || waited >= TRIED_AGAIN_AFTER_MS
}

/** Records whether a write had space. */
export function recordStorageResult(what: string, hadRoom: boolean): void {
  if (hadRoom) refusedAt.delete(what)
  else refusedAt.set(what, Date.now())
}

/** Forgets all results, because the stored rows are gone or belong to another session. */
export function forgetStorageResults(): void {
  refusedAt.clear()
}
