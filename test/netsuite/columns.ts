// What a column of the simulated account can hold, and the types of rows made from that.

/** One value of a row. Dates are milliseconds since the epoch. */
export type Cell = string | number | null

/**
 * - `id`: a number that is always there; `number`: may be missing
 * - `flag`: 'T' or 'F'
 * - `date`: a day without zone, at midnight UTC; `datetime`: a moment
 */
export type Kind = 'id' | 'number' | 'text' | 'flag' | 'date' | 'datetime'

/** `shows` names the table whose display column `BUILTIN.DF` puts in place of the value. */
export interface Column<K extends Kind = Kind> {
  readonly kind: K
  readonly shows?: string
}

/** A table: rows are unique by `key` and kept in its order. */
export interface TableShape {
  readonly columns: Readonly<Record<string, Column>>
  readonly key: readonly string[]
  /** Other columns, or sets of columns, that identify a row. */
  readonly unique?: readonly (readonly string[])[]
  /** The column that a person reads. */
  readonly display?: string
  /** The name in `deletedrecord`; link tables have none. */
  readonly recordType?: string
  /** The row this one belongs to: is saved with it and goes with it. */
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

/** As `to`, for a pointer that is always there (part of a key). */
export function idOf(table: string) {
  return { kind: 'id', shows: table } as const
}
