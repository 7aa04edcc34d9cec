/** Rows with the columns over them, as the table draws them. */
import { indexRows } from '#console/data/engine/view-index.ts'
import type { ViewIndex } from '#console/data/engine/types.ts'
import { columnKit, type Column, type ColumnKit } from '#console/table/columns/column-kit.tsx'
import { derivationOf } from '#console/rows/derivation.ts'
import { formatText } from '#console/rows/formats.ts'

/** Rows and columns without their type; `shaped` has checked them against each other. */
export interface ShapedTable {
  readonly rows: readonly object[]
  readonly columns: readonly Column<object>[]
  /** The key of a row, stable over refreshes, so that it stays open, selected or focused. */
  readonly keyOf: (row: object) => string
  /** The number of rows of the whole list, if these are only the first ones. */
  readonly of?: number
  /** Whether the list has more rows that are not available. */
  readonly isPart?: true
  /** Answers views over the rows; its parts are built when they are first needed. */
  readonly index: ViewIndex<object>
}

/** A table of details over rows of one type. */
export function detailTable<R extends object>(
  rows: readonly R[],
  columns: (c: ColumnKit<R>, rows: readonly R[]) => readonly Column<R>[],
): ShapedTable {
  return shaped(rows, columns(columnKit<R>(), rows), keyBy([]))
}

/**
 * Rows of one type with the columns over them, without the type.
 * @param before the same table over other rows; if these were made from them, only their change is indexed
 */
export function shaped<R extends object>(
  rows: readonly R[],
  columns: readonly Column<R>[],
  keyOf: (row: object) => string,
  before?: ShapedTable,
): ShapedTable {
  const untyped = columns as unknown as readonly Column<object>[]
  return { rows, columns: untyped, keyOf, index: indexOf(rows, untyped, before) }
}

function indexOf(
  rows: readonly object[],
  columns: readonly Column<object>[],
  before: ShapedTable | undefined,
): ViewIndex<object> {
  const derivation = before && derivationOf(rows)
  if (!before || !derivation || derivation.from !== before.rows) return indexRows(rows, columns)
  const known = new Map(before.columns.map((column) => [column.id, column]))
  // In one table these decide how a column reads its rows.
  const same = columns.filter(({ id, kind, title }) => {
    const then = known.get(id)
    return then?.kind === kind && then.title === title
  })
  const ids = new Set(same.map(({ id }) => id))
  return before.index.next({ rows, fields: columns, derivation, same: ids })
}

const BETWEEN_PARTS = '|'

/** The values that a key was made from. */
export function partsOfKey(key: string): string[] {
  return key.split(BETWEEN_PARTS)
}

/** Whether a key is only a number, which another row or none may have after a refresh. */
export function isPassingKey(key: string): boolean {
  return /^#\d+$/.test(key)
}

const numbers = new WeakMap<object, number>()
let named = 0

/**
 * A key from the values of some fields; a row without any gets a number for as long as it is the
 * same object.
 */
export function keyBy(fields: readonly string[]): (row: object) => string {
  return (row) => {
    const parts = fields.map((field): unknown => Reflect.get(row, field))
    const isNamed = parts.some((part) => part !== null && part !== undefined && part !== '')
    if (isNamed) return parts.map((part) => formatText(part)).join(BETWEEN_PARTS)
    const number = numbers.get(row) ?? (named += 1)
    numbers.set(row, number)
    return `#${String(number)}`
  }
}
