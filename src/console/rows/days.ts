/** Days as `2026-11-05`: which day a time is on, how a person writes one, and which days just passed. */
import { dateFormat } from '#console/rows/date-format.ts'
import { startOfDay } from '#console/rows/formats.ts'

/** The day of a time, in the device's time zone. @param at in ms */
export function dayOf(at: number): string {
  const date = new Date(at)
  return isoDay(date.getFullYear(), date.getMonth() + 1, date.getDate())
}

/** The day a number of days before or after another one. */
export function dayAfter(day: string, days: number): string {
  const at = startOfDay(day, days)
  return at === null ? day : dayOf(at)
}

/** A day in the order of the console's dates: `05-11-2026`, unless the person has chosen another order. */
export function dayInWords(day: string): string {
  const { order } = dateFormat()
  const [year = '', month = '', date = ''] = day.split('-')
  if (order === 'year-first') return day
  return [...(order === 'day-first' ? [date, month] : [month, date]), year].join('-')
}

/** The same without its year. */
export function shortDayInWords(day: string): string {
  const [, month = '', date = ''] = day.split('-')
  return dateFormat().order === 'day-first' ? `${date}-${month}` : `${month}-${date}`
}

const YEAR_LAST = /^(\d{1,2})[-./ ](\d{1,2})[-./ ](\d{4})$/
const YEAR_FIRST = /^(\d{4})-(\d{1,2})-(\d{1,2})$/

/** A typed day: day, month and year in the order of the console, or year, month and day. Null if it is none. */
export function dayIn(typed: string): string | null {
  const text = typed.trim()
  const [, one, two, year] = YEAR_LAST.exec(text) ?? []
  const [day, month] = dateFormat().order === 'month-first' ? [two, one] : [one, two]
  const [, yearFirst, itsMonth, itsDay] = YEAR_FIRST.exec(text) ?? []
  const parts = [year ?? yearFirst, month ?? itsMonth, day ?? itsDay].map(Number)
  const found = isoDay(parts[0] ?? 0, parts[1] ?? 0, parts[2] ?? 0)
  return startOfDay(found) === null ? null : found
}

function isoDay(year: number, month: number, day: number): string {
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}
