/** Whether what was begun may still be written: its session goes on, and still opens the list. */
import { opensRoute } from '#contract/access.ts'
import { collectionOf, type CollectionName } from '#contract/collections.ts'
import { principalOf, readSession } from '#console/session/session.ts'

/** Raised by every end of a session: what began before it is not written afterwards. */
let generation = 0

/** A session has ended. */
export function endGeneration(): void {
  generation += 1
}

/** Gives what tells whether something that begins now is still wanted: fetching and sealing take a while. */
export function stillWanted(name: CollectionName): () => boolean {
  const started = generation
  return () => started === generation && !isWithdrawn(name)
}

/** Whether the session does not have what opens a list; not while its flags are unknown. */
export function isWithdrawn(name: CollectionName): boolean {
  const session = readSession()
  return session.features !== null && !opensRoute(collectionOf(name).access, principalOf(session))
}
