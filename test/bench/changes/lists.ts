/** The lists whose refresh is measured: a flat one, two that group their records, and a report. */
import type { CollectionName, Row } from '#contract/collections.ts'
import type { Selection } from '#console/data/engine/types.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { inventory } from '#console/screens/inventory.tsx'
import { items } from '#console/screens/items.tsx'
import { salesOrders } from '#console/screens/sales-orders.tsx'
import { benchRows, stockRows, type BenchRow } from '#test/bench/table/pages/rows.ts'

export interface MeasuredList {
  readonly collection: CollectionName
  readonly screen: Pick<ListScreen, 'tableAhead'>
  readonly rows: (count: number) => readonly Row[]
  /** The number that a refresh changes. */
  readonly changed: string
  /** What a person has asked for: a search, an order whose cells change and one whose do not, and a filter. */
  readonly views: readonly Selection[]
}

const LINES_PER_ORDER = 3

export const LISTS: Readonly<Record<string, MeasuredList>> = {
  items: {
    collection: 'items',
    screen: items,
    rows: (count) => benchRows(count).map((row) => ({ ...row })),
    changed: 'quantity',
    views: views('quantity', 'item_name', 'bin'),
  },
  inventory: {
    collection: 'inventory',
    screen: inventory,
    rows: (count) => stockRows(count),
    changed: 'available_quantity',
    views: views('total_quantity', 'item_name', 'item'),
  },
  'sales orders': {
    collection: 'salesOrders',
    screen: salesOrders,
    rows: (count) => benchRows(count).map(orderLine),
    changed: 'quantity',
    views: views('details', 'name', 'transaction_id'),
  },
  'bin counts': {
    collection: 'binCountRecords',
    screen: binCountRecords,
    rows: (count) => benchRows(count).map(binCount),
    changed: 'quantity',
    views: views('quantity', 'item', 'bin_name'),
  },
}

function views(changes: string, filtered: string, sorted: string): Selection[] {
  return [
    { search: 'zinc', filters: [], sort: { id: changes, descending: false } },
    {
      search: '',
      filters: [{ id: filtered, text: 'zinc' }],
      sort: { id: sorted, descending: true },
    },
  ]
}

function orderLine(row: BenchRow, nth: number): Row {
  const order = Math.floor(nth / LINES_PER_ORDER)
  return {
    name: `Zinc & Sons ${String(order % 700)}`,
    status: 'Pending Fulfillment',
    location: `Warehouse ${String(order % 9)}`,
    ponumber: `PO-${String(order)}`,
    ship_from: 'Main',
    internal_id: order,
    reference_1: null,
    transaction_id: `SO${String(order)}`,
    shipping_address: `${String(order % 99)} Pier Road`,
    line_id: nth % LINES_PER_ORDER,
    item: row.item,
    quantity: row.quantity,
  }
}

function binCount({ id, bin, item_name, quantity, updated_at }: BenchRow): Row {
  const user = { name: `Picker ${id.slice(-1)}` }
  return { id, user, bin_name: bin, item_name, quantity, created_at: updated_at }
}
