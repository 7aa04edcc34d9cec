import { expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { inventory } from '#console/screens/inventory.tsx'
import { salesOrders } from '#console/screens/sales-orders.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { nextRecords } from '#test/support/random-history.ts'

const HISTORIES = Number(process.env['CARRIED'] ?? 8)
const SEED = Number(process.env['SEED'] ?? 20_261_127)
const STEPS = 5

/** Fields of all three lists; now and then one that no list declares, and in another spelling. */
function aRecord(random: Random): Row {
  const rare = pick(random, ['shelf_life', 'shelfLife', 'expiry_date', 'pack_quantity'])
  return {
    id: between(random, 1, 900),
    item: `I-${String(between(random, 0, 40))}`,
    internal_id: between(random, 1, 3),
    location: random() < 0.04 ? `L${String(between(random, 0, 9))}` : 'WH',
    location_id: random() < 0.04 ? between(random, 1, 9) : 7,
    available_quantity: between(random, 0, 50),
    created_at: `2026-05-${String(between(random, 10, 30))}`,
    bin_name: `A-${String(between(random, 1, 30))}`,
    ...(random() < 0.02 && { [rare]: pick(random, ['2026-05-11', '7', 'soon']) }),
  }
}

function said({ rows, columns, index }: ShapedTable): object {
  const places = new Map(rows.map((row, place) => [row, place]))
  const placesOf = (found: readonly object[]) => found.map((row) => places.get(row)).join(' ')
  const view = { search: '', filters: [], sort: null }
  return {
    rows,
    found: ['a-1', 'l3', '2026'].map((search) => placesOf(index.matching({ ...view, search }))),
    columns: columns.map(({ id, title, kind }) => ({
      id,
      title,
      kind,
      ascending: placesOf(index.matching({ ...view, sort: { id, descending: false } })),
      facets: index.facets(view, id),
    })),
  }
}

const screens: readonly (readonly [string, ListScreen])[] = [
  ['Inventory', inventory],
  ['Sales Orders', salesOrders],
  ['Bin Count Records', binCountRecords],
]

test.each(screens)(
  'the table of %s that is carried from refresh to refresh is that of its records alone',
  (_, screen) => {
    const random = createRandom(SEED)
    for (let history = 0; history < HISTORIES; history += 1) {
      let records: readonly Row[] = Array.from({ length: 150 }, () => aRecord(random))
      let table = screen.table(records)
      for (let step = 0; step < STEPS; step += 1) {
        said(table)
        records = nextRecords(records, random, () => aRecord(random))
        table = runSync(screen.tableAhead(records, table))
        const told = { seed: SEED, history, step }
        const alone = said(screen.table([...records]))
        expect({ ...told, said: said(table) }).toEqual({ ...told, said: alone })
      }
    }
  },
  600_000,
)

test.each(screens)(
  'a refresh of %s reads only the rows that changed for search and order',
  (_, screen) => {
    const random = createRandom(SEED + 1)
    const read = new Set<number>()
    const watched = (record: Row, place: number): Row =>
      new Proxy(record, {
        get: (target, field) => {
          // Every item's own total is compared with its sum.
          if (field !== 'total_quantity') read.add(place)
          return Reflect.get(target, field)
        },
      })
    const from = Array.from({ length: 1_000 }, () => aRecord(random)).map((record, nth) =>
      watched({ ...record, item: `I-${String(nth)}`, internal_id: nth }, nth),
    )
    const view = { search: '1', filters: [], sort: { id: 'internal_id', descending: true } }
    const before = screen.table(from)
    runSync(before.index.ahead(view))
    const now = { ...from[7], available_quantity: 99, created_at: '2026-06-01' }
    const records = from.with(7, watched(now, 7))
    rememberDerivation<Row>(records, { from, replaced: [7], removed: [], added: 0 })
    read.clear()
    const after = runSync(screen.tableAhead(records, before))
    runSync(after.index.ahead(view))
    expect(after.index.answer({ ...view, page: 0, pageSize: 10 }).total).toBeGreaterThan(100)
    expect([...read]).toEqual([7])
  },
)
