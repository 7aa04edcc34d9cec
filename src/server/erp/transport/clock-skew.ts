/** How far this server's clock is from NetSuite's, which decides about sign-ins and changes (erp.md section 3). */

/** NetSuite refuses signatures from this difference on. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/**
 * How far this server is ahead of the ERP, in milliseconds.
 * @param date the `Date` of an answer
 * @returns null if the answer has none
 */
export function skewOf(date: string | null | undefined, now: number): number | null {
  const theirs = Date.parse(date ?? '')
  return Number.isNaN(theirs) ? null : now - theirs
}

/** Whether the difference is so large that sign-ins fail and times cannot be compared. */
export function isSkewed(skewMs: number | null): boolean {
  return skewMs !== null && Math.abs(skewMs) >= CLOCK_TOLERANCE_MS
}
