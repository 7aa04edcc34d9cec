/** Reads a collection from the ERP page by page, and makes records of its rows. */
import type { PulledCollection } from '#contract/collections.ts'
import type { ErpPage, ErpRow } from '#server/erp/answer.ts'
import { type ErpClient, PAGE_ROWS } from '#server/erp/client.ts'
import { ErpFault, erpSentences, isQueryFault } from '#server/erp/fault.ts'
import { lackingColumns } from '#server/erp/lacking-columns.ts'
import { type ReadRow, readRow, type RefusedRow } from '#server/erp/read-row.ts'
import { readZone, type ToMoment } from '#server/erp/session-zone.ts'
import { keyOf, pageQuery, type ReadAll, type SourceQuery } from '#server/erp/source.ts'
import { type Sources, standardSources } from '#server/erp/sources.ts'

/** One page. */
export interface ReadPage {
  readonly rows: readonly ReadRow[]
  readonly refused: readonly RefusedRow[]
  /** Key of its last row, behind which the next page begins; null where it has no rows. */
  readonly cursor: readonly string[] | null
  readonly hasMore: boolean
}

export interface Reader {
  /**
   * The page behind a key.
   * @param after `cursor` of the page before; null for the first
   * @throws ErpFault
   */
  page(after: readonly string[] | null): Promise<ReadPage>
}

/** @param note told of what the account lacks and is done without */
export function createReader(
  collection: PulledCollection,
  client: Pick<ErpClient, 'query'>,
  note: (what: string) => void,
  sources: Sources = standardSources,
): Reader {
  const source = sources[collection]
  const { query } = source
  let lacking: ReadonlySet<string> | null = null
  let toMoment: ToMoment | null = null

  /** One unknown column fails a whole query: only then is each that may be missing tried by itself. */
  async function pageOf(after: readonly string[] | null): Promise<ErpPage> {
    try {
      return await client.query(pageQuery(query, after, lacking ?? new Set()))
    } catch (error) {
      if (lacking || !query.optional?.length || !isQueryFault(error)) throw error
      lacking = await lackingColumns(query, client)
      if (lacking.size === 0) throw error
      note(`${collection} are read without ${columnsOf(query, lacking).join(', ')}`)
      return client.query(pageQuery(query, after, lacking))
    }
  }

  return {
    page: async (after) => {
      const { rows, hasMore } = await pageOf(after)
      const last = rows.at(-1)
      if (!last) return { rows: [], refused: [], cursor: null, hasMore: false }
      const cursor = keyOf(query, last)
      // The same place twice means that the page was not the one asked for: reading would never end.
      if (!cursor || cursor.join() === after?.join())
        throw new ErpFault('bad-answer', erpSentences.unreadable)
      if (source.readsMoments) toMoment ??= await readZone(client, note)
      const beside = {
        toMoment: toMoment ?? NO_MOMENTS,
        rows: (await source.beside?.(rows, readAll(client))) ?? new Map(),
      }
      const read = rows.map((row) => readRow(collection, source, row, beside))
      return {
        rows: read.filter((one) => 'hash' in one),
        refused: read.filter((one) => 'reason' in one),
        cursor,
        hasMore: hasMore || rows.length === PAGE_ROWS,
      }
    },
  }
}

/** The columns by the names that the account would know. */
function columnsOf({ select }: SourceQuery, names: Iterable<string>): string[] {
  return [...names].map((name) => select[name] ?? name)
}

const NO_MOMENTS: ToMoment = () => null

/** Tables beside the one that is read are read whole, page by page. */
function readAll(client: Pick<ErpClient, 'query'>): ReadAll {
  return async (query) => {
    const rows: ErpRow[] = []
    for (let after: string[] | null = null; ;) {
      const page: ErpPage = await client.query(pageQuery(query, after))
      rows.push(...page.rows)
      const last = page.rows.at(-1)
      if (!last || (!page.hasMore && page.rows.length < PAGE_ROWS)) return rows
      after = keyOf(query, last)
      if (!after) throw new ErpFault('bad-answer', erpSentences.unreadable)
    }
  }
}
