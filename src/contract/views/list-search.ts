/**
 * The parts of a list's address: search, sort, page size and filters. The same functions read an address and
 * the config of a saved view; what does not fit is left out, never fatal.
 */
import { PAGE_SIZES } from '#contract/constants.ts'

/** Conditions on one column; all must hold. */
export interface ColumnFilter {
  /** A text that the cell contains, ignoring case. */
  readonly text?: string
  /** The smallest number, or the first day as `2026-11-05`. */
  readonly from?: number | string
  /** The largest number, or the last day. */
  readonly to?: number | string
  /** The texts that the cell may equal. */
  readonly values?: readonly string[]
  /** Whether the cell is empty. */
  readonly empty?: boolean
}

/** As many rows as fit on the screen. */
export const FIT = 'fit'

export type PageSize = (typeof PAGE_SIZES)[number] | typeof FIT

/** Column to its filter; a text alone means that the cell contains it. */
export type ListFilters = Readonly<Record<string, string | ColumnFilter>>

/** A page size that is offered, or undefined. */
export function readPageSize(size: unknown): PageSize | undefined {
  return size === FIT ? FIT : PAGE_SIZES.find((each) => each === Number(size))
}

/** The filters of an address. */
export function readFilters(filter: unknown): ListFilters {
  if (typeof filter !== 'object' || filter === null) return {}
  const entries = Object.entries(filter).flatMap(([id, asked]: [string, unknown]) => {
    const read = readFilter(asked)
    return read === null ? [] : [[id, read] as const]
  })
  return Object.fromEntries(entries)
}

/** A text; the address parser turns one that looks like a number into a number. */
export function wordOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

function readFilter(asked: unknown): string | ColumnFilter | null {
  const word = wordOf(asked)
  if (word !== '') return word
  if (typeof asked !== 'object' || asked === null) return null
  const given = new Map(Object.entries(asked))
  const text = wordOf(given.get('text'))
  const from = endOf(given.get('from'))
  const to = endOf(given.get('to'))
  const values = textsIn(given.get('values'))
  const empty: unknown = given.get('empty')
  const read: ColumnFilter = {
    ...(text !== '' && { text }),
    ...(from !== null && { from }),
    ...(to !== null && { to }),
    ...(values.length > 0 && { values }),
    ...(typeof empty === 'boolean' && { empty }),
  }
  const parts = Object.keys(read)
  if (parts.length === 0) return null
  return parts.length === 1 && text !== '' ? text : read
}

/** The end of a range: a number, or an existing day. */
function endOf(value: unknown): number | string | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  return typeof value === 'string' && isDay(value) ? value : null
}

/** Whether a text such as `2026-11-05` is a day of the calendar. */
function isDay(text: string): boolean {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined) return false
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)))
  return at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(date)
}

function textsIn(value: unknown): string[] {
  if (!Array.isArray(value)) return []
  return [...new Set(value.map(wordOf))].filter((text) => text !== '')
}
