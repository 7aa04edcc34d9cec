// What follows from adding, changing or removing a row, derived from the shape of its table.
import type { Cell } from '#test/netsuite/columns.ts'
import type { AnyRow } from '#test/netsuite/sorted-table.ts'
import type { TableName } from '#test/netsuite/tables.ts'
import { isTableName, shapeOf, tables } from '#test/netsuite/tables.ts'

const DAY_MS = 86_400_000

/** `deletedrecord.type` of a transaction is its own type. */
const DELETED_TRANSACTIONS: Readonly<Record<string, string>> = {
  SalesOrd: 'salesorder',
  PurchOrd: 'purchaseorder',
}

/** `deletedrecord.type` of a removed row; undefined when its removal is not recorded. */
export function recordTypeOf(name: TableName, row: AnyRow): string | undefined {
  return name === 'transaction'
    ? DELETED_TRANSACTIONS[String(row['type'])]
    : shapeOf(name).recordType
}

/** The column that a bare number refers to. */
export function numberColumn(name: TableName): string {
  const { key, unique = [] } = shapeOf(name)
  const single = [key, ...unique].find((columns) => columns.length === 1)?.[0]
  if (single === undefined) throw new RangeError(`rows of ${name} have no number of their own`)
  return single
}

/** A new row with the next number and default values in all other columns. */
export function blank(name: TableName, given: AnyRow, rows: readonly AnyRow[]): AnyRow {
  return Object.fromEntries(
    Object.entries(shapeOf(name).columns).map(([column, { kind, shows }]): [string, Cell] => {
      if (kind === 'flag') return [column, 'F']
      if (kind !== 'id' || given[column] !== undefined) return [column, null]
      if (shows !== undefined) throw new RangeError(`a row of ${name} needs ${column}`)
      return [column, rows.reduce((last, row) => Math.max(last, Number(row[column])), 0) + 1]
    }),
  )
}

/** The columns that date a change; empty for tables without such a column. */
export function touched(name: TableName, now: number): AnyRow {
  const column = shapeOf(name).columns['lastmodifieddate']
  if (!column) return {}
  return { lastmodifieddate: column.kind === 'date' ? now - (now % DAY_MS) : now }
}

/** The tables whose rows are lines of this table's records, with the column that refers to the record. */
export function linesOf(name: TableName): [child: TableName, column: string][] {
  return Object.keys(tables)
    .filter(isTableName)
    .flatMap((child) => {
      const { parent } = shapeOf(child)
      return parent?.table === name ? [[child, parent.column] as [TableName, string]] : []
    })
}

/** Throws when the row has a column that the table does not have. */
export function checkColumns(name: TableName, row: AnyRow): void {
  const unknown = Object.keys(row).find((column) => !Object.hasOwn(shapeOf(name).columns, column))
  if (unknown !== undefined) throw new RangeError(`${name} has no column ${unknown}`)
}
