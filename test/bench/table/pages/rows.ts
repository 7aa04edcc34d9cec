/** The made-up rows that every contender shows: inventory of twelve columns, the same at each run. */
import type { InventoryRow } from '#contract/records/erp.ts'

export interface BenchRow {
  readonly id: string
  readonly internal_id: number
  readonly item: string
  readonly item_name: string
  /** Nearly unique. */
  readonly bin: string
  readonly location: string
  readonly status: string
  readonly lot: string
  readonly quantity: number
  readonly price: number
  readonly updated_at: string
  readonly memo: string
}

export interface BenchColumn {
  readonly id: keyof BenchRow
  readonly title: string
  readonly kind: 'text' | 'quantity' | 'date'
}

export const COLUMNS: readonly BenchColumn[] = [
  { id: 'id', title: 'ID', kind: 'text' },
  { id: 'item', title: 'Item', kind: 'text' },
  { id: 'item_name', title: 'Item Name', kind: 'text' },
  { id: 'internal_id', title: 'Internal ID', kind: 'quantity' },
  { id: 'bin', title: 'Bin', kind: 'text' },
  { id: 'location', title: 'Location', kind: 'text' },
  { id: 'status', title: 'Status', kind: 'text' },
  { id: 'lot', title: 'Lot', kind: 'text' },
  { id: 'quantity', title: 'Quantity', kind: 'quantity' },
  { id: 'price', title: 'Price', kind: 'quantity' },
  { id: 'updated_at', title: 'Updated', kind: 'date' },
  { id: 'memo', title: 'Memo', kind: 'text' },
]

const MATERIALS = ['Steel', 'Brass', 'Copper', 'Nylon', 'Zinc', 'Oak', 'Rubber', 'Glass']
const THINGS = ['Bolt', 'Anchor', 'Hinge', 'Bracket', 'Washer', 'Valve', 'Roller', 'Panel']
const STATES = ['Available', 'On Hold', 'Damaged', 'In Transit', 'Counted']
const LOCATIONS = 200
const PARSED_AT_ONCE = 10_000

/** The rows as an answer brings them: texts of their own, not pieces of others. */
export function benchRows(count: number): BenchRow[] {
  const rows: BenchRow[] = []
  const pick = random(count)
  for (let from = 0; from < count; from += PARSED_AT_ONCE) {
    const length = Math.min(PARSED_AT_ONCE, count - from)
    const made = Array.from({ length }, (_, nth) => benchRow(from + nth, pick))
    rows.push(...(JSON.parse(JSON.stringify(made)) as BenchRow[]))
  }
  return rows
}

function benchRow(nth: number, pick: (below: number) => number): BenchRow {
  const item = pick(12_500)
  return {
    id: `R-${String(nth).padStart(6, '0')}`,
    internal_id: 100_000 + pick(900_000),
    item: `SKU-${String(item).padStart(5, '0')}`,
    item_name: itemName(item),
    bin: `C-${String(pick(40))}-${String(pick(60))}-${String(pick(50))}`,
    location: locationName(pick(LOCATIONS)),
    status: STATES[pick(STATES.length)] ?? '',
    lot: `L${String(pick(50_000))}`,
    quantity: pick(5_000),
    price: pick(100_000) / 100,
    updated_at: new Date(1.76e12 + pick(31_536_000) * 1000).toISOString(),
    memo: `Counted by team ${String(pick(30))}, shelf ${String(pick(9))}`,
  }
}

function itemName(item: number): string {
  const material = MATERIALS[item % MATERIALS.length] ?? ''
  const thing = THINGS[Math.floor(item / MATERIALS.length) % THINGS.length] ?? ''
  return `${material} ${thing} M${String(item % 40)} No ${String(Math.floor(item / 64))}`
}

function locationName(nth: number): string {
  return `WH ${String(1 + (nth % 8))} Aisle ${String(nth)}`
}

/** Rows to aggregate: 20 of an item, each in a location of its own (decisions/console/table-engine.md). */
export function stockRows(count: number): InventoryRow[] {
  const pick = random(count)
  return Array.from({ length: count }, (_, nth) => {
    const item = Math.floor(nth / 20)
    const location = ((nth % 20) * 10 + item) % LOCATIONS
    return {
      item: `SKU-${String(item).padStart(5, '0')}`,
      internal_id: String(100_000 + item),
      item_name: itemName(item),
      location: locationName(location),
      location_id: String(location),
      available_quantity: pick(500),
    }
  })
}

/** Numbers that are the same at each run (a linear congruential generator). */
function random(seed: number): (below: number) => number {
  let state = seed % 4_294_967_296
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 4_294_967_296) * below)
  }
}
