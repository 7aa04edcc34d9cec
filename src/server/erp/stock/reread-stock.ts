/** Reads the balances again that bookings have changed, within a minute (decisions/server/bin-stock.md). */
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '#server/db/database.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { ownedKeys, replaceOwned } from '#server/db/mirror/records.ts'
import { markStockRead, staleItems } from '#server/db/mirror/stale-stock.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'
import { createReader, type Reader } from '#server/erp/pull/read.ts'
import { withCondition } from '#server/erp/pull/source.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { readBalances } from '#server/erp/stock/read-balances.ts'

export interface StockReaderDeps {
  readonly db: Database
  readonly now: () => number
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  readonly sources: () => Promise<Sources>
  readonly openClient: () => Promise<ErpClient>
}

export interface StockReader {
  /**
   * Reads what is due with one request, or with as many as one item needs that has more balances than a page. What
   * would lose balances is read a second time. Never rejects: what could not be read, or is in doubt, stays due.
   */
  poll(): Promise<void>
}

/** Also said of items that did not fit into a page. */
const DOUBT = 'not all balances could be read again at once'

/** More items than a page of balances can hold are not worth asking for. */
const MAX_ITEMS = 200

export function createStockReader(deps: StockReaderDeps): StockReader {
  const { db, log, now, openClient } = deps
  let round: Promise<void> | null = null

  async function readDue(): Promise<void> {
    // Without a list there is nothing to correct: the account may have no bins.
    if ((await stateOf(db, 'binStock')).asOf === null) return
    const items = await staleItems(db, MAX_ITEMS, now())
    if (items.length === 0) return
    const sources = await deps.sources()
    const client = await openClient()
    try {
      const readAt = now()
      const known = await ownedKeys(db, 'binStock', items)
      const reader = readerOf(log, sources, client, items)
      const { done, rows } = await readBalances(reader, items, known)
      if (done.length < items.length) log.info({ items: items.length, done: done.length }, DOUBT)
      if (done.length === 0) return
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
