// Compiles a WHERE clause to a predicate, and to what it implies for the order of the rows: which columns have one value
// only, and the bounds of the leading key column of the table.
import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Cell } from '#test/netsuite/columns.ts'
import type { Condition, Operator } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Place, Scope, Tuple } from '#test/netsuite/suiteql/scope.ts'
import type { Value } from '#test/netsuite/suiteql/values.ts'
import { compileValue } from '#test/netsuite/suiteql/values.ts'
import { shapeOf } from '#test/netsuite/tables.ts'

/** A compiled condition; unknown (a comparison with null) counts as false. */
export interface Filter {
  readonly test: (tuple: Tuple) => boolean
  /** Lower and upper bound of the leading key column of the first table. */
  readonly low: number
  readonly high: number
  /** Columns (see `placeName`) that have the same value in all matching rows. */
  readonly fixed: ReadonlySet<string>
}

const ANYTHING = { low: -Infinity, high: Infinity, fixed: new Set<string>() }

/** Oracle's limit of values in an IN list. */
const MAX_IN_LIST = 1000

/** A unique name for a column of one of the tables of a query. */
export function placeName({ source, column }: Pick<Place, 'source' | 'column'>): string {
  return `${source}.${column}`
}

/** Compiles a WHERE clause; without one every row matches. */
export function compileCondition(condition: Condition | null, scope: Scope): Filter {
  if (condition === null) return { ...ANYTHING, test: () => true }
  switch (condition.type) {
    case 'and':
      return both(condition.parts.map((part) => compileCondition(part, scope)))
    case 'or':
      return either(condition.parts.map((part) => compileCondition(part, scope)))
    case 'null': {
      const { read } = compileValue(condition.value, scope)
      const { not } = condition
      return { ...ANYTHING, test: (tuple) => (read(tuple) === null) !== not }
    }
    case 'compare': {
      const [left, right] = [condition.left, condition.right].map((side) =>
        compileValue(side, scope),
      )
      if (!left || !right) throw invalidQuery('Search error occurred: Comparison without a side.')
      return comparison(condition.operator, left, right, scope)
    }
    case 'in':
      return membership(condition, scope)
    case 'in-query':
      throw new RangeError('subqueries are answered before a query is planned')
  }
}

function both(parts: readonly Filter[]): Filter {
  return {
    test: (tuple) => parts.every((part) => part.test(tuple)),
    low: Math.max(...parts.map((part) => part.low)),
    high: Math.min(...parts.map((part) => part.high)),
    fixed: new Set(parts.flatMap((part) => [...part.fixed])),
  }
}

function either(parts: readonly Filter[]): Filter {
  return {
    test: (tuple) => parts.some((part) => part.test(tuple)),
    low: Math.min(...parts.map((part) => part.low)),
    high: Math.max(...parts.map((part) => part.high)),
    fixed: new Set(),
  }
}

const COMPARE: Readonly<Record<Operator, (a: string | number, b: string | number) => boolean>> = {
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
}

function comparison(operator: Operator, left: Value, right: Value, scope: Scope): Filter {
  const convert = converter(left, right)
  const holds = COMPARE[operator]
  const limit = right.constant === undefined ? undefined : convert(right.constant)
  const readRight = limit === undefined ? (tuple: Tuple) => convert(right.read(tuple)) : () => limit
  const test = (tuple: Tuple): boolean => {
    const a = convert(left.read(tuple))
    const b = readRight(tuple)
    return a !== null && b !== null && holds(a, b)
  }
  if (limit === undefined || !left.place) return { ...ANYTHING, test }
  const fixed = operator === '=' ? new Set([placeName(left.place)]) : ANYTHING.fixed
  if (typeof limit !== 'number' || !isLeadingKey(left.place, scope)) {
    return { ...ANYTHING, test, fixed }
  }
  const low = operator === '>' || operator === '>=' || operator === '=' ? limit : -Infinity
  const high = operator === '<' || operator === '<=' || operator === '=' ? limit : Infinity
  return { test, low, high, fixed }
}

function membership(condition: Condition & { type: 'in' }, scope: Scope): Filter {
  if (!condition.found && condition.options.length > MAX_IN_LIST) {
    throw invalidQuery('Search error occurred: Maximum number of expressions in a list is 1000.')
  }
  const value = compileValue(condition.value, scope)
  const options = condition.options.map((option) => compileValue(option, scope))
  const allowed = new Set(
    options.map((option) => {
      if (option.constant === undefined)
        throw invalidQuery('Search error occurred: IN takes values.')
      return converter(value, option)(option.constant)
    }),
  )
  const convert = converter(value, ...options)
  const { not } = condition
  const test = (tuple: Tuple): boolean => {
    const cell = convert(value.read(tuple))
    return cell !== null && allowed.has(cell) !== not
  }
  const numbers = [...allowed].filter((cell) => typeof cell === 'number')
  const isRange = !not && value.place !== undefined && isLeadingKey(value.place, scope)
  if (!isRange || numbers.length !== allowed.size) return { ...ANYTHING, test }
  return { ...ANYTHING, test, low: Math.min(...numbers), high: Math.max(...numbers) }
}

/** Converts both sides to one type, as Oracle does: a text compared with a number is read as a number. */
function converter(...sides: readonly Value[]): (cell: Cell) => Cell {
  const kinds = new Set(sides.map((side) => side.kind))
  if (kinds.size === 1) return (cell) => cell
  if (kinds.has('date')) {
    throw invalidQuery('Search error occurred: A date compares only with a date; use TO_DATE.')
  }
  return (cell) => {
    const value = cell === null ? Number.NaN : Number(cell)
    return Number.isNaN(value) ? null : value
  }
}

function isLeadingKey(place: Place, scope: Scope): boolean {
  const first = scope.sources[0]
  return (
    first !== undefined &&
    place.source === 0 &&
    place.shape.kind === 'id' &&
    shapeOf(first.name).key[0] === place.column
  )
}
