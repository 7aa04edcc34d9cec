/** Readers for the fields of a record. Each names the columns it reads, so that the compiler checks them. */
import type { ErpRow } from '#server/erp/transport/http-answer.ts'

/** Converts `YYYY-MM-DD HH24:MI:SS` in the session's time zone to ISO 8601 in UTC; null if it is not a time. */
export type ToMoment = (local: string) => string | null

/** What readers need besides the row: the time zone of its times, and rows of other tables by id. */
export interface PageLookups {
  readonly toMoment: ToMoment
  /** Null if the account does not show that table. */
  readonly rows: ReadonlyMap<string, ErpRow> | null
}

/** How one field of a record is read from columns of a row. */
export interface Field<Column extends string = string> {
  readonly columns: readonly Column[]
  /** @throws RowRefused */
  readonly read: (row: ErpRow, lookups: PageLookups) => FieldValue
}

type FieldValue = string | number | boolean | null

/** A row cannot be read. The run stores the message as the reason. */
export class RowRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RowRefused'
  }
}

/** A field with a reader of its own, which gets at the columns that it names, as text. */
export function field<const Column extends string>(
  columns: readonly Column[],
  read: (textIn: (column: Column) => string | null, lookups: PageLookups) => FieldValue,
): Field<Column> {
  return {
    columns,
    read: (row, lookups) => read((column) => textOf(row[column]), lookups),
  }
}

export function text<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given) => given)
}

/** The first of several columns that has text. */
export function firstText<const Column extends string>(
  ...columns: readonly Column[]
): Field<Column> {
  return field(columns, (textIn) => columns.map(textIn).find((one) => one !== null) ?? null)
}

/** A number, which arrives as text. A missing value is unknown, never zero. */
export function number<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given) => {
    const value = Number(given)
    if (given.trim() !== '' && Number.isFinite(value)) return value
    throw new RowRefused(`${column} is not a number: ${shortened(given)}`)
  })
}

/** NetSuite stores sold quantities as negative numbers, because sales reduce the stock. */
export function soldQuantity<const Column extends string>(column: Column): Field<Column> {
  const { columns, read } = number(column)
  return {
    columns,
    read: (row, lookups) => {
      const quantity = read(row, lookups)
      return typeof quantity === 'number' ? 0 - quantity : null
    },
  }
}

/** 'T' or 'F'. */
export function flag<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given) => {
    if (given === 'T' || given === 'true') return true
    if (given === 'F' || given === 'false') return false
    throw new RowRefused(`${column} is neither T nor F: ${shortened(given)}`)
  })
}

/** A day such as `2026-05-11`. The query formats the column with `dayOf`. */
export function day<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given) => {
    if (/^\d{4}-\d\d-\d\d$/.test(given)) return given
    throw new RowRefused(`${column} is not a day: ${shortened(given)}`)
  })
}

/** A moment in ISO 8601, UTC. The query formats the column in the session's time zone with `momentOf`. */
export function moment<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given, { toMoment }) => {
    const iso = toMoment(given)
    if (iso !== null) return iso
    throw new RowRefused(`${column} is not a time: ${shortened(given)}`)
  })
}

/** An id that the query reads with `idOrZero`; null where it is 0 or the account lacks the column. */
export function optionalId<const Column extends string>(column: Column): Field<Column> {
  return scalar(column, (given) => (given === '0' ? null : given))
}

/** A column of the looked-up row whose id is in `link`. */
export function lookupText<const Column extends string>(
  link: Column,
  column: string,
): Field<Column> {
  return field([link], (textIn, { rows }) => textOf(rows?.get(textIn(link) ?? '')?.[column]))
}

/** A value as text; null if it is missing or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Reads one column; a missing or empty value is null. */
function scalar<const Column extends string>(
  column: Column,
  read: (given: string, lookups: PageLookups) => FieldValue,
): Field<Column> {
  return field([column], (textIn, lookups) => {
    const given = textIn(column)
    return given === null ? null : read(given, lookups)
  })
}

const SHOWN_LENGTH = 40

function shortened(given: string): string {
  return `'${given.length > SHOWN_LENGTH ? `${given.slice(0, SHOWN_LENGTH)}…` : given}'`
}
