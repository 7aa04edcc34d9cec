/** Whether a pending write is still allowed: its session continues and may still open the list. */
import { opensRoute } from '#contract/access.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { principalOf, readSession } from '#console/session/session.ts'

/** Incremented at every end of a session, so that earlier work is not written afterwards. */
let generation = 0

/** Called when a session ends. */
export function endGeneration(): void {
  generation += 1
}

/**
 * Returns a check for whether work that starts now is still wanted: fetching and encrypting take a
 * while.
 */
export function mayStillWrite(name: ListName): () => boolean {
  const isSame = sameGeneration()
  return () => isSame() && !isWithdrawn(name)
}

/** Returns a check for whether the session continues in which work starts now. */
export function sameGeneration(): () => boolean {
  const started = generation
  return () => started === generation
}

/** Whether the session has lost access to the list; false while its flags are unknown. */
export function isWithdrawn(name: ListName): boolean {
  const session = readSession()
  return session.features !== null && !opensRoute(listOf(name).access, principalOf(session))
}
