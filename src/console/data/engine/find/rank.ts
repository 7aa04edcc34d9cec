/** How well an entry fits a search. */
import { type Block, textIn } from '#console/data/engine/find/block.ts'
import { CODE, RANK, type Rank, ROLES, WORDS } from '#console/data/engine/find/entry.ts'
import { folded, wordsOf } from '#console/data/engine/find/fold.ts'
import { comparedCode, isProductNumber } from '#console/data/engine/find/product-code.ts'

/** What a person typed or scanned, as it is compared. */
export interface Search {
  /** The whole of it, without its spaces. */
  readonly whole: string
  /** Its words; each must be found. */
  readonly words: readonly string[]
  /** The same as a product number or another code. */
  readonly code: string
  /** Whether it may be a product number. */
  readonly isNumber: boolean
}

/** Null for a search that asks for nothing. */
export function readSearch(text: string): Search | null {
  const whole = folded(text)
  if (whole === '') return null
  const code = comparedCode(text)
  return { whole, words: wordsOf(text), code, isNumber: isProductNumber(whole) }
}

const NONE = 6

/** The rank of an entry, or null if it does not fit. */
export function rankOf(block: Block, number: number, search: Search): Rank | null {
  const text = textIn(block, number)
  const base = block.starts[number] ?? 0
  let best: number = NONE
  // Where the whole occurs, each of its words does too.
  if (search.words.every((word) => text.includes(word))) {
    best = bestPlace(block, text, base, search.whole)
    if (search.words.length > 1) {
      let worst: number = RANK.prefix
      for (const word of search.words) worst = Math.max(worst, bestPlace(block, text, base, word))
      best = Math.min(best, worst)
    }
  }
  // Only product numbers are compared in another form than the one that is written in the text.
  if (best > RANK.code && search.isNumber && hasCode(text, search.code)) return RANK.code
  return isRank(best) ? best : null
}

/** Whether the search is one of the codes of an entry. */
function hasCode(text: string, code: string): boolean {
  const [, ...codes] = text.split(ROLES.codes)
  return codes.some((each) => comparedCode(untilNextText(each)) === code)
}

function untilNextText(text: string): string {
  let end = 0
  while (end < text.length && text.charCodeAt(end) > WORDS) end += 1
  return text.slice(0, end)
}

/** The best of the places at which a word occurs in the texts of an entry. */
function bestPlace({ words }: Block, text: string, base: number, word: string): number {
  let best = NONE
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const place = base + at
    const role = text.charCodeAt(at - 1)
    const rank =
      role <= WORDS
        ? rankAtStart(role, isEnd(text, at + word.length))
        : isWordAt(words, place)
          ? RANK.word
          : RANK.inside
    best = Math.min(best, rank)
    if (best === RANK.code) break
  }
  return best
}

/** Whether a word begins at a place of a block's text. */
export function isWordAt(words: Uint8Array, place: number): boolean {
  return ((words[place >> 3] ?? 0) & (1 << (place & 7))) !== 0
}

/** The rank of a word with which a text begins, or which is all of it. */
function rankAtStart(role: number, isAll: boolean): Rank {
  if (role === WORDS) return RANK.word
  if (!isAll) return RANK.prefix
  return role === CODE ? RANK.code : RANK.exact
}

function isEnd(text: string, at: number): boolean {
  return at === text.length || text.charCodeAt(at) <= WORDS
}

function isRank(rank: number): rank is Rank {
  return rank < NONE
}
