/** Waits for work in progress while the clock of the test is stopped. */
import { isSealing } from '#test/support/console/counted-crypto.ts'

/** Measures nothing, because a busy machine may take long. It exists so that the error names the claim. */
const WITHIN_MS = 15_000
const TURNS = 10

/** Resolves as soon as the claim holds; fake timers do not advance meanwhile. */
export async function until(claim: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!claim()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(claim)}`)
    await nextTurn()
  }
}

/** Resolves when everything that needs no timer has happened, including work of other threads. */
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
