import type { Condition, Expression, Operator } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Cursor } from '#test/netsuite/suiteql/cursor.ts'
import { parseExpression } from '#test/netsuite/suiteql/parser/expression-parser.ts'

const OPERATORS: readonly Operator[] = ['=', '<>', '<=', '>=', '<', '>']

/** A WHERE clause: AND binds closer than OR, parentheses closest. */
export function parseCondition(cursor: Cursor): Condition {
  return chain(cursor, 'or', (inner) => chain(inner, 'and', single))
}

function chain(cursor: Cursor, type: 'and' | 'or', part: (cursor: Cursor) => Condition): Condition {
  const first = part(cursor)
  const parts = [first]
  while (cursor.takeWords(type)) parts.push(part(cursor))
  return parts.length === 1 ? first : { type, parts }
}

function single(cursor: Cursor): Condition {
  if (cursor.takeSign('(')) {
    const condition = parseCondition(cursor)
    cursor.expectSign(')')
    return condition
  }
  const value = parseExpression(cursor)
  if (cursor.takeWords('is', 'not', 'null')) return { type: 'null', not: true, value }
  if (cursor.takeWords('is', 'null')) return { type: 'null', not: false, value }
  if (cursor.takeWords('not', 'in'))
    return { type: 'in', not: true, value, options: options(cursor) }
  if (cursor.takeWords('in')) return { type: 'in', not: false, value, options: options(cursor) }
  const operator = OPERATORS.find((sign) => cursor.takeSign(sign))
  if (!operator) throw cursor.fault()
  return { type: 'compare', operator, left: value, right: parseExpression(cursor) }
}

function options(cursor: Cursor): Expression[] {
  cursor.expectSign('(')
  const found = [parseExpression(cursor)]
  while (cursor.takeSign(',')) found.push(parseExpression(cursor))
  cursor.expectSign(')')
  return found
}
