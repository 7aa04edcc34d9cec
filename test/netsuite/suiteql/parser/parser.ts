import type {
  ColumnName,
  Join,
  OrderTerm,
  Query,
  SelectItem,
  TableName,
} from '#test/netsuite/suiteql/parser/ast.ts'
import { parseCondition } from '#test/netsuite/suiteql/parser/condition-parser.ts'
import type { Cursor } from '#test/netsuite/suiteql/cursor.ts'
import { createCursor } from '#test/netsuite/suiteql/cursor.ts'
import { parseExpression } from '#test/netsuite/suiteql/parser/expression-parser.ts'
import { tokenize } from '#test/netsuite/suiteql/parser/tokens.ts'

/** Parses the subset of SuiteQL that the simulator supports; throws "Invalid search query" on anything else. */
export function parseQuery(text: string): Query {
  const cursor = createCursor(tokenize(text))
  const query = parseSelect(cursor)
  if (cursor.peek().type !== 'end') throw cursor.fault()
  return query
}

function parseSelect(cursor: Cursor): Query {
  cursor.expectWord('select')
  const select = list(cursor, selectItem)
  cursor.expectWord('from')
  const from = tableName(cursor)
  const joins = parseJoins(cursor)
  const where = cursor.takeWords('where') ? parseCondition(cursor, parseSelect) : null
  const orderBy = cursor.takeWords('order', 'by') ? list(cursor, orderTerm) : []
  const fetch = cursor.takeWords('fetch') ? fetchCount(cursor) : null
  return { select, from, joins, where, orderBy, fetch }
}

function list<T>(cursor: Cursor, one: (cursor: Cursor) => T): T[] {
  const found = [one(cursor)]
  while (cursor.takeSign(',')) found.push(one(cursor))
  return found
}

function selectItem(cursor: Cursor): SelectItem {
  const value = parseExpression(cursor)
  const named = cursor.takeWords('as') || cursor.isName()
  return { value, alias: named ? cursor.name() : null }
}

function tableName(cursor: Cursor): TableName {
  const table = cursor.name()
  const named = cursor.takeWords('as') || cursor.isName()
  return { table, alias: named ? cursor.name() : table }
}

function parseJoins(cursor: Cursor): Join[] {
  const joins: Join[] = []
  for (;;) {
    const keepsAll = cursor.takeWords('left', 'outer', 'join') || cursor.takeWords('left', 'join')
    if (!keepsAll && !cursor.takeWords('inner', 'join') && !cursor.takeWords('join')) return joins
    const table = tableName(cursor)
    cursor.expectWord('on')
    const on = joinColumns(cursor)
    joins.push({ ...table, keepsAll, on })
  }
}

function joinColumns(cursor: Cursor): readonly [ColumnName, ColumnName] {
  const opened = cursor.takeSign('(')
  const left = column(cursor)
  cursor.expectSign('=')
  const right = column(cursor)
  if (opened) cursor.expectSign(')')
  return [left, right]
}

function column(cursor: Cursor): ColumnName {
  const expression = parseExpression(cursor)
  if (expression.type !== 'column') throw cursor.fault()
  return expression
}

function orderTerm(cursor: Cursor): OrderTerm {
  const value = parseExpression(cursor)
  const descending = cursor.takeWords('desc')
  if (!descending) cursor.takeWords('asc')
  return { value, descending }
}

function fetchCount(cursor: Cursor): number {
  if (!cursor.takeWords('first') && !cursor.takeWords('next')) throw cursor.fault()
  const token = cursor.next()
  if (token.type !== 'number' || !Number.isInteger(token.value)) throw cursor.fault()
  if (!cursor.takeWords('rows') && !cursor.takeWords('row')) throw cursor.fault()
  cursor.expectWord('only')
  return token.value
}
