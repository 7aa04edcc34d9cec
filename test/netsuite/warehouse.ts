import type { SavedRecord } from '#test/netsuite/records/saved-record.ts'
import type { AnyRow, SortedTable } from '#test/netsuite/sorted-table.ts'
import { createTable } from '#test/netsuite/sorted-table.ts'
import type { Row, TableName } from '#test/netsuite/tables.ts'
import { isTableName, shapeOf, tables } from '#test/netsuite/tables.ts'
import {
  blank,
  checkColumns,
  linesOf,
  numberColumn,
  recordTypeOf,
  touched,
} from '#test/netsuite/row-rules.ts'

/** Identifies a row: its number (`id`, `uniquekey`, `nkey`), or some of its values. */
export type Which<T extends TableName> = number | Partial<Row<T>>

/** The data of the simulated account. Returned rows are never changed in place. */
export interface Warehouse {
  /** Increases with every change; an answer is valid while the version is the same. */
  readonly version: number
  rows<T extends TableName>(table: T): readonly Row<T>[]
  find<T extends TableName>(table: T, which: Which<T>): Row<T> | undefined
  /** Adds a row. Missing values are the next number (`id`), 'F' (flags) or null. */
  add<T extends TableName>(table: T, row: Partial<Row<T>>): Row<T>
  /** Changes a row and its lastmodifieddate, and for a line also that of its record. */
  change<T extends TableName>(table: T, which: Which<T>, patch: Partial<Row<T>>): Row<T>
  /** Removes a row and its lines, and adds it to `deletedrecord` if it is a record. */
  remove<T extends TableName>(table: T, which: Which<T>): void
  /** Adds many complete rows unchanged. */
  load<T extends TableName>(table: T, rows: readonly Row<T>[]): void
  /** Records written with the record API, by `type/externalId`. */
  readonly records: Map<string, SavedRecord>
  /** The table as the query engine reads it. */
  table(name: TableName): SortedTable
}

/** An account with empty tables. `now` gives the milliseconds for lastmodifieddate. */
export function createWarehouse(now: () => number = Date.now): Warehouse {
  const store = Object.fromEntries(
    Object.keys(tables)
      .filter(isTableName)
      .map((name) => [name, createTable(tables[name])]),
  ) as Record<TableName, SortedTable>
  store.dual.load([{ dummy: 'X' }])
  let version = 0
  const views = new Map<TableName, { version: number; table: SortedTable }>()

  /** A table whose rows are some of another's, as they are now. */
  function tableOf(name: TableName): SortedTable {
    const { columns, rowsOf } = shapeOf(name)
    if (!rowsOf || !isTableName(rowsOf.table)) return store[name]
    const kept = views.get(name)
    if (kept?.version === version) return kept.table
    const table = createTable(shapeOf(name))
    const rows = store[rowsOf.table].rows.filter(({ type }) => type === rowsOf.type)
    const named = Object.keys(columns)
    table.load(
      rows.map((row) => Object.fromEntries(named.map((column) => [column, row[column] ?? null]))),
    )
    views.set(name, { version, table })
    return table
  }

  function lookUp(name: TableName, which: number | AnyRow): AnyRow | undefined {
    const wanted = typeof which === 'number' ? { [numberColumn(name)]: which } : which
    const { key } = shapeOf(name)
    if (key.every((column) => wanted[column] !== undefined)) {
      return store[name].get(key.map((column) => wanted[column] ?? null))
    }
    return store[name].first(wanted)
  }

  function need(name: TableName, which: number | AnyRow): AnyRow {
    const row = lookUp(name, which)
    if (!row) throw new RangeError(`${name} has no row ${JSON.stringify(which)}`)
    return row
  }

  function insert(name: TableName, row: AnyRow): AnyRow {
    checkColumns(name, row)
    const made = { ...blank(name, row, store[name].rows), ...touched(name, now()), ...row }
    store[name].insert(made)
    touchParent(name, made)
    return made
  }

  function update(name: TableName, old: AnyRow, patch: AnyRow): AnyRow {
    checkColumns(name, patch)
    const made = { ...old, ...touched(name, now()), ...patch }
    store[name].replace(old, made)
    touchParent(name, made)
    return made
  }

  function touchParent(name: TableName, row: AnyRow): void {
    const { parent } = shapeOf(name)
    if (!parent || !isTableName(parent.table)) return
    const record = lookUp(parent.table, Number(row[parent.column]))
    if (record) update(parent.table, record, {})
  }

  function drop(name: TableName, row: AnyRow): void {
    for (const [child, column] of linesOf(name)) {
      for (const line of store[child].by(column).get(row['id'] ?? null) ?? []) {
        store[child].delete(line)
      }
    }
    store[name].delete(row)
    const type = recordTypeOf(name, row)
    const noted = { deleteddate: now(), type: type ?? null, recordid: Number(row['id']) }
    if (type && !lookUp('deletedrecord', noted)) insert('deletedrecord', noted)
    touchParent(name, row)
  }

  // The casts below are the one place where rows of a named table meet rows of any table.
  return {
    get version() {
      return version
    },
    rows: <T extends TableName>(name: T) => store[name].rows as unknown as readonly Row<T>[],
    find: <T extends TableName>(name: T, which: Which<T>) =>
      lookUp(name, which as number | AnyRow) as Row<T> | undefined,
    add<T extends TableName>(name: T, row: Partial<Row<T>>) {
      version += 1
      return insert(name, row as AnyRow) as Row<T>
    },
    change<T extends TableName>(name: T, which: Which<T>, patch: Partial<Row<T>>) {
      version += 1
      return update(name, need(name, which as number | AnyRow), patch as AnyRow) as Row<T>
    },
    remove(name, which) {
      version += 1
      drop(name, need(name, which as number | AnyRow))
    },
    load(name, rows) {
      version += 1
      store[name].load(rows)
    },
    records: new Map(),
    table: tableOf,
  }
}
