/** The pause of all bookings while the account is at fault. Waits double up to ten minutes, with some jitter. */

const FIRST_WAIT_MS = 30_000
const MAX_WAIT_MS = 10 * 60_000

export interface AccountPause {
  /** Whether bookings pause at a time, in milliseconds. */
  readonly isPaused: (now: number) => boolean
  /** The end of the pause, or null without one. */
  readonly until: (now: number) => Date | null
  /** Whether it is not known yet that the account works again. */
  readonly isProbing: () => boolean
  /**
   * Notes that the account refused a booking.
   * @param askedMs how long the account asks to wait at least
   * @returns when to try again
   */
  readonly begin: (now: number, askedMs: number) => number
  /** Notes that the account works. @returns whether there was a pause */
  readonly end: () => boolean
}

/** @param random at least 0 and less than 1 */
export function createAccountPause(random: () => number): AccountPause {
  let until = 0
  let failures = 0
  return {
    isPaused: (now) => now < until,
    until: (now) => (now < until ? new Date(until) : null),
    isProbing: () => failures > 0,
    begin: (now, askedMs) => {
      failures += 1
      until = now + waitMs(failures, askedMs, random, FIRST_WAIT_MS, MAX_WAIT_MS)
      return until
    },
    end: () => {
      const wasPaused = failures > 0
      until = 0
      failures = 0
      return wasPaused
    },
  }
}

/** A wait that doubles with each failure, and is never shorter than asked for. */
export function waitMs(
  failures: number,
  askedMs: number,
  random: () => number,
  firstMs: number,
  maxMs: number,
): number {
  const wait = Math.min(maxMs, firstMs * 2 ** (failures - 1))
  return Math.max(askedMs, wait * (0.75 + random() / 4))
}
