/**
 * Rows column by column. Repeated values are sent once, so that a list takes a quarter of its space
 * (decisions/console/collections.md). The same form travels over the wire and lies on the device.
 */
import type { Row } from '#contract/collections.ts'

/** The code of a row that lacks the field. */
export const ABSENT = -1

/**
 * One field: a value for each row, or the distinct values and for each row the index of its value, -1 if the row
 * lacks the field.
 */
export type Column =
  | { readonly name: string; readonly values: ArrayLike<unknown> }
  | {
      readonly name: string
      readonly distinct: readonly unknown[]
      readonly codes: ArrayLike<number>
    }

/** Rows as columns. A list of columns, because an object cannot have every name as a key. */
export interface Columns {
  readonly rows: number
  readonly columns: readonly Column[]
}

/** Above this share of distinct values, a list of all values is shorter. */
const MAX_DISTINCT = 0.5

/** The rows as columns, in the order in which the fields first appear. Undefined fields count as absent. */
export function toColumns(rows: readonly Row[]): Columns {
  const names = new Set<string>()
  for (const row of rows) for (const name of Object.keys(row)) names.add(name)
  return { rows: rows.length, columns: Array.from(names, (name) => columnOf(name, rows)) }
}

function columnOf(name: string, rows: readonly Row[]): Column {
  const places = new Map<unknown, number>()
  const distinct: unknown[] = []
  const values: unknown[] = []
  const codes: number[] = []
  for (const row of rows) {
    const value = Object.hasOwn(row, name) ? row[name] : undefined
    values.push(value)
    let code = value === undefined ? ABSENT : places.get(value)
    if (code === undefined) {
      code = distinct.push(value) - 1
      places.set(value, code)
    }
    codes.push(code)
  }
  const isShorter = distinct.length > rows.length * MAX_DISTINCT && !codes.includes(ABSENT)
  return isShorter ? { name, values } : { name, distinct, codes }
}

/** More than any list has; a wrong count must not allocate without limit. */
const MAX_ROWS = 1_000_000
const MAX_COLUMNS = 1_000

/** Whether a value has the form of columns that do not contradict each other. */
export function isColumns(value: unknown): value is Columns {
  if (typeof value !== 'object' || value === null) return false
  const { rows, columns } = value as { readonly rows?: unknown; readonly columns?: unknown }
  if (!Number.isInteger(rows) || Number(rows) < 0 || Number(rows) > MAX_ROWS) return false
  if (!Array.isArray(columns) || columns.length > MAX_COLUMNS) return false
  if (!columns.every((column): column is Column => isColumn(column, Number(rows)))) return false
  return new Set(columns.map(({ name }) => name)).size === columns.length
}

function isColumn(value: unknown, count: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, values, distinct, codes } = value as Readonly<Record<string, unknown>>
  if (typeof name !== 'string') return false
  if (values !== undefined) return Array.isArray(values) && values.length === count
  if (!Array.isArray(distinct) || !Array.isArray(codes) || codes.length !== count) return false
  const isCode = (code: unknown): boolean =>
    Number.isInteger(code) && Number(code) >= ABSENT && Number(code) < distinct.length
  return codes.every(isCode)
}

/**
 * The rows of columns, or some of them. Rows that repeat a value share it.
 * @param from the first row to read
 * @param to the row after the last one to read
 */
export function fromColumns({ rows: count, columns }: Columns, from = 0, to = count): Row[] {
  const places = Array.from({ length: Math.max(0, Math.min(to, count) - from) }, (_, n) => from + n)
  if (columns.some((column) => lacksRows(column, places)))
    return places.map((place) => rowAt(columns, place))
  // Copies of one row with all fields are filled several times faster than rows that grow field by field.
  const blank: Row = {}
  for (const { name } of columns) put(blank, name, null)
  const rows = places.map((): Row => ({ ...blank }))
  for (const column of columns) fill(rows, column, from)
  return rows
}

function lacksRows(column: Column, places: readonly number[]): boolean {
  if ('values' in column) return false
  const { codes } = column
  return places.some((place) => codes[place] === ABSENT)
}

function rowAt(columns: readonly Column[], place: number): Row {
  const row: Row = {}
  for (const column of columns) {
    if ('values' in column) put(row, column.name, column.values[place])
    else {
      const code = column.codes[place] ?? ABSENT
      if (code !== ABSENT) put(row, column.name, column.distinct[code])
    }
  }
  return row
}

/** Sets a field that all of the rows have. */
function fill(rows: readonly Row[], column: Column, from: number): void {
  const { name } = column
  if ('values' in column) {
    const { values } = column
    rows.forEach((row, nth) => {
      row[name] = values[from + nth]
    })
    return
  }
  const { distinct, codes } = column
  rows.forEach((row, nth) => {
    row[name] = distinct[codes[from + nth] ?? ABSENT]
  })
}

function put(row: Row, name: string, value: unknown): void {
  if (name !== '__proto__') row[name] = value
  // An assignment would change the prototype of the row.
  else
    Object.defineProperty(row, name, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    })
}
