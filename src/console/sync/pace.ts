/** The pace of a pull, and its duration or remaining time. */
import { syncTexts } from '#contract/texts/sync-texts.ts'

/** The progress of a pull at a moment, in ms by the device's clock. */
export interface Milestone {
  readonly rows: number
  readonly at: number
}

/**
 * The remaining time of a pull, in ms, at its pace since it was first seen; null if unknown.
 * @param all the approximate number of rows
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
