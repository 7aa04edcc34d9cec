/** Reads the balances again that bookings have changed, within a minute (decisions/server/bin-stock.md). */
import type { FastifyBaseLogger } from 'fastify'
import type { Row } from '#contract/collections.ts'
import type { Database } from '#server/db/database.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { replaceOwned } from '#server/db/mirror/records.ts'
import { markStockRead, staleItems } from '#server/db/mirror/stale-stock.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { createReader, type Reader, type ReadPage } from '#server/erp/pull/read.ts'
import { withCondition } from '#server/erp/pull/source.ts'
import type { Sources } from '#server/erp/pull/sources.ts'

export interface StockReaderDeps {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly sources: () => Promise<Sources>
  readonly openClient: () => Promise<ErpClient>
}

export interface StockReader {
  /**
   * Reads what is due with one request, or with as many as one item needs that has more balances than a page.
   * Never rejects: what could not be read stays due.
   */
  poll(): Promise<void>
}

/** More items than a page of balances can hold are not worth asking for. */
const MOST_ITEMS = 200

export function createStockReader(deps: StockReaderDeps): StockReader {
  const { db, log, now, openClient } = deps
  let round: Promise<void> | null = null

  async function readDue(): Promise<void> {
    // Without a list there is nothing to correct: the account may have no bins.
    if ((await stateOf(db, 'binStock')).asOf === null) return
    const items = await staleItems(db, MOST_ITEMS, now())
    if (items.length === 0) return
    const sources = await deps.sources()
    const client = await openClient()
    try {
      const readAt = now()
      const { done, rows } = await readBalances(readerOf(log, sources, client, items), items)
      const asOf = new Date(readAt).toISOString()
      const written = await db.transaction(async (tx) => {
        await markStockRead(tx, done, new Date(readAt))
        return replaceOwned(
          tx,
          'binStock',
          done,
          rows.map((row) => ({ ...row, as_of: asOf })),
          now(),
        )
      })
      log.info({ items: done.length, ...written }, 'balances were read again')
    } finally {
      client.close()
    }
  }

  return {
    poll: () => {
      round ??= readDue()
        .catch((err: unknown) => {
          const isExpected =
            err instanceof ErpFault && ['not-configured', 'stopped'].includes(err.kind)
          if (!isExpected) log.warn({ err }, 'balances could not be read again')
        })
        .finally(() => {
          round = null
        })
      return round
    },
  }
}

/** A reader of the balances of some items only. */
function readerOf(
  log: StockReaderDeps['log'],
  sources: Sources,
  client: ErpClient,
  items: readonly string[],
): Reader {
  const { binStock } = sources
  const column = binStock.query.select['item'] ?? 'item'
  const query = withCondition(binStock.query, `${column} IN (${items.join(', ')})`)
  // What the account lacks was said when the whole list was pulled.
  const note = (what: string): void => log.info(what)
  return createReader('binStock', client, note, { ...sources, binStock: { ...binStock, query } })
}

interface Balances {
  /** The items whose balances are all here. */
  readonly done: readonly string[]
  readonly rows: readonly Row[]
}

/** Balances come by item, so that only the last item of a page may lack some. */
async function readBalances(reader: Reader, items: readonly string[]): Promise<Balances> {
  let page = await reader.page(null)
  const rows = readRows(page)
  for (;;) {
    const last = page.cursor?.[0]
    if (!page.hasMore || last === undefined) return { done: items, rows }
    const before = BigInt(last)
    const done = items.filter((id) => BigInt(id) < before)
    if (done.length > 0)
      return { done, rows: rows.filter((row) => done.includes(String(row['item_id']))) }
    page = await reader.page(page.cursor)
    rows.push(...readRows(page))
  }
}

/** A row that cannot be read would look like a balance that is gone, so nothing is replaced then. */
function readRows({ rows, refused }: ReadPage): Row[] {
  const [first] = refused
  if (first) throw new RangeError(`a balance could not be read: ${first.row}: ${first.reason}`)
  return rows.map(({ body }) => JSON.parse(body) as Row)
}
