import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Column } from '#test/netsuite/columns.ts'
import type { AnyRow, SortedTable } from '#test/netsuite/sorted-table.ts'
import type { ColumnName, TableName as TableTerm } from '#test/netsuite/suiteql/parser/ast.ts'
import { isTableName, shapeOf } from '#test/netsuite/tables.ts'
import type { TableName } from '#test/netsuite/tables.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'

/** The account that a query runs on. */
export interface Account {
  readonly warehouse: Warehouse
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** The zone of the integration user, in which datetimes are read and written. */
  readonly utcOffsetMinutes: number
  /** `table` or `table.column` names that this role or account does not have. */
  readonly hidden: ReadonlySet<string>
}

/** A row of each table of the query, in their order; null when a left join found no match. */
export type Tuple = readonly (AnyRow | null)[]

/** A column of one of the tables of the query. */
export interface Place {
  readonly source: number
  readonly column: string
  readonly shape: Column
}

export interface Source {
  readonly alias: string
  readonly name: TableName
  readonly table: SortedTable
}

/** The tables of a query, and the resolution of names in them. */
export interface Scope {
  readonly account: Account
  readonly sources: readonly Source[]
  /** Throws for a name that no table has, or that is ambiguous. */
  place(column: ColumnName): Place
}

/** Looks up the tables; throws "Invalid search query" for one that does not exist. */
export function createScope(terms: readonly TableTerm[], account: Account): Scope {
  const sources = terms.map(({ table, alias }): Source => {
    if (!isTableName(table) || account.hidden.has(table)) {
      throw invalidQuery(`Invalid search type: ${table}.`)
    }
    return { alias, name: table, table: account.warehouse.table(table) }
  })
  return {
    account,
    sources,
    place(column) {
      const found = sources.flatMap((source, index) => {
        if (column.alias !== null && column.alias !== source.alias) return []
        const shape = columnOf(source.name, column.name, account)
        return shape ? [{ source: index, column: column.name, shape }] : []
      })
      const [first, second] = found
      if (!first) throw unknownIdentifier(column, sources)
      if (second) throw invalidQuery(`Search error occurred: '${column.name}' is ambiguous.`)
      return first
    },
  }
}

function columnOf(table: TableName, name: string, account: Account): Column | undefined {
  const { columns } = shapeOf(table)
  const visible = Object.hasOwn(columns, name) && !account.hidden.has(`${table}.${name}`)
  return visible ? columns[name] : undefined
}

function unknownIdentifier(column: ColumnName, sources: readonly Source[]) {
  const known = sources.map(({ alias, name }) => `${alias}=${name}`).join(', ')
  const name = column.alias === null ? column.name : `${column.alias}.${column.name}`
  return invalidQuery(
    `Search error occurred: Unknown identifier '${name}'. Available identifiers are: {${known}}.`,
  )
}
