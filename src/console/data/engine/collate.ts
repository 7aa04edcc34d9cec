/** The order of texts as a person expects it ('bin 9' before 'Bin 10'), fast for plain ASCII. */
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** Created at the first comparison: it takes a browser several milliseconds and would delay the start. */
let compare: ((a: string, b: string) => number) | undefined
let weights: Uint8Array | undefined

/**
 * Compares two texts; 0 if they differ only in case, accents or leading zeros. Every table sorts
 * this way, in a fixed locale, so that a link shows the same order on every device.
 */
export function compareTexts(a: string, b: string): number {
  compare ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' }).compare
  return compare(a, b)
}

/** Prepares sorting before it is needed. */
export function prepareCollator(): void {
  weights ??= weighPrintables()
}

/** Weights are packed in base 96: eight of them in a number stay below 2^53. */
const BASE = 96
const WEIGHTS_PER_NUMBER = 8
const NUMBERS = 3
const FIRST_PRINTABLE = 0x20
const AFTER_PRINTABLE = 0x7f
/** Longer numbers are left to the collator. */
const LONGEST_NUMBER = 20

const ZERO = 0x30
const NINE = 0x39

/**
 * The ranks of distinct texts; texts that compare as equal share one. Comparing with the collator
 * takes ten times as long as comparing numbers. So printable ASCII is packed into numbers, and the
 * collator decides only ties and texts that cannot be packed.
 */
export function* rankTexts(texts: readonly string[]): ChunkedTask<Int32Array> {
  const keys = yield* packAll(texts)
  const before = (a: number, b: number): number =>
    (keys === null ? 0 : compareKeys(keys, a, b)) || compareTexts(texts[a] ?? '', texts[b] ?? '')
  const order = yield* sortedPlaces(texts.length, before)
  const ranks = new Int32Array(texts.length)
  let rank = 0
  yield* walk(order, (here, place) => {
    if (place > 0 && before(order[place - 1] ?? 0, here) !== 0) rank += 1
    ranks[here] = rank
  })
  return ranks
}

type Order = (a: number, b: number) => number

/** The browser sorts runs of this length; longer runs are merged from them. */
const RUN = 512

/**
 * The indexes in sorted order. Merge sort in small runs, because the browser's own sort cannot be
 * interrupted.
 */
export function* sortedPlaces(count: number, before: Order): ChunkedTask<Int32Array> {
  let order = Int32Array.from({ length: count }, (_, place) => place)
  for (let start = 0; start < count; start += RUN) {
    order.subarray(start, start + RUN).sort(before)
    yield
  }
  for (let run = RUN; run < count; run *= 2) {
    const merged = new Int32Array(count)
    for (let start = 0; start < count; start += run * 2) {
      const middle = Math.min(start + run, count)
      const end = Math.min(middle + run, count)
      yield* merge(order, { start, middle, end }, merged, before)
    }
    order = merged
  }
  return order
}

interface TwoRuns {
  readonly start: number
  readonly middle: number
  readonly end: number
}

function* merge(
  from: Int32Array,
  { start, middle, end }: TwoRuns,
  into: Int32Array,
  before: Order,
): ChunkedTask<undefined> {
  let left = start
  let right = middle
  for (let place = start; place < end; place += 1) {
    const a = from[left] ?? 0
    const b = from[right] ?? 0
    const takesLeft = left < middle && (right >= end || before(a, b) <= 0)
    into[place] = takesLeft ? a : b
    if (takesLeft) left += 1
    else right += 1
    if (place % RUN === 0) yield
  }
  return undefined
}

/**
 * Three numbers per text, or null if any text is not plain ASCII: mixing packed and other texts
 * would disagree with the collator.
 */
function* packAll(texts: readonly string[]): ChunkedTask<Float64Array | null> {
  const keys = new Float64Array(texts.length * NUMBERS)
  const known = (weights ??= weighPrintables())
  let arePlain = true
  yield* walk(texts, (text, place) => {
    arePlain &&= pack(text, known, keys, place * NUMBERS)
  })
  return arePlain ? keys : null
}

function pack(text: string, known: Uint8Array, keys: Float64Array, at: number): boolean {
  let used = 0
  const push = (weight: number): void => {
    if (used >= WEIGHTS_PER_NUMBER * NUMBERS) return
    const slot = at + Math.floor(used / WEIGHTS_PER_NUMBER)
    const power = WEIGHTS_PER_NUMBER - 1 - (used % WEIGHTS_PER_NUMBER)
    keys[slot] = (keys[slot] ?? 0) + weight * BASE ** power
    used += 1
  }
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place)
    if (code < FIRST_PRINTABLE || code >= AFTER_PRINTABLE) return false
    if (code < ZERO || code > NINE) {
      push(known[code - FIRST_PRINTABLE] ?? 0)
      continue
    }
    let end = place
    while (isDigit(text.charCodeAt(end))) end += 1
    while (place < end - 1 && text.charCodeAt(place) === ZERO) place += 1
    if (end - place > LONGEST_NUMBER) return false
    // A number with more digits is larger, so its length comes first, then its digits.
    push((known[ZERO - FIRST_PRINTABLE] ?? 0) + end - place)
    for (; place < end; place += 1) push(text.charCodeAt(place) - ZERO + 1)
    place -= 1
  }
  return true
}

function compareKeys(keys: Float64Array, a: number, b: number): number {
  for (let nth = 0; nth < NUMBERS; nth += 1) {
    const difference = (keys[a * NUMBERS + nth] ?? 0) - (keys[b * NUMBERS + nth] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * The weight of each printable character, in the collator's order; letters sort after numbers of
 * every length.
 */
function weighPrintables(): Uint8Array {
  const codes = Array.from({ length: AFTER_PRINTABLE - FIRST_PRINTABLE }, (_, n) => n)
  const characters = codes.map((code) => String.fromCharCode(FIRST_PRINTABLE + code))
  const order = codes.toSorted((a, b) => compareTexts(characters[a] ?? '', characters[b] ?? ''))
  const found = new Uint8Array(codes.length)
  let weight = 0
  let last = ''
  for (const code of order) {
    const character = characters[code] ?? ''
    const isNumber = character >= '0' && character <= '9'
    const follows = isNumber ? character === '0' : compareTexts(last, character) !== 0
    if (follows) weight += last === '9' ? LONGEST_NUMBER + 1 : 1
    found[code] = weight
    last = character
  }
  return found
}

function isDigit(code: number): boolean {
  return code >= ZERO && code <= NINE
}
