/** How values are displayed (decisions/console/reading-records.md). */
import dayjs from 'dayjs'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { dateFormat } from '#console/rows/date-format.ts'

export const EMPTY_CELL = '-'

/** Matches `scanned_at`, 'Scanned At' and `scannedAt`, but neither `format` nor `FORMAT`. */
const DATE_FIELD = /[_ -](at|date|time)$/i
const CAMEL_DATE_FIELD = /[a-z0-9](At|Date|Time)$/

/**
 * `05-11-2026 03:42 PM` in the device's time zone, unless the person has chosen another format, or the text
 * itself if it is not a date.
 */
export function formatDateTime(value: unknown): string {
  const at = timeOf(value)
  return at === null ? formatText(value) : formatInstant(at)
}

/**
 * The same for a time in ms. Written by hand, because search reads every date of a 100,000-row table and a library takes
 * five times as long.
 */
export function formatInstant(ms: number): string {
  const at = new Date(ms)
  const { clock, order } = dateFormat()
  const [day, month] = [two(at.getDate()), two(at.getMonth() + 1)]
  const year = String(at.getFullYear()).padStart(4, '0')
  const hours = at.getHours()
  const minutes = two(at.getMinutes())
  const date =
    order === 'day-first'
      ? `${day}-${month}-${year}`
      : order === 'month-first'
        ? `${month}-${day}-${year}`
        : `${year}-${month}-${day}`
  if (clock === '24') return `${date} ${two(hours)}:${minutes}`
  return `${date} ${two(hours % 12 || 12)}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

function two(number: number): string {
  return number < 10 ? `0${String(number)}` : String(number)
}

/** A displayed quantity is a whole number; the value itself keeps its fraction. */
export function formatQuantity(value: unknown): string {
  const number = numberOf(value)
  return number === null ? formatText(value) : String(Math.round(number))
}

/**
 * A whole number with separators for the eye, such as `12,500`. Copies and files have it without them, and a search finds
 * it either way.
 */
export function groupDigits(text: string): string {
  return WHOLE.test(text) ? text.replace(BETWEEN_THOUSANDS, ',') : text
}

const WHOLE = /^-?\d{4,15}$/
const BETWEEN_THOUSANDS = /\B(?=(?:\d{3})+$)/g

/** Any value as text: '-' for nothing, nested values as `Width: 3, Tags: (cold, dry)`. */
export function formatText(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY_CELL
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value
  if (typeof value === 'number') return Number.isNaN(value) ? EMPTY_CELL : String(value)
  return typeof value === 'object' ? nestedText(value, 0) : EMPTY_CELL
}

/** Deeper nesting would be unreadable. */
const MAX_NESTING = 6

function nestedText(value: object, depth: number): string {
  const inWords = (part: unknown): string => {
    if (typeof part !== 'object' || part === null) return formatText(part)
    return depth < MAX_NESTING ? `(${nestedText(part, depth + 1)})` : '…'
  }
  const parts = Array.isArray(value)
    ? value.map(inWords)
    : Object.entries(value).map(
        ([field, part]: [string, unknown]) => `${titleOf(field)}: ${inWords(part)}`,
      )
  return parts.length === 0 ? EMPTY_CELL : parts.join(', ')
}

/** Whether a field is a date, judged by its name and one of its values. */
export function isDateLike(field: string, value: unknown): boolean {
  return isDateField(field) && timeOf(value) !== null
}

/** Whether a field is a date, judged by its name. */
export function isDateField(field: string): boolean {
  return DATE_FIELD.test(field) || CAMEL_DATE_FIELD.test(field)
}

/** Matches `quantity_shipped`, `orderedQty`, 'On Hand' and `available`, because servers use many names. */
const QUANTITY_FIELD = /quantit(y|ies)|qty|on[_ -]?hand|available/i

/** Whether a field is a quantity, judged by its name and one of its values. */
export function isQuantityLike(field: string, value: unknown): boolean {
  return QUANTITY_FIELD.test(field) && numberOf(value) !== null
}

/** A time in ms, or null. Times without a zone are read as UTC (decisions/product/other-servers.md). */
export function timeOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}/.test(value)) return null
  const at = Date.parse(withZone(value.trim().replace(' ', 'T')))
  return Number.isNaN(at) || !isInMonth(value) ? null : at
}

/** Otherwise February 30 would become March 2. */
function isInMonth(time: string): boolean {
  const day = Number(time.slice(8, 10))
  if (day <= SHORTEST_MONTH) return true
  return (
    day <= new Date(Date.UTC(Number(time.slice(0, 4)), Number(time.slice(5, 7)), 0)).getUTCDate()
  )
}

const SHORTEST_MONTH = 28

/** A day alone is in the device's time zone; a time without a zone is UTC. */
function withZone(time: string): string {
  if (!time.includes('T')) return `${time}T00:00:00`
  if (/(Z|[+-]\d{2}:?\d{2})$/.test(time)) return time
  // Postgres writes only the hours of a zone.
  return /[+-]\d{2}$/.test(time) ? `${time}:00` : `${time}Z`
}

/**
 * The start of a day such as `2026-11-05` in the device's time zone, or of a later day; null if it
 * is not a day.
 */
export function startOfDay(day: string, later = 0): number | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? []
  if (year === undefined || month === undefined || date === undefined) return null
  const at = new Date(Number(year), Number(month) - 1, Number(date))
  const exists = at.getMonth() === Number(month) - 1 && at.getDate() === Number(date)
  if (!exists) return null
  // Counted from the date: where summer time begins at midnight, `at` is 1 AM, and a later day would begin at 1 AM too.
  return new Date(Number(year), Number(month) - 1, Number(date) + later).getTime()
}

/** A number, including text such as `7.5` or `1,200`; null for anything else. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || value.trim() === '' || PROGRAMMER_NUMBER.test(value)) return null
  const number = Number(withoutSeparators(value))
  return Number.isFinite(number) ? number : null
}

/** A number such as `12,500` without its separators; any other text as it is. */
export function withoutSeparators(text: string): string {
  return GROUPED.test(text) ? text.replaceAll(',', '') : text
}

/** Matches `1,200` and `-1,234,567.5`, the way NetSuite groups thousands. */
const GROUPED = /^\s*[+-]?\d{1,3}(,\d{3})+(\.\d+)?\s*$/
/** `0x10` is a name, not 16. */
const PROGRAMMER_NUMBER = /^\s*0[box]/i

const DAYS = {
  'day-first': 'DD-MM-YYYY',
  'month-first': 'MM-DD-YYYY',
  'year-first': 'YYYY-MM-DD',
} as const

/** `14:35` on the day of `now`, with the date on another day. */
export function clockTime(at: number, now: number): string {
  const { clock, order } = dateFormat()
  const time = clock === '12' ? 'hh:mm A' : 'HH:mm'
  const sameDay = dayjs(at).isSame(dayjs(now), 'day')
  return dayjs(at).format(sameDay ? time : `${DAYS[order]} ${time}`)
}

/**
 * A readable title for an undeclared field: `bin_name` and `binName` become 'Bin Name', NetSuite's
 * `o:errorDetails` becomes 'Error Details'. A name without letters or digits stays as it is.
 */
export function titleOf(field: string): string {
  const title = field
    .replace(/^o:/, '')
    .replace(/[_\s]+/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/(^|[^\p{L}\p{N}])\p{Ll}/gu, (letter) => letter.toUpperCase())
    .replace(/\bId\b/g, 'ID')
    .trim()
  return title || field.trim() || tableTexts.unnamed
}
