/** The parts of an ERP source: a query that is read page by page, and a reader for each field of a record. */
import type { ListRecord, PulledList } from '#contract/lists.ts'
import { type Field, textOf } from '#server/erp/pull/fields.ts'
import type { ColumnOf } from '#server/erp/pull/mapping.ts'
import { PAGE_ROWS } from '#server/erp/transport/client.ts'
import type { ErpRow } from '#server/erp/transport/http-answer.ts'

/** A SELECT. The values of `select` are SuiteQL expressions; rows carry them under the names. */
export interface SourceQuery {
  readonly select: Readonly<Record<string, string>>
  readonly from: string
  readonly where?: string
  /**
   * Whole-number columns that together are unique. Pages are cut by them. One that is also `optional` has
   * the value 0 where the account lacks it.
   */
  readonly key: readonly string[]
  /** Columns without which the rows can be read: one unknown column fails the whole query. */
  readonly optional?: readonly string[]
}

/** Names of customers or suppliers in rows. A new one does not change the record that shows it. */
export interface ShownNames {
  readonly table: 'customer' | 'vendor'
  /** The column of the query by which the rows are found that show a name. */
  readonly column: string
  /** The values of that column for ids of the table; default the ids themselves. */
  readonly valuesOf?: (ids: readonly string[], read: ReadAll) => Promise<readonly string[]>
}

/** Where a collection comes from in the ERP. */
export interface Source {
  readonly query: SourceQuery
  /** The query without what ERP Setup leaves out, if it leaves anything out. */
  readonly unnarrowed?: SourceQuery
  readonly fields: Readonly<Record<string, Field>>
  /** Whether a field is a `moment`, so that the session's time zone must be known. */
  readonly readsMoments?: true
  /**
   * The column that says when a row was last changed; rows carry it as `modified` (erp.md section 6).
   * Null if there is none to rely on: every pull then reads all rows.
   */
  readonly changedAt: string | null
  /** The records that own the rows if one has several, such as orders. Reveals records that lost a row. */
  readonly headers?: SourceQuery
  /** The collections whose names are shown in rows. If a name changes, all rows are read. */
  readonly showsNamesOf?: readonly PulledList[]
  /** The names in rows that no list has. */
  readonly shownNames?: ShownNames
  /** Reads the rows of other tables that a page needs. A join would be much slower in NetSuite. */
  readonly lookUp?: LookUp
  /** Columns that many accounts lack, so a missing one is not reported. */
  readonly seldom?: readonly string[]
}

export interface LookUp {
  /** The table whose lack costs the fields that are looked up. */
  readonly table: string
  readonly read: (page: readonly ErpRow[], read: ReadAll) => Promise<ReadonlyMap<string, ErpRow>>
}

/** What a source declares besides the mapping of its columns. */
export interface SourceParts<C extends PulledList> extends Omit<
  Source,
  'query' | 'unnarrowed' | 'changedAt' | 'fields' | 'seldom'
> {
  readonly fields: { readonly [F in FieldOf<C>]?: Field<ColumnOf<C>> }
  readonly where?: string
  /** Columns without which the list would say nothing, besides its key. */
  readonly required: readonly ColumnOf<C>[]
  /** Columns that many accounts lack: custom fields, and those of a feature. */
  readonly seldom?: readonly ColumnOf<C>[]
  /** SuiteQL that formats a column, such as a date. */
  readonly formats?: { readonly [Column in ColumnOf<C>]?: (column: string) => string }
}

/** The parts of any collection's source, without the names of its fields and columns. */
export interface AnySourceParts extends Omit<Source, 'query' | 'unnarrowed' | 'changedAt'> {
  readonly where?: string
  readonly required: readonly string[]
  readonly formats?: Readonly<Record<string, (column: string) => string>>
}

/** A field that a pulled record may have. */
type FieldOf<C extends PulledList> =
  | DeclaredField<ListRecord<C>>
  | (C extends keyof ExtraFields ? ExtraFields[C] : never)

/** The fields a record declares, without the index signature of a loose object. */
type DeclaredField<R> = keyof {
  [F in keyof R as string extends F ? never : number extends F ? never : F]: R[F]
}

/** Fields that this server sends although the contract does not check them. */
interface ExtraFields {
  readonly locations: 'inactive' | 'subsidiary_id' | 'subsidiary' | 'uses_bins'
  readonly bins: 'location_id'
  readonly items:
    | 'inactive'
    | 'display_name'
    | 'lot_item'
    | 'serial_item'
    | 'units_type'
    | 'stock_unit'
    | 'uses_bins'
  readonly salesOrders: 'line_id' | 'item' | 'item_id' | 'quantity' | 'quantity_shipped'
}

/** Reads all rows of a query, however many pages it takes. */
export type ReadAll = (query: SourceQuery) => Promise<ErpRow[]>

/**
 * The query for the next page in key order. NetSuite has no other way to read more than 100,000 rows,
 * and it stays correct while rows are added and deleted (erp.md section 2).
 * @param after key of the last row that was read; null for the first page
 * @param without optional columns that the account lacks
 */
export function pageQuery(
  { select, from, where, key }: SourceQuery,
  after: readonly string[] | null,
  without: ReadonlySet<string> = new Set(),
  rows = PAGE_ROWS,
): string {
  const columns = Object.entries(select)
    .filter(([name]) => !without.has(name))
    .map(([name, expression]) => (name === expression ? name : `${expression} AS ${name}`))
  const isPresent = (nth: number): boolean => !without.has(key[nth] ?? '')
  const keys = key.map((name) => select[name] ?? name).filter((_, nth) => isPresent(nth))
  const last = after?.filter((_, nth) => isPresent(nth))
  const conditions = [where, last && `(${keysAfter(keys, last)})`].filter((part) => part)
  return [
    `SELECT ${columns.join(', ')} FROM ${from}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join(' AND ')}`] : []),
    `ORDER BY ${keys.join(', ')} FETCH NEXT ${rows} ROWS ONLY`,
  ].join(' ')
}

/** The query for the number of rows of another one, as `counted`. */
export function countQuery({ from, where }: SourceQuery): string {
  return [`SELECT COUNT(*) AS counted FROM ${from}`, ...(where ? [`WHERE ${where}`] : [])].join(' ')
}

/** A query with one more condition. */
export function withCondition(query: SourceQuery, condition: string): SourceQuery {
  return { ...query, where: [query.where, condition].filter((part) => part).join(' AND ') }
}

/**
 * SuiteQL for "not older than a time".
 * @param local in the format of `momentOf`
 */
export function notBefore(column: string, local: string): string {
  return `${column} >= TO_DATE('${local}', 'YYYY-MM-DD HH24:MI:SS')`
}

/**
 * The key of a row, or null if a part of it is not a whole number.
 * @param without optional columns that the account lacks
 */
export function keyOf(
  { key }: SourceQuery,
  row: ErpRow,
  without: ReadonlySet<string> = new Set(),
): string[] | null {
  const parts = key.map((name) => (without.has(name) ? '0' : (textOf(row[name]) ?? '')))
  return parts.every((part) => WHOLE_NUMBER.test(part)) ? parts : null
}

/** Whether a key sorts after another one of the same query. */
export function isAfter(key: readonly string[], other: readonly string[]): boolean {
  const at = key.findIndex((part, index) => part !== other[index])
  return at >= 0 && BigInt(key[at] ?? 0) > BigInt(other[at] ?? 0)
}

/** SuiteQL for a date column in the format that `day` reads. */
export function dayOf(column: string): string {
  return `TO_CHAR(${column}, 'YYYY-MM-DD')`
}

/** SuiteQL for a date-time column in the format that `moment` reads. */
export function momentOf(column: string): string {
  return `TO_CHAR(${column}, 'YYYY-MM-DD HH24:MI:SS')`
}

/** SuiteQL for an id that may be missing: 0 then, because NetSuite compares nothing with a missing value. */
export function idOrZero(column: string): string {
  return `NVL(${column}, 0)`
}

/** SuiteQL for the name that a person sees instead of an id. */
export function display(column: string): string {
  return `BUILTIN.DF(${column})`
}

const WHOLE_NUMBER = /^-?\d{1,18}$/

/** SuiteQL for keys that sort after one: `a > 1 OR (a = 1 AND (b > 2))`. */
function keysAfter(columns: readonly string[], after: readonly string[]): string {
  const [column, ...others] = columns
  const [value, ...rest] = after
  if (column === undefined || value === undefined || !WHOLE_NUMBER.test(value))
    throw new RangeError('a key must have one whole number for each of its columns')
  if (others.length === 0) return `${column} > ${value}`
  return `${column} > ${value} OR (${column} = ${value} AND (${keysAfter(others, rest)}))`
}
