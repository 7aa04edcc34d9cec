import type { Condition, Expression, Operator, Query } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Cursor } from '#test/netsuite/suiteql/cursor.ts'
import { parseExpression } from '#test/netsuite/suiteql/parser/expression-parser.ts'

const OPERATORS: readonly Operator[] = ['=', '<>', '<=', '>=', '<', '>']

/** Parses a SELECT at the cursor. */
type ParseSelect = (cursor: Cursor) => Query

/** A WHERE clause: AND binds closer than OR, parentheses closest. */
export function parseCondition(cursor: Cursor, parseSelect: ParseSelect): Condition {
  const part = (inner: Cursor): Condition => single(inner, parseSelect)
  return chain(cursor, 'or', (inner) => chain(inner, 'and', part))
}

function chain(cursor: Cursor, type: 'and' | 'or', part: (cursor: Cursor) => Condition): Condition {
  const first = part(cursor)
  const parts = [first]
  while (cursor.takeWords(type)) parts.push(part(cursor))
  return parts.length === 1 ? first : { type, parts }
}

function single(cursor: Cursor, parseSelect: ParseSelect): Condition {
  if (cursor.takeSign('(')) {
    const condition = parseCondition(cursor, parseSelect)
    cursor.expectSign(')')
    return condition
  }
  const value = parseExpression(cursor)
  if (cursor.takeWords('is', 'not', 'null')) return { type: 'null', not: true, value }
  if (cursor.takeWords('is', 'null')) return { type: 'null', not: false, value }
  if (cursor.takeWords('not', 'in')) return membership(cursor, parseSelect, { not: true, value })
  if (cursor.takeWords('in')) return membership(cursor, parseSelect, { not: false, value })
  const operator = OPERATORS.find((sign) => cursor.takeSign(sign))
  if (!operator) throw cursor.fault()
  return { type: 'compare', operator, left: value, right: parseExpression(cursor) }
}

function membership(
  cursor: Cursor,
  parseSelect: ParseSelect,
  tested: { readonly not: boolean; readonly value: Expression },
): Condition {
  cursor.expectSign('(')
  if (!cursor.isWord('select')) return { type: 'in', ...tested, options: options(cursor) }
  const query = parseSelect(cursor)
  cursor.expectSign(')')
  return { type: 'in-query', ...tested, query }
}

function options(cursor: Cursor): Expression[] {
  const found = [parseExpression(cursor)]
  while (cursor.takeSign(',')) found.push(parseExpression(cursor))
  cursor.expectSign(')')
  return found
}
