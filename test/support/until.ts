/** Waiting for what is under way while the clock of the test stands still. */
import { isSealing } from '#test/support/server/counted-crypto.ts'

/** Measures nothing: a busy machine may take long, and what never comes true has to be named. */
const WITHIN_MS = 15_000
const TURNS = 10

/** Goes on as soon as the claim holds; no fake timer moves meanwhile. */
export async function until(claim: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!claim()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(claim)}`)
    await nextTurn()
  }
}

/** What can happen without time passing has happened, also what other threads do. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    await nextTurn()
    if (isSealing()) turn = -1
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
