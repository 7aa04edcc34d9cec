/** A client that follows stock by bin through faults, bookings, deletions and lost answers has what NetSuite has. */
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import type { Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { listKey } from '#contract/lists.ts'
import { pathSince, type SyncCursor } from '#contract/sync/changes.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { markStaleStock } from '#server/db/mirror/stale-stock.ts'
import { between, createRandom, pick } from '#test/netsuite/random.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp } from '#test/support/server/erp-app.ts'

const Answer = z.object({
  mode: z.enum(['delta', 'full']),
  seq: z.number(),
  epoch: z.string(),
  count: z.number(),
  sum: z.string(),
  deleted: z.array(z.string()),
  data: z.array(z.record(z.string(), z.unknown())),
})

const STEPS = 25
const FAULTS = ['cut', 'bad-json', 'unavailable-503', 'concurrency-429'] as const

test.each([1])(
  'a client has every balance after each of many random steps (seed %i)',
  async (seed) => {
    const random = createRandom(seed)
    const { warehouse, ...app } = await erpApp({ warehouse: smallWarehouse() })
    const rows = new Map<string, Row>()
    let cursor: SyncCursor = { since: 0, epoch: '' }

    const change = (): number => {
      const item = pick(random, [5, 6])
      const where = {
        item,
        location: between(random, 1, 2),
        binnumber: pick(random, [null, 1, 2, 10]),
      }
      const row = warehouse.find('inventorybalance', where)
      if (row && random() < 0.3) warehouse.remove('inventorybalance', where)
      else if (row)
        warehouse.change('inventorybalance', row, { quantityonhand: between(random, 0, 99) })
      else warehouse.add('inventorybalance', { ...where, quantityonhand: between(random, 1, 99) })
      return item
    }
    const reread = async (items: readonly number[]): Promise<void> => {
      await markStaleStock(app.context.db, items.map(String), new Date(app.clock.now()))
      // Due items stay due after a fault.
      for (let nth = 0; nth < 3; nth += 1) {
        app.clock.advance(15_000)
        await app.erp.stock.poll()
      }
    }
    const follow = async (): Promise<void> => {
      const { path, ...endpoint } = listEndpoint('binStock')
      const { body } = await call(
        app.app,
        { ...endpoint, path: pathSince(path, cursor) },
        { token: app.token },
      )
      const delta = Answer.parse(body)
      if (delta.mode === 'full') rows.clear()
      for (const id of delta.deleted) rows.delete(id)
      for (const row of delta.data) rows.set(listKey('binStock', row) ?? '', row)
      cursor = { since: delta.seq, epoch: delta.epoch }
      const sum = createSum()
      for (const row of rows.values()) sum.add(row)
      expect({ count: rows.size, sum: sum.text() }).toEqual({ count: delta.count, sum: delta.sum })
    }
    const truth = () =>
      warehouse
        .rows('inventorybalance')
        .map((row) => [row.item, row.location, row.binnumber ?? '-', row.quantityonhand].join(' '))
        .toSorted()
    const known = () =>
      [...rows.values()]
        .map((row) =>
          [row['item_id'], row['location_id'], row['bin_id'] ?? '-', row['on_hand']].join(' '),
        )
        .toSorted()

    try {
      warehouse.add('inventorybalance', { item: 5, location: 1, binnumber: 1, quantityonhand: 4 })
      await app.pull('binStock')
      for (let step = 0; step < STEPS; step += 1) {
        const items = Array.from({ length: between(random, 1, 3) }, change)
        // An account that has become empty is not believed, so that one balance always stays.
        if (warehouse.rows('inventorybalance').length === 0) {
          items.push(5)
          warehouse.add('inventorybalance', {
            item: 5,
            location: 1,
            binnumber: 1,
            quantityonhand: 1,
          })
        }
        const isReread = random() < 0.5
        // A pull does not believe that a list has become empty, which half of one row is.
        const kinds = isReread ? ([...FAULTS, 'early-end'] as const) : FAULTS
        if (random() < 0.4)
          app.netsuite.faults.next({ kind: pick(random, kinds), match: 'inventorybalance' })
        if (isReread) await reread([...new Set(items)])
        else await app.pull('binStock')
        // Now and then the client misses answers, or comes back with nothing.
        if (random() < 0.2) continue
        if (random() < 0.1) {
          rows.clear()
          cursor = { since: 0, epoch: '' }
        }
        await follow()
        expect(known()).toEqual(truth())
      }
    } finally {
      await app.close()
    }
  },
)
