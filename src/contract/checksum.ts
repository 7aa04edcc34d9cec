/**
 * The checksum of a list, by which a client notices that its rows are not those of the server any
 * more (decisions/console/collections.md). Both sides compute it with this file. It depends on what the rows hold,
 * not on their order nor on that of their fields, and is cheap: a fraction of reading them as JSON.
 * It finds accidents; it is no defence against somebody who makes rows on purpose.
 */
import type { Row } from '#contract/collections.ts'

/** The checksum of no rows. */
export const EMPTY_SUM = '0'.repeat(16)

/** Two numbers without a common pattern in their bits, one for each word. */
const HIGH_FACTOR = 0x9e3779b1
const LOW_FACTOR = 0x5f356495
const HIGH_START = 0xdeadbeef | 0
const LOW_START = 0x41c6ce57

// The two words of 32 bits that a step works on. Pairs would be a million objects for a large list.
let high = 0
let low = 0

/** The checksum of one row in 16 hexadecimal digits; fields that are undefined count as not there. */
export function rowSum(row: Row): string {
  takeRow(row)
  return hexadecimal(high) + hexadecimal(low)
}

/** The checksum of a list, row by row: the exclusive or of those of its rows, so adding one again takes it away. */
export interface ListSum {
  readonly add: (row: Row) => void
  readonly text: () => string
}

/**
 * The checksum of a list to which rows are added.
 * @param start that of the rows already in it
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

/** The sum of what its fields give, stirred, so that no value may move to another row unseen. */
function takeRow(row: Row): void {
  let rowHigh = 0
  let rowLow = 0
  for (const field of Object.keys(row)) {
    const value = row[field]
    if (value === undefined) continue
    takeField(field)
    takeValue(value)
    stir()
    rowHigh = (rowHigh + high) | 0
    rowLow = (rowLow + low) | 0
  }
  high = rowHigh
  low = rowLow
  stir()
}

interface Words {
  readonly high: number
  readonly low: number
}

const fields = new Map<string, Words>()
const FIELDS_KEPT = 1_000

/** Nearly every row has the fields of the one before it. */
function takeField(field: string): void {
  const known = fields.get(field)
  high = known?.high ?? HIGH_START
  low = known?.low ?? LOW_START
  if (known) return
  takeText(field)
  stir()
  if (fields.size < FIELDS_KEPT) fields.set(field, { high, low })
}

/** A text is marked as one, so that `1` and `"1"` differ. */
function takeValue(value: unknown): void {
  if (typeof value !== 'string') {
    takeText(typeof value === 'object' && value !== null ? sortedJson(value) : String(value))
    return
  }
  takeText('"')
  takeText(value)
}

/** What is nested, with the keys of its objects in the order of their UTF-16 units at every depth. */
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

/** Every bit of the one word reaches all of both. */
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
