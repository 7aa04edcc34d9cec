import type { Expression } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Cursor } from '#test/netsuite/suiteql/cursor.ts'

/** Parses columns, literals, function calls, `COUNT(*)` and their negations, and sums and differences of them. */
export function parseExpression(cursor: Cursor): Expression {
  let left = term(cursor)
  for (;;) {
    const minus = cursor.takeSign('-')
    if (!minus && !cursor.takeSign('+')) return left
    left = { type: 'sum', minus, left, right: term(cursor) }
  }
}

function term(cursor: Cursor): Expression {
  if (cursor.takeSign('-')) return { type: 'negative', of: term(cursor) }
  const token = cursor.peek()
  if (token.type === 'number' || token.type === 'text') {
    cursor.next()
    return token.type === 'number'
      ? { type: 'number', value: token.value }
      : { type: 'text', value: token.value }
  }
  return named(cursor)
}

function named(cursor: Cursor): Expression {
  const first = cursor.name()
  const second = cursor.takeSign('.') ? cursor.name() : null
  if (!cursor.takeSign('(')) {
    return second === null
      ? { type: 'column', alias: null, name: first }
      : { type: 'column', alias: first, name: second }
  }
  const name = second === null ? first : `${first}.${second}`
  if (name === 'count') {
    cursor.expectSign('*')
    cursor.expectSign(')')
    return { type: 'count' }
  }
  const args = [parseExpression(cursor)]
  while (cursor.takeSign(',')) args.push(parseExpression(cursor))
  cursor.expectSign(')')
  return { type: 'call', name, args }
}
