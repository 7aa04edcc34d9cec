/** How fast a pull goes, and how long it takes or will take. */
import { syncTexts } from '#contract/texts/sync-texts.ts'

/** How far a pull was at a moment, in ms by the device's clock. */
export interface Milestone {
  readonly rows: number
  readonly at: number
}

/**
 * How long a pull still takes, in ms, at the pace since it was first seen; null where that cannot be known.
 * @param all about how many rows there are
 */
export function remainingMs(
  first: Milestone,
  present: Milestone,
  all: number | null,
): number | null {
  const read = present.rows - first.rows
  const tookMs = present.at - first.at
  if (all === null || read <= 0 || tookMs <= 0 || present.rows >= all) return null
  return ((all - present.rows) / read) * tookMs
}

/** `12 s`, `3 min`. */
export function durationInWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1_000))
  return seconds < 100 ? syncTexts.seconds(seconds) : syncTexts.minutes(Math.round(seconds / 60))
}
