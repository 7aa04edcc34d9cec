import { invalidQuery } from '#test/netsuite/errors.ts'
import type { NetSuiteError } from '#test/netsuite/errors.ts'
import type { Token } from '#test/netsuite/suiteql/parser/tokens.ts'

/** Reads the tokens of a query. */
export interface Cursor {
  peek(): Token
  /** Takes the next token. */
  next(): Token
  /** Takes these words if all of them come next. */
  takeWords(...words: string[]): boolean
  takeSign(sign: string): boolean
  isWord(word: string): boolean
  expectWord(word: string): void
  expectSign(sign: string): void
  /** Takes a name that is not a keyword. */
  name(): string
  isName(): boolean
  fault(): NetSuiteError
}

const KEYWORDS = new Set(
  (
    'select from where order by and or not in is null as asc desc join inner left right full ' +
    'outer cross on fetch first next rows row only limit offset group having union distinct with'
  ).split(' '),
)

/** A cursor at the first token. */
export function createCursor(tokens: readonly Token[]): Cursor {
  let at = 0
  const end: Token = { type: 'end', at: 0 }
  const tokenAt = (index: number): Token => tokens[index] ?? tokens.at(-1) ?? end
  const isWord = (index: number, word: string): boolean => {
    const token = tokenAt(index)
    return token.type === 'word' && token.word === word
  }

  const cursor: Cursor = {
    peek: () => tokenAt(at),
    isWord: (word) => isWord(at, word),
    next: () => tokenAt(at++),
    takeWords(...words) {
      if (!words.every((word, index) => isWord(at + index, word))) return false
      at += words.length
      return true
    },
    takeSign(sign) {
      const token = tokenAt(at)
      if (token.type !== 'sign' || token.sign !== sign) return false
      at += 1
      return true
    },
    expectWord(word) {
      if (!cursor.takeWords(word)) throw cursor.fault()
    },
    expectSign(sign) {
      if (!cursor.takeSign(sign)) throw cursor.fault()
    },
    isName() {
      const token = tokenAt(at)
      return token.type === 'word' && !KEYWORDS.has(token.word)
    },
    name() {
      const token = tokenAt(at)
      if (token.type !== 'word' || !cursor.isName()) throw cursor.fault()
      at += 1
      return token.word
    },
    fault: () =>
      invalidQuery(
        `Search error occurred: Invalid or unsupported search near position ${tokenAt(at).at + 1}.`,
      ),
  }
  return cursor
}
