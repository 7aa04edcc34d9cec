/**
 * Up to 2,048 entries in compact form: a few long texts and typed arrays, because an object for each
 * entry would take five times the memory.
 */
import { folded, forEachWord } from '#console/data/engine/find/fold.ts'
import { type Entry, ROLES, type Shown } from '#console/data/engine/find/entry.ts'
import { comparedCode } from '#console/data/engine/find/product-code.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

export const BLOCK_ROWS = 2_048

export interface Block {
  /** How many rows it was made from; some have no entry. */
  readonly rows: number
  /** The folded texts of all entries, each with the character of its role before it. */
  readonly text: string
  /** Where each entry begins in `text`, and the end of the last one. */
  readonly starts: Int32Array
  /** One bit for each character of `text`: whether a word begins there. */
  readonly words: Uint8Array
  /** The hash of each code, name and id, with the number of its entry: `hash * BLOCK_ROWS + number`, ascending. */
  readonly hashes: Float64Array
  /** What the lines of the entries show. */
  readonly shown: string
  readonly shownStarts: Int32Array
}

/** Divides what a line shows. */
const FIELD_END = '\u001F'
const KINDS = ['codes', 'names', 'ids', 'words'] as const

/** Makes a block of at most `BLOCK_ROWS` rows. */
export function* makeBlock<R>(
  rows: readonly R[],
  entryOf: (row: R, before: R | undefined) => Entry | null,
): ChunkedTask<Block> {
  const texts: string[] = []
  const shown: string[] = []
  const starts: number[] = []
  const shownStarts: number[] = []
  const wordsAt: number[] = []
  const hashes: number[] = []
  let length = 0
  let shownLength = 0
  let first = 0
  const markWord = (start: number): void => void wordsAt.push(first + start)
  yield* walk(rows, (row, nth) => {
    const entry = entryOf(row, rows[nth - 1])
    if (entry === null) return
    const number = starts.length
    starts.push(length)
    for (const kind of KINDS) {
      for (const text of entry[kind]) {
        const plain = folded(text)
        if (plain === '') continue
        texts.push(ROLES[kind], plain)
        first = length + 1
        forEachWord(text, markWord)
        length += 1 + plain.length
        if (kind === 'codes') hashes.push(hashOf(comparedCode(text)) * BLOCK_ROWS + number)
        if (kind !== 'words') hashes.push(hashOf(plain) * BLOCK_ROWS + number)
      }
    }
    const line = [entry.open, entry.name, entry.number, entry.where].join(FIELD_END)
    shown.push(line)
    shownStarts.push(shownLength)
    shownLength += line.length
  })
  starts.push(length)
  shownStarts.push(shownLength)
  yield
  const words = new Uint8Array((length >> 3) + 1)
  for (const at of wordsAt) words[at >> 3] = (words[at >> 3] ?? 0) | (1 << (at & 7))
  const text = texts.join('')
  yield
  const sorted = Float64Array.from(hashes).sort()
  yield
  return {
    rows: rows.length,
    text,
    starts: Int32Array.from(starts),
    words,
    hashes: sorted,
    shown: shown.join(''),
    shownStarts: Int32Array.from(shownStarts),
  }
}

/** What the line of an entry shows. */
export function shownIn({ shown, shownStarts }: Block, number: number): Shown {
  const line = shown.slice(shownStarts[number], shownStarts[number + 1])
  const [open = '', name = '', code = '', where = ''] = line.split(FIELD_END)
  return { open, name, number: code, where }
}

/** The texts of an entry, each with the character of its role before it. */
export function textIn({ text, starts }: Block, number: number): string {
  return text.slice(starts[number], starts[number + 1])
}

/** The entries that may have this code, name or id; two texts may have the same hash. */
export function candidatesFor({ hashes }: Block, hash: number): readonly number[] {
  const from = hash * BLOCK_ROWS
  let low = 0
  let high = hashes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((hashes[middle] ?? 0) < from) low = middle + 1
    else high = middle
  }
  if ((hashes[low] ?? Number.POSITIVE_INFINITY) >= from + BLOCK_ROWS) return NONE
  const found: number[] = []
  for (let at = low; at < hashes.length; at += 1) {
    const number = (hashes[at] ?? 0) - from
    if (number >= BLOCK_ROWS) break
    if (found.at(-1) !== number) found.push(number)
  }
  return found
}

const NONE: readonly number[] = []

/** FNV-1a over the character codes. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
