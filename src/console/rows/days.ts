/** Days as `2026-11-05`: which day a time is on, how a person writes one, and which days just passed. */
import { startOfDay } from '#console/rows/formats.ts'

/** The day of a time, in the device's time zone. @param at in ms */
export function dayOf(at: number): string {
  const date = new Date(at)
  return isoDay(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

/** The day so many days before or after another one. */
export function dayAfter(day: string, days: number): string {
  const at = startOfDay(day, days)
  return at === null ? day : dayOf(at)
}

/** A day in the order of the console's dates: `05-11-2026`. */
export function dayInWords(day: string): string {
  return day.split('-').toReversed().join('-')
}

const DAY_FIRST = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** A typed day: day, month and year in the order of the console, or year, month and day. Null if it is none. */
export function dayIn(typed: string): string | null {
  const text = typed.trim()
  const [, day, month, year] = DAY_FIRST.exec(text) ?? []
  const [, yearFirst, itsMonth, itsDay] = YEAR_FIRST.exec(text) ?? []
  const parts = [year ?? yearFirst, month ?? itsMonth, day ?? itsDay].map(Number)
  const found = isoDay(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0)
  return startOfDay(found) === null ? null : found
}

function isoDay(year: number, month: number, day: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
