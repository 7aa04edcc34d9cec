/**
 * Filters of one column. They compare displayed texts, and numbers and days as such; no text is
 * guessed to be a date.
 */
import type { ColumnFilter } from '#contract/views/list-search.ts'
import type { ColumnIndex } from '#console/data/engine/column-index.ts'
import { EMPTY_CODE } from '#console/data/engine/dictionary.ts'
import { searchable } from '#console/data/engine/lines.ts'
import { startOfDay } from '#console/rows/formats.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'

/** Clears the rows in `kept` that do not pass. */
export function applyFilter(column: ColumnIndex, filter: ColumnFilter, kept: Uint8Array): void {
  applyTexts(column, filter, kept)
  const from = startOf(filter.from)
  const end = endOf(filter.to)
  if (from === null && end === null) return
  const numbers = column.numbers.now()
  for (let row = 0; row < kept.length; row += 1) {
    const number = numbers[row] ?? Number.NaN
    // Written this way so that NaN does not pass.
    if (!(number >= (from ?? -Infinity) && isWithin(number, end))) kept[row] = 0
  }
}

/** Prepares in chunks what the filter needs from the column. */
export function* prepareFilter(column: ColumnIndex, filter: ColumnFilter): ChunkedTask<undefined> {
  if (asksForTexts(filter)) yield* column.dictionary.ahead()
  if (searchedText(filter) !== '') yield* column.lines.ahead()
  if (asksForRange(filter)) yield* column.numbers.ahead()
  return undefined
}

/** Whether that is prepared. */
export function isFilterReady(column: ColumnIndex, filter: ColumnFilter): boolean {
  return (
    (!asksForTexts(filter) || column.dictionary.isMade()) &&
    (searchedText(filter) === '' || column.lines.isMade()) &&
    (!asksForRange(filter) || column.numbers.isMade())
  )
}

/** Whether a filter has any condition. */
export function isActiveFilter(filter: ColumnFilter): boolean {
  return asksForTexts(filter) || asksForRange(filter)
}

function asksForTexts(filter: ColumnFilter): boolean {
  const { values, empty } = filter
  const hasValues = values !== undefined && values.length > 0
  return searchedText(filter) !== '' || hasValues || empty !== undefined
}

function searchedText({ text = '' }: ColumnFilter): string {
  return searchable(text)
}

function asksForRange({ from, to }: ColumnFilter): boolean {
  return startOf(from) !== null || endOf(to) !== null
}

function applyTexts(column: ColumnIndex, filter: ColumnFilter, kept: Uint8Array): void {
  const text = searchedText(filter)
  const values = new Set(filter.values)
  const { empty } = filter
  if (text === '' && values.size === 0 && empty === undefined) return
  const { texts, codes } = column.dictionary.now()
  const containing = column.containing(text)
  const passes = Uint8Array.from(texts, (each, code) => {
    const fits =
      containing[code] === 1 &&
      (values.size === 0 || (code !== EMPTY_CODE && values.has(each))) &&
      (empty === undefined || empty === (code === EMPTY_CODE))
    return fits ? 1 : 0
  })
  for (let row = 0; row < kept.length; row += 1) {
    if (passes[codes[row] ?? EMPTY_CODE] === 0) kept[row] = 0
  }
}

function startOf(from: number | string | undefined): number | null {
  if (typeof from === 'string') return startOfDay(from)
  return from ?? null
}

interface End {
  readonly at: number
  /** False for a day, which ends where the next one begins. */
  readonly included: boolean
}

function endOf(to: number | string | undefined): End | null {
  if (to === undefined) return null
  if (typeof to === 'number') return { at: to, included: true }
  const at = startOfDay(to, 1)
  return at === null ? null : { at, included: false }
}

function isWithin(number: number, end: End | null): boolean {
  if (end === null) return true
  return end.included ? number <= end.at : number < end.at
}
