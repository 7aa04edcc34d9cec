/**
 * The checksum of a list, by which a client notices that its rows differ from the server's
 * (decisions/console/collections.md). Both sides compute it with this file. It depends on the content of the rows,
 * not on their order or the order of their fields, and costs a fraction of parsing them as JSON.
 * It detects accidents; it does not protect against rows crafted on purpose.
 */
import type { Row } from '#contract/collections.ts'
import { ABSENT, type Column, type Columns } from '#contract/sync/columns.ts'

/** The checksum of an empty list. */
export const EMPTY_SUM = '0'.repeat(16)

/** Two factors whose bits share no pattern, one for each word. */
const HIGH_FACTOR = 0x9e3779b1
const LOW_FACTOR = 0x5f356495
const HIGH_START = 0xdeadbeef | 0
const LOW_START = 0x41c6ce57

// The two 32-bit words of the current step. Pairs would allocate a million objects for a large list.
let high = 0
let low = 0

/** The checksum of one row in 16 hexadecimal digits; undefined fields count as absent. */
export function rowSum(row: Row): string {
  takeRow(row)
  return hexadecimal(high) + hexadecimal(low)
}

/** The checksum of a list, built row by row. It is the XOR of its rows' sums, so adding a row again removes it. */
export interface ListSum {
  readonly add: (row: Row) => void
  readonly text: () => string
}

/**
 * Starts the checksum of a list.
 * @param start the checksum of the rows already in it
 */
export function createSum(start = EMPTY_SUM): ListSum {
  let sumHigh = wordOf(start.slice(0, 8))
  let sumLow = wordOf(start.slice(8))
  return {
    add: (row) => {
      takeRow(row)
      sumHigh ^= high
      sumLow ^= low
    },
    text: () => hexadecimal(sumHigh) + hexadecimal(sumLow),
  }
}

/**
 * The checksum of the rows of columns, without making the rows. A repeated value is hashed once, so that it costs a
 * fraction of adding row by row.
 */
export function columnsSum({ rows, columns }: Columns): string {
  const highs = new Int32Array(rows)
  const lows = new Int32Array(rows)
  for (const column of columns) addColumn(column, highs, lows)
  let sumHigh = 0
  let sumLow = 0
  for (let nth = 0; nth < rows; nth += 1) {
    high = highs[nth] ?? 0
    low = lows[nth] ?? 0
    stir()
    sumHigh ^= high
    sumLow ^= low
  }
  return hexadecimal(sumHigh) + hexadecimal(sumLow)
}

function addColumn(column: Column, highs: Int32Array, lows: Int32Array): void {
  if ('values' in column) {
    for (let nth = 0; nth < highs.length; nth += 1) {
      const value = column.values[nth]
      if (value === undefined) continue
      takeEntry(column.name, value)
      highs[nth] = (highs[nth] ?? 0) + high
      lows[nth] = (lows[nth] ?? 0) + low
    }
    return
  }
  const words = column.distinct.map((value) => {
    takeEntry(column.name, value)
    return { high, low }
  })
  for (let nth = 0; nth < highs.length; nth += 1) {
    const word = words[column.codes[nth] ?? ABSENT]
    if (!word) continue
    highs[nth] = (highs[nth] ?? 0) + word.high
    lows[nth] = (lows[nth] ?? 0) + word.low
  }
}

/** The checksum of the rows of two lists together; of a list and some of its rows, the one of the others. */
export function combinedSum(one: string, other: string): string {
  return (
    hexadecimal(wordOf(one.slice(0, 8)) ^ wordOf(other.slice(0, 8))) +
    hexadecimal(wordOf(one.slice(8)) ^ wordOf(other.slice(8)))
  )
}

/** Sums the fields of a row and mixes the bits, so that moving a value to another row changes the checksum. */
function takeRow(row: Row): void {
  let rowHigh = 0
  let rowLow = 0
  for (const field of Object.keys(row)) {
    const value = row[field]
    if (value === undefined) continue
    takeEntry(field, value)
    rowHigh = (rowHigh + high) | 0
    rowLow = (rowLow + low) | 0
  }
  high = rowHigh
  low = rowLow
  stir()
}

function takeEntry(field: string, value: unknown): void {
  takeField(field)
  takeValue(value)
  stir()
}

interface Words {
  readonly high: number
  readonly low: number
}

const fields = new Map<string, Words>()
const FIELDS_KEPT = 1_000

/** Caches the field's hash: nearly every row has the fields of the previous one. */
function takeField(field: string): void {
  const known = fields.get(field)
  high = known?.high ?? HIGH_START
  low = known?.low ?? LOW_START
  if (known) return
  takeText(field)
  stir()
  if (fields.size < FIELDS_KEPT) fields.set(field, { high, low })
}

/** Marks a text as such, so that `1` and `"1"` differ. */
function takeValue(value: unknown): void {
  if (typeof value !== 'string') {
    takeText(typeof value === 'object' && value !== null ? sortedJson(value) : String(value))
    return
  }
  takeText('"')
  takeText(value)
}

/** JSON of a nested value with the keys of its objects sorted by UTF-16 units at every depth. */
function sortedJson(value: object): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}

function takeText(text: string): void {
  let a = high
  let b = low
  for (let place = 0; place < text.length; place += 1) {
    const unit = text.charCodeAt(place)
    a = Math.imul(a ^ unit, HIGH_FACTOR)
    b = Math.imul(b ^ unit, LOW_FACTOR)
  }
  high = a
  low = b
}

/** Spreads every bit of each word over both. */
function stir(): void {
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
}

function wordOf(hexadecimalDigits: string): number {
  return Number.parseInt(hexadecimalDigits, 16) | 0
}

function hexadecimal(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}
