// Compiles expressions to functions that read their value from a tuple.
import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Cell, Kind } from '#test/netsuite/columns.ts'
import type { ColumnName, Expression } from '#test/netsuite/suiteql/parser/ast.ts'
import { dateWriter, parseDate } from '#test/netsuite/suiteql/dates.ts'
import { displayText } from '#test/netsuite/suiteql/display.ts'
import type { Place, Scope, Tuple } from '#test/netsuite/suiteql/scope.ts'

/** Dates are wall-clock milliseconds of the session zone (see dates.ts). */
export type ValueKind = 'number' | 'text' | 'date'

/** A compiled expression. `place` is set for a bare column, `constant` for a literal. */
export interface Value {
  readonly kind: ValueKind
  readonly read: (tuple: Tuple) => Cell
  readonly place?: Place
  readonly constant?: Cell
}

const VALUE_KINDS: Readonly<Record<Kind, ValueKind>> = {
  id: 'number',
  number: 'number',
  text: 'text',
  flag: 'text',
  date: 'date',
  datetime: 'date',
}

/** Throws "Invalid search query" for unknown columns and functions and for wrong arguments. */
export function compileValue(expression: Expression, scope: Scope): Value {
  switch (expression.type) {
    case 'number':
    case 'text':
      return constant(expression.type, expression.value)
    case 'column':
      return clockValue(expression, scope) ?? columnValue(scope.place(expression), scope)
    case 'negative':
      return negative(compileValue(expression.of, scope))
    case 'sum':
      return sum(
        compileValue(expression.left, scope),
        compileValue(expression.right, scope),
        expression.minus,
      )
    case 'call':
      return call(expression.name, expression.args, scope)
    case 'count':
      throw invalidQuery('Search error occurred: COUNT(*) is allowed only in the select list.')
  }
}

/** The names that refer to the clock and the time zone of the session; null for any other name. */
function clockValue({ alias, name }: ColumnName, { account }: Scope): Value | null {
  const minutes = account.utcOffsetMinutes
  if (alias !== null) return null
  if (name === 'sessiontimezone') return constant('text', zoneName(minutes))
  if (name !== 'sysdate') return null
  return { kind: 'date', read: () => account.now() + minutes * MINUTE_MS }
}

const MINUTE_MS = 60_000

function constant(kind: ValueKind, value: Cell): Value {
  return { kind, read: () => value, constant: value }
}

function columnValue(place: Place, scope: Scope): Value {
  const { source, column, shape } = place
  const plain = (tuple: Tuple): Cell => tuple[source]?.[column] ?? null
  if (shape.kind !== 'datetime') return { kind: VALUE_KINDS[shape.kind], read: plain, place }
  const shift = scope.account.utcOffsetMinutes * MINUTE_MS
  const read = (tuple: Tuple): Cell => {
    const moment = plain(tuple)
    return typeof moment === 'number' ? moment + shift : null
  }
  return { kind: 'date', read, place }
}

function negative(value: Value): Value {
  if (value.kind !== 'number') throw invalidQuery('Search error occurred: Not a number.')
  const turn = (cell: Cell): Cell => (cell === null ? null : 0 - Number(cell))
  return value.constant === undefined
    ? { kind: 'number', read: (tuple) => turn(value.read(tuple)) }
    : constant('number', turn(value.constant))
}

/** A sum or difference of numbers, or a date some days later or earlier. */
function sum(left: Value, right: Value, minus: boolean): Value {
  const isDate = left.kind === 'date'
  if (right.kind !== 'number' || (left.kind !== 'number' && !isDate))
    throw invalidQuery('Search error occurred: Inconsistent datatypes.')
  const factor = (minus ? -1 : 1) * (isDate ? DAY_MS : 1)
  const read = (tuple: Tuple): Cell => {
    const [a, b] = [left.read(tuple), right.read(tuple)]
    return a === null || b === null ? null : Number(a) + factor * Number(b)
  }
  return { kind: left.kind, read }
}

const DAY_MS = 86_400_000

function call(name: string, args: readonly Expression[], scope: Scope): Value {
  const [first, second, ...more] = args.map((arg) => compileValue(arg, scope))
  const wrong = invalidQuery(`Search error occurred: Function ${name} is unknown or used wrongly.`)
  if (!first || more.length > 0) throw wrong
  if (name === 'builtin.df') {
    if (second || !first.place) throw wrong
    return displayValue(first.place, first, scope)
  }
  if (name === 'nvl') return orElse(first, second ?? constant(first.kind, null))
  const format = second?.constant
  if (typeof format !== 'string') throw wrong
  if (name === 'to_char' && first.kind === 'date') return written(first, dateWriter(format))
  const isDate = name === 'to_date' || name === 'to_timestamp'
  if (!isDate || typeof first.constant !== 'string') throw wrong
  return constant('date', parseDate(first.constant, format))
}

/** The other value where the first one is missing. */
function orElse(value: Value, other: Value): Value {
  if (value.kind !== other.kind) throw invalidQuery('Search error occurred: NVL of two kinds.')
  return { kind: value.kind, read: (tuple) => value.read(tuple) ?? other.read(tuple) }
}

function displayValue(place: Place, value: Value, scope: Scope): Value {
  const { shows } = place.shape
  if (shows === undefined) return value
  return { kind: 'text', read: (tuple) => displayText(scope, shows, value.read(tuple)) }
}

function written(value: Value, write: (time: number) => string): Value {
  const read = (tuple: Tuple): Cell => {
    const time = value.read(tuple)
    return typeof time === 'number' ? write(time) : null
  }
  return { kind: 'text', read }
}

function zoneName(minutes: number): string {
  const pad = (value: number): string => String(Math.trunc(value)).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${pad(size / 60)}:${pad(size % 60)}`
}
