/** The question for a fresh proof belongs to the page that shows it. */
import { expect, test } from 'vitest'
import { askForProof, onProofNeeded } from '#console/session/step-up.ts'

test('a question whose page goes, as with a lock, is answered with no, and the next page can ask', async () => {
  const leave = onProofNeeded(() => new Promise(() => undefined))
  const calls = [askForProof(), askForProof()]
  leave()
  expect(await Promise.all(calls)).toEqual([false, false])
  expect(await askForProof()).toBe(false)

  onProofNeeded(async () => true)
  expect(await askForProof()).toBe(true)
})
