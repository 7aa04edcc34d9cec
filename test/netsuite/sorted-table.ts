// One table of the simulated account. Its rows are sorted by key, so that a page of a keyset pull costs a binary search
// and the rows of that page, however large the table is.
import type { Cell, TableShape } from '#test/netsuite/columns.ts'

/** A row as the query engine sees it. */
export type AnyRow = Readonly<Record<string, Cell>>

export interface SortedTable {
  /** In key order; it is the same array for the life of the table. */
  readonly rows: readonly AnyRow[]
  /** Position of the first row whose leading key column is at least `value`. */
  seek(value: Cell): number
  /** The row with this complete key, values in the order of the key. */
  get(key: readonly Cell[]): AnyRow | undefined
  /** The first row with all these values. */
  first(wanted: AnyRow): AnyRow | undefined
  /** Rows by the value of a column; the index is cached until the table changes. */
  by(column: string): ReadonlyMap<Cell, readonly AnyRow[]>
  insert(row: AnyRow): void
  replace(old: AnyRow, row: AnyRow): void
  delete(row: AnyRow): void
  /** Adds many rows at once, in any order. */
  load(rows: readonly AnyRow[]): void
}

/** Creates an empty table of a shape. */
export function createTable(shape: TableShape): SortedTable {
  const { key } = shape
  const rows: AnyRow[] = []
  const indexes = new Map<string, ReadonlyMap<Cell, readonly AnyRow[]>>()
  const leading = key.slice(0, 1)

  function find(values: readonly Cell[], columns: readonly string[]): number {
    return lowerBound(rows, (row) => compareTo(row, columns, values))
  }

  function at(row: AnyRow): number {
    const place = find(keyOf(row, key), key)
    if (rows[place] !== row) throw new RangeError('the row is not in the table')
    return place
  }

  const table: SortedTable = {
    rows,
    seek: (value) => find([value], leading),
    get(values) {
      const row = rows[find(values, key)]
      return row !== undefined && compareTo(row, key, values) === 0 ? row : undefined
    },
    first(wanted) {
      const entries = Object.entries(wanted)
      const [column = '', value] = [key[0], wanted[key[0] ?? '']]
      const start = value === undefined ? 0 : table.seek(value)
      for (let index = start; index < rows.length; index += 1) {
        const row = rows[index]
        if (!row || (value !== undefined && row[column] !== value)) return undefined
        if (entries.every(([name, wish]) => row[name] === wish)) return row
      }
      return undefined
    },
    by(column) {
      const known = indexes.get(column)
      if (known) return known
      const made = groupBy(rows, column)
      indexes.set(column, made)
      return made
    },
    insert(row) {
      const values = keyOf(row, key)
      if (table.get(values)) throw new RangeError(`there is a row ${values.join(', ')} already`)
      rows.splice(find(values, key), 0, row)
      indexes.clear()
    },
    replace(old, row) {
      table.delete(old)
      table.insert(row)
    },
    delete(row) {
      rows.splice(at(row), 1)
      indexes.clear()
    },
    load(more) {
      for (const row of more) rows.push(row)
      rows.sort((a, b) => compareRows(a, b, key))
      indexes.clear()
    },
  }
  return table
}

/** Order of two values as Oracle sorts them: ascending, missing ones last. */
export function compareCells(a: Cell, b: Cell): number {
  if (a === b) return 0
  if (a === null) return 1
  if (b === null) return -1
  return a < b ? -1 : 1
}

function keyOf(row: AnyRow, key: readonly string[]): Cell[] {
  return key.map((column) => row[column] ?? null)
}

function compareTo(row: AnyRow, columns: readonly string[], values: readonly Cell[]): number {
  for (const [index, column] of columns.entries()) {
    const order = compareCells(row[column] ?? null, values[index] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function compareRows(a: AnyRow, b: AnyRow, columns: readonly string[]): number {
  for (const column of columns) {
    const order = compareCells(a[column] ?? null, b[column] ?? null)
    if (order !== 0) return order
  }
  return 0
}

function groupBy(rows: readonly AnyRow[], column: string): Map<Cell, AnyRow[]> {
  const groups = new Map<Cell, AnyRow[]>()
  for (const row of rows) {
    const value = row[column] ?? null
    const group = groups.get(value)
    if (group) group.push(row)
    else groups.set(value, [row])
  }
  return groups
}

/** The first position at which `order` is not negative. */
function lowerBound(rows: readonly AnyRow[], order: (row: AnyRow) => number): number {
  let low = 0
  let high = rows.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = rows[middle]
    if (row !== undefined && order(row) < 0) low = middle + 1
    else high = middle
  }
  return low
}
