// The column types of the simulated account, and the row types derived from them.

/** One value of a row. Dates are milliseconds since the epoch. */
export type Cell = string | number | null

/**
 * - `id`: a number that is never missing; `number`: may be missing
 * - `flag`: 'T' or 'F'
 * - `date`: a day without zone, at midnight UTC; `datetime`: a moment
 */
export type Kind = 'id' | 'number' | 'text' | 'flag' | 'date' | 'datetime'

/** `shows` names the table whose display column `BUILTIN.DF` returns instead of the value. */
export interface Column<K extends Kind = Kind> {
  readonly kind: K
  readonly shows?: string
}

/** A table: rows are unique by `key` and sorted by it. */
export interface TableShape {
  readonly columns: Readonly<Record<string, Column>>
  readonly key: readonly string[]
  /** Other columns, or sets of columns, that identify a row. */
  readonly unique?: readonly (readonly string[])[]
  /** The display column. */
  readonly display?: string
  /** The name in `deletedrecord`; link tables have none. */
  readonly recordType?: string
  /** Rows of another table with this `type`, which is all that such a table has. */
  readonly rowsOf?: { readonly table: string; readonly type: string }
  /** The parent of a row, which is saved and removed with it. */
  readonly parent?: { readonly table: string; readonly column: string }
}

type ValueOf<K extends Kind> = K extends 'id'
  ? number
  : K extends 'flag'
    ? 'T' | 'F'
    : K extends 'text'
      ? string | null
      : number | null

/** A row of a table, all columns present, missing values null. */
export type RowOf<Shape extends TableShape> = {
  -readonly [Name in keyof Shape['columns']]: ValueOf<Shape['columns'][Name]['kind']>
}

export const id = { kind: 'id' } as const
export const number = { kind: 'number' } as const
export const text = { kind: 'text' } as const
export const flag = { kind: 'flag' } as const
export const date = { kind: 'date' } as const
export const datetime = { kind: 'datetime' } as const

/** A number that points to a row of another table. */
export function to(table: string) {
  return { kind: 'number', shows: table } as const
}

/** Like `to`, for a reference that is never missing (part of a key). */
export function idOf(table: string) {
  return { kind: 'id', shows: table } as const
}
