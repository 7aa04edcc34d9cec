/** Times in seconds, with an end to waiting. */
import { errors } from 'playwright-core'

/** After this time a run gives up. */
export const GIVES_UP_AFTER_MS = 60_000

/**
 * Waits for something, and returns the seconds since `began`; Infinity when it did not come in time.
 * @param wait gets the time that is left, in ms
 */
export async function secondsUntil(
  wait: (timeout: number) => Promise<void>,
  began = performance.now(),
  givesUpAfterMs = GIVES_UP_AFTER_MS,
): Promise<number> {
  const left = Math.max(1, givesUpAfterMs - (performance.now() - began))
  try {
    await wait(left)
  } catch (error) {
    if (error instanceof errors.TimeoutError) return Infinity
    throw error
  }
  return (performance.now() - began) / 1_000
}
