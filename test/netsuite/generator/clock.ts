import type { Random } from '#test/netsuite/random.ts'

export const DAY_MS = 86_400_000

/** A whole second within the last `days` days before `now`. */
export function recentMoment(random: Random, now: number, days: number): number {
  const moment = now - random() * days * DAY_MS
  return moment - (moment % 1000)
}

/** The day of a time, as a date column stores it. */
export function dayOf(moment: number): number {
  return moment - (moment % DAY_MS)
}
