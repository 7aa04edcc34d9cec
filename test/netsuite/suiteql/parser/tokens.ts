import { invalidQuery } from '#test/netsuite/errors.ts'

/** A token and its position in the query, from 0. Words are in lower case, because SuiteQL ignores case. */
export type Token =
  | { readonly type: 'word'; readonly word: string; readonly at: number }
  | { readonly type: 'number'; readonly value: number; readonly at: number }
  | { readonly type: 'text'; readonly value: string; readonly at: number }
  | { readonly type: 'sign'; readonly sign: string; readonly at: number }
  | { readonly type: 'end'; readonly at: number }

const PATTERNS = [
  ['space', /\s+/y],
  ['word', /[a-z_][a-z0-9_]*/iy],
  ['number', /\d+(?:\.\d+)?/y],
  ['text', /'(?:[^']|'')*'/y],
  ['sign', /<>|!=|>=|<=|[=<>(),.*+-]/y],
] as const

/** The tokens of a query, with an end token after the last. Throws at a character that is not SuiteQL. */
export function tokenize(query: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < query.length) {
    const found = match(query, at)
    if (!found) throw invalidQuery(`Search error occurred: Unexpected character at ${at + 1}.`)
    const token = toToken(found.type, found.text, at)
    if (token) tokens.push(token)
    at += found.text.length
  }
  return [...tokens, { type: 'end', at }]
}

type TokenKind = (typeof PATTERNS)[number][0]

function match(query: string, at: number): { type: TokenKind; text: string } | undefined {
  for (const [type, pattern] of PATTERNS) {
    pattern.lastIndex = at
    const text = pattern.exec(query)?.[0]
    if (text !== undefined) return { type, text }
  }
  return undefined
}

function toToken(type: TokenKind, text: string, at: number): Token | null {
  switch (type) {
    case 'space':
      return null
    case 'word':
      return { type, word: text.toLowerCase(), at }
    case 'number':
      return { type, value: Number(text), at }
    case 'text':
      return { type, value: text.slice(1, -1).replaceAll("''", "'"), at }
    case 'sign':
      return { type, sign: text === '!=' ? '<>' : text, at }
  }
}
