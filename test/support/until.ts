/** Waiting for what is under way while the clock of the test stands still. */

const WITHIN_MS = 5_000

/** Goes on as soon as the claim holds; no fake timer moves meanwhile. */
export async function until(claim: () => boolean): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  while (!claim()) {
    if (performance.now() > deadline) throw new Error(`never came true: ${String(claim)}`)
    await nextTurn()
  }
}

/** What can happen without time passing has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await nextTurn()
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
