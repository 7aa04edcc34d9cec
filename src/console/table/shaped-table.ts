/** Rows with the columns over them, as the table draws them. */
import { indexRows } from '#console/data/engine/view-index.ts'
import type { ViewIndex } from '#console/data/engine/types.ts'
import { columnKit, type Column, type ColumnKit } from '#console/table/columns/column-kit.tsx'
import { formatText } from '#console/rows/formats.ts'

/** Rows with the columns over them, their type put aside: the two were checked against each other when declared. */
export interface ShapedTable {
  readonly rows: readonly object[]
  readonly columns: readonly Column<object>[]
  /** Names a row, also after a refresh: what is open, selected or focused stays so. */
  readonly keyOf: (row: object) => string
  /** How many rows there will be, where these are the first ones only. */
  readonly of?: number
  /** Where the list has more, which are not to be had. */
  readonly isPart?: true
  /** Answers views over the rows; each of its parts is made when it is first needed. */
  readonly index: ViewIndex<object>
}

/** A table of details over rows of one type. */
export function detailTable<R extends object>(
  rows: readonly R[],
  columns: (c: ColumnKit<R>, rows: readonly R[]) => readonly Column<R>[],
): ShapedTable {
  return shaped(rows, columns(columnKit<R>(), rows), keyBy([]))
}

/** Rows of one type with the columns over them, their type put aside. */
export function shaped<R extends object>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  keyOf: (row: object) => string,
): ShapedTable {
  const untyped = columns as unknown as readonly Column<object>[]
  return { rows, columns: untyped, keyOf, index: indexRows<object>(rows, untyped) }
}

const numbers = new WeakMap<object, number>()
let named = 0

/** The values of some fields; a row without any gets a number, as long as it is the same object. */
export function keyBy(fields: readonly string[]): (row: object) => string {
  return (row) => {
    const parts = fields.map((field): unknown => Reflect.get(row, field))
    const isNamed = parts.some((part) => part !== null && part !== undefined && part !== '')
    if (isNamed) return parts.map((part) => formatText(part)).join('|')
    const number = numbers.get(row) ?? (named += 1)
    numbers.set(row, number)
    return `#${String(number)}`
  }
}
