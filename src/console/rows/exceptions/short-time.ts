/** A time in few words. */
import { dayOf, shortDayInWords } from '#console/rows/days.ts'
import { clockTime } from '#console/rows/formats.ts'

/** The clock of today, the day of another one. */
export function shortTime(at: number, now: number): string {
  const day = dayOf(at)
  return day === dayOf(now) ? clockTime(at, now) : shortDayInWords(day)
}
