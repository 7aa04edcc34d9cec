import { describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { changedPlaces } from '#console/rows/carried/changed-places.ts'
import { runSync, type ChunkedTask } from '#console/rows/chunked-task.ts'
import { derivationOf, rememberDerivation } from '#console/rows/derivation.ts'
import { aggregateInventory, locationsIn } from '#console/rows/inventory.ts'
import { readReports } from '#console/rows/reports.ts'
import { groupSalesOrders, ORDER_FIELDS } from '#console/rows/sales-orders.ts'
import { between, createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { nextRecords } from '#test/support/random-history.ts'

const HISTORIES = Number(process.env['CARRIED'] ?? 60)
const SEED = Number(process.env['SEED'] ?? 20_261_126)
const STEPS = 6
/** So many records that one of them is a small share. */
const MANY = 2_000

interface Shape {
  readonly rows: (records: readonly Row[]) => ChunkedTask<readonly object[]>
  readonly aRecord: (random: Random) => Row
  /** A change of this field leaves the record in its row. */
  readonly change: Row
}

const INVENTORY: Shape = {
  rows: aggregateInventory,
  aRecord: (random) => ({
    item: pick(random, ['', 'A', 'B', `I-${String(between(random, 0, 30))}`]),
    internal_id: pick(random, ['1', 1, 2, null]),
    item_name: pick(random, ['Bolt', 'Nut', null]),
    // Rare locations come and go, and some share a name or lack one.
    location: random() < 0.05 ? `L${String(between(random, 0, 9))}` : pick(random, ['WH', '']),
    location_id: random() < 0.03 ? between(random, 1, 9) : pick(random, [7, '7', null]),
    available_quantity: pick(random, [between(random, -5, 50), '2', 'few', null]),
  }),
  change: { available_quantity: 1_000 },
}

const SHAPES: Readonly<Record<string, Shape>> = {
  inventory: INVENTORY,
  'sales orders': {
    rows: groupSalesOrders,
    aRecord: (random) => ({
      ...Object.fromEntries(ORDER_FIELDS.map((field) => [field, field])),
      internal_id: between(random, 1, 40),
      location: pick(random, ['WH 1', 'WH 2', null]),
      status: random() < 0.1 ? 'Closed' : 'Open',
      quantity: between(random, 1, 9),
    }),
    change: { quantity: 1_000 },
  },
  'bin counts': {
    rows: (records) => readReports(records, 'count'),
    aRecord: (random) => ({
      id: between(random, 1, 500),
      user: { name: pick(random, ['Pat', 'Kim']) },
      bin_name: pick(random, ['A-01', 'A-02', null]),
      // Several at the same time, some without one.
      created_at: pick(random, [`2026-05-${String(between(random, 10, 30))}`, 'never', null]),
      quantity: between(random, 1, 9),
    }),
    change: { quantity: 1_000 },
  },
}

describe.each(Object.entries(SHAPES))(
  'the rows of %s that are carried over from list to list',
  (_, shape) => {
    test(`are those of each list alone, in ${String(HISTORIES)} random histories`, () => {
      const random = createRandom(SEED)
      let carried = 0
      for (let history = 0; history < HISTORIES; history += 1) {
        const aRecord = () => shape.aRecord(random)
        let records: readonly Row[] = Array.from({ length: between(random, 0, 150) }, aRecord)
        let before = runSync(shape.rows(records))
        for (let step = 0; step < STEPS; step += 1) {
          records = nextRecords(records, random, aRecord)
          const rows = runSync(shape.rows(records))
          const told = { seed: SEED, history, step }
          expect({ ...told, rows }).toEqual({ ...told, rows: runSync(shape.rows([...records])) })
          if (derivationOf(rows)?.from === before) carried += 1
          expect({ ...told, moved: movedRows(before, rows) }).toEqual({ ...told, moved: [] })
          before = rows
        }
      }
      // Otherwise nothing was compared with the lists alone.
      expect(carried).toBeGreaterThan(HISTORIES)
    }, 600_000)

    test('are read from the changed records and their neighbours alone', () => {
      const random = createRandom(SEED + 1)
      const read = new Set<number>()
      const watched = (record: Row, place: number): Row =>
        new Proxy(record, {
          get: (target, field) => {
            read.add(place)
            return Reflect.get(target, field)
          },
        })
      const from = Array.from({ length: MANY }, (__, nth) => ({
        ...shape.aRecord(random),
        item: `I-${String(nth >> 1)}`,
        internal_id: nth >> 1,
        location: 'WH',
        location_id: 7,
      })).map(watched)
      const before = runSync(shape.rows(from))
      const records = from.with(7, watched({ ...from[7], ...shape.change }, 7))
      rememberDerivation<Row>(records, { from, replaced: [7], removed: [], added: 0 })
      read.clear()
      const rows = runSync(shape.rows(records))
      expect([...read].filter((place) => place !== 6 && place !== 7)).toEqual([])
      expect(read.has(7)).toBe(true)
      const others = rows.filter((row, place) => row !== before[place])
      expect(others).toHaveLength(1)
    })

    test('are made of all records after many changes', () => {
      const random = createRandom(SEED + 2)
      const from = Array.from({ length: 100 }, () => shape.aRecord(random))
      runSync(shape.rows(from))
      const replaced = [...Array(20).keys()]
      const records = from.map((record, nth) =>
        nth < 20 ? { ...record, ...shape.change } : record,
      )
      rememberDerivation<Row>(records, { from, replaced, removed: [], added: 0 })
      const rows = runSync(shape.rows(records))
      expect(derivationOf(rows)).toBeUndefined()
      expect(rows).toEqual(runSync(shape.rows([...records])))
    })
  },
)

test('the locations of carried items are those of the list alone', () => {
  const random = createRandom(SEED + 3)
  const { aRecord } = INVENTORY
  for (let history = 0; history < HISTORIES; history += 1) {
    let records: readonly Row[] = Array.from({ length: 120 }, () => aRecord(random))
    for (let step = 0; step < STEPS; step += 1) {
      const items = runSync(aggregateInventory(records))
      const locations = locationsIn(items)
      // A column finds an item's quantity by the object of its location.
      const unknown = items.flatMap(({ places }) =>
        places.filter((one) => !locations.includes(one)),
      )
      expect(unknown).toEqual([])
      const alone = locationsIn(runSync(aggregateInventory([...records])))
      const told = { seed: SEED + 3, history, step }
      expect({ ...told, locations }).toEqual({ ...told, locations: alone })
      records = nextRecords(records, random, () => aRecord(random))
    }
  }
})

/** The places of rows that should have stayed the same objects, and are not where the derivation says. */
function movedRows(before: readonly object[], rows: readonly object[]): number[] {
  const derivation = derivationOf(rows)
  if (derivation?.from !== before) return []
  const { replaced, removed } = derivation
  const { places, fresh } = changedPlaces(before.length, derivation)
  const others = new Set([...replaced, ...removed])
  const wrong = [...before.keys()].filter(
    (place) => !others.has(place) && rows[places?.[place] ?? place] !== before[place],
  )
  const known = before.length - removed.length - replaced.length
  return known + fresh.length === rows.length ? wrong : [-1]
}
