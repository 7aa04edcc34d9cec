/** What a source of the ERP is made of: a query that is read page by page, and a field for each of a record. */
import type { PulledCollection } from '#contract/collections.ts'
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import { PAGE_ROWS } from '#server/erp/transport/client.ts'
import type { ToMoment } from '#server/erp/pull/session-zone.ts'

/** A SELECT. Expressions are SuiteQL; their names come back as the columns of the rows. */
export interface SourceQuery {
  readonly select: Readonly<Record<string, string>>
  readonly from: string
  readonly where?: string
  /** The columns whose numbers, taken together, no two rows share: pages are cut by them. */
  readonly key: readonly string[]
  /** Columns that an account may lack: one unknown column fails a whole query. */
  readonly optional?: readonly string[]
}

/** What stands beside the rows of a page: the zone of their times, and rows of other tables by id. */
export interface PageLookups {
  readonly toMoment: ToMoment
  readonly rows: ReadonlyMap<string, ErpRow>
}

/** Reads one field of a record. Throws `RowRefused`. */
export type Field = (row: ErpRow, beside: PageLookups) => string | number | boolean | null

/** Where a collection comes from in the ERP. */
export interface Source {
  readonly query: SourceQuery
  readonly fields: Readonly<Record<string, Field>>
  /** Whether a field is a `moment`, so that the zone of the session must be known. */
  readonly readsMoments?: true
  /**
   * The column that says when a row was last changed, which comes as `modified` (erp.md section 6).
   * Null where there is none to rely on: then all rows are read every time.
   */
  readonly changedAt: string | null
  /** The records whose rows these are, where one has several: read for those that have lost some. */
  readonly heads?: SourceQuery
  /** Areas of which rows show names: where those change, all rows are read. */
  readonly showsNamesOf?: readonly PulledCollection[]
  /** Reads what a page needs from other tables, apart: joining them costs NetSuite its plan. */
  readonly beside?: (page: readonly ErpRow[], read: ReadAll) => Promise<ReadonlyMap<string, ErpRow>>
}

/** What a source has beside its mapping. */
export interface SourceParts extends Omit<Source, 'query' | 'changedAt'> {
  readonly where?: string
  /** Columns that an account may lack. */
  readonly optional?: readonly string[]
  /** SuiteQL around a column, such as that which writes a date. */
  readonly written?: Readonly<Record<string, (column: string) => string>>
}

/** Reads all rows of a query, however many pages it takes. */
export type ReadAll = (query: SourceQuery) => Promise<ErpRow[]>

/** A row that cannot be read. The message is the reason, as the run keeps it. */
export class RowRefused extends Error {
  constructor(reason: string) {
    super(reason)
    this.name = 'RowRefused'
  }
}

/**
 * The next page in the order of the key (erp.md section 2: beyond 100,000 rows there is no
 * other way, and it stays right while rows come and go).
 * @param after key of the last row that was read; null for the first page
 * @param without optional columns that the account lacks
 */
export function pageQuery(
  { select, from, where, key }: SourceQuery,
  after: readonly string[] | null,
  without: ReadonlySet<string> = new Set(),
): string {
  const columns = Object.entries(select)
    .filter(([name]) => !without.has(name))
    .map(([name, expression]) => (name === expression ? name : `${expression} AS ${name}`))
  const keys = key.map((name) => select[name] ?? name)
  const conditions = [where, after && `(${behind(keys, after)})`].filter((part) => part)
  return [
    `SELECT ${columns.join(', ')} FROM ${from}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    `ORDER BY ${keys.join(', ')} FETCH NEXT ${PAGE_ROWS} ROWS ONLY`,
  ].join(' ')
}

/** A query with one more condition. */
export function withCondition(query: SourceQuery, condition: string): SourceQuery {
  return { ...query, where: [query.where, condition].filter((part) => part).join(' AND ') }
}

/**
 * SuiteQL for what is not older than a time.
 * @param local as `momentOf` writes it
 */
export function notBefore(column: string, local: string): string {
  return `${column} >= TO_DATE('${local}', 'YYYY-MM-DD HH24:MI:SS')`
}

/** The key of a row, or null where a part of it is no whole number. */
export function keyOf({ key }: SourceQuery, row: ErpRow): string[] | null {
  const parts = key.map((name) => textOf(row[name]) ?? '')
  return parts.every((part) => WHOLE_NUMBER.test(part)) ? parts : null
}

/** Whether a key comes behind another one of the same query. */
export function isBehind(key: readonly string[], after: readonly string[]): boolean {
  const at = key.findIndex((part, place) => part !== after[place])
  return at >= 0 && BigInt(key[at] ?? 0) > BigInt(after[at] ?? 0)
}

/** Text as it is. */
export function text(column: string): Field {
  return (row) => textOf(row[column])
}

/** A number, which arrives as text. Missing is unknown, never nought. */
export function number(column: string): Field {
  return (row) => {
    const given = textOf(row[column])
    if (given === null) return null
    const value = Number(given)
    if (given.trim() !== '' && Number.isFinite(value)) return value
    throw new RowRefused(`${column} is not a number: ${shortened(given)}`)
  }
}

/** 'T' or 'F'. */
export function flag(column: string): Field {
  return (row) => {
    const given = textOf(row[column])
    if (given === null) return null
    if (given === 'T' || given === 'true') return true
    if (given === 'F' || given === 'false') return false
    throw new RowRefused(`${column} is neither T nor F: ${shortened(given)}`)
  }
}

/** A day, `2026-05-11`; the query writes it so with `dayOf`. */
export function day(column: string): Field {
  return (row) => {
    const given = textOf(row[column])
    if (given === null || /^\d{4}-\d\d-\d\d$/.test(given)) return given
    throw new RowRefused(`${column} is not a day: ${shortened(given)}`)
  }
}

/** A moment in ISO 8601, UTC; the query writes it in the zone of the session with `momentOf`. */
export function moment(column: string): Field {
  return (row, { toMoment }) => {
    const given = textOf(row[column])
    if (given === null) return null
    const iso = toMoment(given)
    if (iso !== null) return iso
    throw new RowRefused(`${column} is not a time: ${shortened(given)}`)
  }
}

/** A column of the row that stands beside this one, by the id in `link`. */
export function lookupText(link: string, column: string): Field {
  return (row, { rows }) => textOf(rows.get(textOf(row[link]) ?? '')?.[column])
}

/** SuiteQL for a date column as `day` reads it. */
export function dayOf(column: string): string {
  return `TO_CHAR(${column}, 'YYYY-MM-DD')`
}

/** SuiteQL for a date-time column as `moment` reads it. */
export function momentOf(column: string): string {
  return `TO_CHAR(${column}, 'YYYY-MM-DD HH24:MI:SS')`
}

/** SuiteQL for what a person reads in place of an id. */
export function display(column: string): string {
  return `BUILTIN.DF(${column})`
}

/** A value as text; null where it is missing or empty. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

const WHOLE_NUMBER = /^-?\d{1,18}$/
const SHOWN_LENGTH = 40

/** `a > 1 OR (a = 1 AND b > 2)`: what comes behind a key, by its first part, then by its second. */
function behind(columns: readonly string[], after: readonly string[]): string {
  const [column, ...others] = columns
  const [value, ...rest] = after
  if (column === undefined || value === undefined || !WHOLE_NUMBER.test(value))
    throw new RangeError('a key has one whole number for each of its columns')
  if (others.length === 0) return `${column} > ${value}`
  return `${column} > ${value} OR (${column} = ${value} AND (${behind(others, rest)}))`
}

function shortened(given: string): string {
  return `'${given.length > SHOWN_LENGTH ? `${given.slice(0, SHOWN_LENGTH)}…` : given}'`
}
