/** What the device had no room for (decisions/console/offline.md): it is not tried again at every refresh. */

/** By then somebody may have made room; the browser itself does not tell how much there is. */
const TRIED_AGAIN_AFTER_MS = 10 * 60_000

const refusedAt = new Map<string, number>()

/** Whether something may be written: it had room, or had none a while ago. */
export function mayHaveRoom(what: string): boolean {
  const at = refusedAt.get(what)
  if (at === undefined) return true
  const waited = Date.now() - at
  // A clock that was set back would make it wait for as long.
  return waited < 0 || waited >= TRIED_AGAIN_AFTER_MS
}

/** Notes whether something had room. */
export function recordStorageResult(what: string, hadRoom: boolean): void {
  if (hadRoom) refusedAt.delete(what)
  else refusedAt.set(what, Date.now())
}

/** There may be room for everything: what lay there is gone, or belongs to another session. */
export function forgetStorageResults(): void {
  refusedAt.clear()
}
