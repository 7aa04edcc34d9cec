/** Reads a collection from the ERP page by page, and converts its rows to records. */
import type { PulledList } from '#contract/lists.ts'
import type { ErpPage, ErpRow } from '#server/erp/transport/http-answer.ts'
import { touchedSince } from '#server/erp/pull/changes.ts'
import { type ErpClient, PAGE_ROWS } from '#server/erp/transport/client.ts'
import { ErpFault, erpSentences, isHidden, isQueryFault } from '#server/erp/transport/fault.ts'
import { findMissingColumns } from '#server/erp/pull/missing-columns.ts'
import { type ReadRow, readRow, type RefusedRow } from '#server/erp/pull/read-row.ts'
import { type PageLookups, textOf, type ToMoment } from '#server/erp/pull/fields.ts'
import { renamedSince } from '#server/erp/pull/renamed.ts'
import { readZone, type Zone } from '#server/erp/pull/session-zone.ts'
import {
  countQuery,
  isAfter,
  keyOf,
  notBefore,
  pageQuery,
  type ReadAll,
  type SourceQuery,
  withCondition,
} from '#server/erp/pull/source.ts'
import { type Sources, standardSources } from '#server/erp/pull/sources.ts'

/** One page. */
export interface ReadPage {
  readonly rows: readonly ReadRow[]
  readonly refused: readonly RefusedRow[]
  /** Key of its last row, after which the next page begins; null without rows. */
  readonly cursor: readonly string[] | null
  readonly hasMore: boolean
  /** The records that own these rows, if a record has several rows and not all records are read. */
  readonly touched: readonly string[]
  /** The latest change of its rows, ISO 8601. */
  readonly latest: string | null
  /** Whether a row has no time of change. */
  readonly isUndated: boolean
  /** Columns and tables that this account does not show, although most accounts do. */
  readonly without: readonly string[]
}

export interface Reader {
  /**
   * The page after a key.
   * @param after `cursor` of the previous page; null for the first
   * @param part default all rows
   * @throws ErpFault
   */
  page(after: readonly string[] | null, part?: Part): Promise<ReadPage>
  /**
   * What has changed since a time, beyond the rows that say so themselves.
   * @returns null if everything must be read
   * @throws ErpFault
   */
  changes(since: string): Promise<Changes | null>
  /** How many rows there are, as ERP Setup narrows the list, or of the whole list. @throws ErpFault */
  count(of: 'narrowed' | 'whole'): Promise<number>
}

/** Which rows are read. */
export interface Part {
  /** Only those that changed since, ISO 8601; null for all. */
  readonly since: string | null
  /** And those that show new names: values of the column of `shownNames`. */
  readonly renamed?: readonly string[]
}

export interface Changes extends Required<Pick<Part, 'renamed'>> {
  /** See `touchedSince`. */
  readonly touched: readonly string[]
}

const EVERYTHING: Part = { since: null }

/** @param note receives sentences about what the account lacks */
export function createReader(
  collection: PulledList,
  client: Pick<ErpClient, 'query'>,
  note: (what: string) => void,
  sources: Sources = standardSources,
): Reader {
  const source = sources[collection]
  let lacking: ReadonlySet<string> | null = null
  let hiddenTable: string | null = null
  let zone: Zone | null = null

  async function zoneOf(): Promise<Zone> {
    zone ??= await readZone(client, note)
    return zone
  }

  async function queryOf({ since, renamed = [] }: Part): Promise<SourceQuery> {
    const { changedAt, query, shownNames } = source
    if (since === null || changedAt === null) return query
    const hasChanged = notBefore(changedAt, (await zoneOf()).toLocal(since))
    const showsNewName = `${shownNames?.column} IN (${renamed.join(', ')})`
    return withCondition(
      query,
      shownNames && renamed.length > 0 ? `(${hasChanged} OR ${showsNewName})` : hasChanged,
    )
  }

  /** One unknown column fails the whole query. Only then is each optional column tried on its own. */
  async function pageOf(query: SourceQuery, after: readonly string[] | null): Promise<ErpPage> {
    try {
      return await client.query(pageQuery(query, after, lacking ?? new Set()))
    } catch (error) {
      if (lacking || !query.optional?.length || !isQueryFault(error)) throw error
      lacking = await findMissingColumns(query, client)
      if (lacking.size === 0) throw error
      note(`${collection} are read without ${columnsOf(query, lacking).join(', ')}`)
      return client.query(pageQuery(query, after, lacking))
    }
  }

  async function lookUp(rows: readonly ErpRow[]): Promise<PageLookups['rows']> {
    if (!source.lookUp) return new Map()
    if (hiddenTable !== null) return null
    const { read, table } = source.lookUp
    try {
      return await read(rows, readAll(client))
    } catch (error) {
      if (!isHidden(error)) throw error
      hiddenTable = table
      note(`${collection} are read without the table ${table}`)
      return null
    }
  }

  /** What a person should know of: not the fields that many accounts lack. */
  function without(): string[] {
    const { query, seldom = [] } = source
    const columns = [...(lacking ?? [])].filter((name) => !seldom.includes(name))
    return [...columnsOf(query, columns), ...(hiddenTable === null ? [] : [hiddenTable])]
  }

  return {
    count: (of) =>
      countRows(client, of === 'whole' ? (source.unnarrowed ?? source.query) : source.query),
    changes: async (since) => {
      if (source.changedAt === null) return null
      const { isSure, toLocal } = await zoneOf()
      if (!isSure) return null
      const [local, read] = [toLocal(since), readAll(client)]
      const touched = await touchedSince(source, local, read)
      if (!touched) return null
      const { shownNames } = source
      const renamed = shownNames ? await renamedSince(shownNames, local, read, note) : []
      return renamed && { touched, renamed }
    },
    page: async (after, part = EVERYTHING) => {
      const { since } = part
      const query = await queryOf(part)
      const { rows, hasMore } = await pageOf(query, after)
      const last = rows.at(-1)
      if (!last) return NO_ROWS
      const cursor = keyOf(query, last, lacking ?? new Set())
      assertBehind(cursor, after)
      const known = source.readsMoments ? await zoneOf() : null
      const lookups = {
        toMoment: known?.toMoment ?? NO_MOMENTS,
        rows: await lookUp(rows),
      }
      const read = rows.map((row) => readRow(collection, source, row, lookups))
      return {
        rows: read.filter((one) => 'hash' in one),
        refused: read.filter((one) => 'reason' in one),
        cursor,
        hasMore: hasMore || rows.length === PAGE_ROWS,
        touched: since !== null && source.headers ? firstKeys(query, rows) : [],
        ...changesIn(rows, known),
        without: without(),
      }
    },
  }
}

/** The columns by their names in the account. */
function columnsOf({ select }: SourceQuery, names: Iterable<string>): string[] {
  return [...names].map((name) => select[name] ?? name)
}

const NO_MOMENTS: ToMoment = () => null

const NO_ROWS: ReadPage = {
  rows: [],
  refused: [],
  cursor: null,
  hasMore: false,
  touched: [],
  latest: null,
  isUndated: false,
  without: [],
}

/**
 * A page must end after the key where it began, or reading would never end.
 * @throws ErpFault
 */
function assertBehind(
  cursor: readonly string[] | null,
  after: readonly string[] | null,
): asserts cursor is readonly string[] {
  if (!cursor || (after && !isAfter(cursor, after)))
    throw new ErpFault('bad-answer', erpSentences.unreadable)
}

function firstKeys(query: SourceQuery, rows: readonly ErpRow[]): string[] {
  return [...new Set(rows.flatMap((row) => keyOf(query, row)?.[0] ?? []))]
}

/** Times of change are unknown if the time zone was assumed. */
function changesIn(
  rows: readonly ErpRow[],
  zone: Zone | null,
): Pick<ReadPage, 'latest' | 'isUndated'> {
  if (!zone?.isSure) return { latest: null, isUndated: true }
  const times = rows.map((row) => textOf(row['modified']))
  const [latest = null] = times.filter((one) => one !== null).toSorted((a, b) => (a < b ? 1 : -1))
  const moment = latest === null ? null : zone.toMoment(latest)
  return { latest: moment, isUndated: moment === null || times.includes(null) }
}

/**
 * Asks how many rows a query has.
 * @throws ErpFault
 */
export async function countRows(
  client: Pick<ErpClient, 'query'>,
  query: SourceQuery,
): Promise<number> {
  const { rows } = await client.query(countQuery(query))
  const counted = textOf(rows[0]?.['counted'])
  if (counted === null || !/^\d{1,15}$/.test(counted))
    throw new ErpFault('bad-answer', erpSentences.unreadable)
  return Number(counted)
}

/** Lookup tables are read whole, page by page. */
export function readAll(client: Pick<ErpClient, 'query'>): ReadAll {
  return async (query) => {
    const rows: ErpRow[] = []
    for (let after: readonly string[] | null = null; ;) {
      const page: ErpPage = await client.query(pageQuery(query, after))
      rows.push(...page.rows)
      const last = page.rows.at(-1)
      if (!last || (!page.hasMore && page.rows.length < PAGE_ROWS)) return rows
      const cursor: readonly string[] | null = keyOf(query, last)
      assertBehind(cursor, after)
      after = cursor
    }
  }
}
