/** Asks the person for a fresh proof of a factor when the server wants one (decisions/server/step-up.md). */

/** Resolves with whether a proof was given. */
type Ask = () => Promise<boolean>

let ask: Ask | null = null
let asking: Promise<boolean> | null = null

/** Says how to ask. Returns a function that takes it back. */
export function onProofNeeded(how: Ask): () => void {
  ask = how
  return () => {
    if (ask === how) ask = null
  }
}

/** Asks once, however many calls need it; false if nothing can ask now, or the person declines. */
export async function askForProof(): Promise<boolean> {
  if (asking) return asking
  if (!ask) return false
  asking = ask().finally(() => {
    asking = null
  })
  return asking
}
