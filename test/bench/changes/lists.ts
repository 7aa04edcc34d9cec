/** What is measured: a flat list, two that group their records, a report, and the exceptions of a report. */
import type { CollectionName, Row } from '#contract/collections.ts'
import type { Selection } from '#console/data/engine/types.ts'
import { groupCases } from '#console/data/exceptions/group-cases.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { findExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import { type Exceptions, groupExceptions } from '#console/rows/exceptions/group-exceptions.ts'
import { binCountRecords } from '#console/screens/bin-count-records.tsx'
import { inventory } from '#console/screens/inventory.tsx'
import { items } from '#console/screens/items.tsx'
import { salesOrders } from '#console/screens/sales-orders.tsx'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { benchRows, stockRows, type BenchRow } from '#test/bench/table/pages/rows.ts'

export interface MeasuredList {
  readonly collection: CollectionName
  readonly rows: (count: number) => readonly Row[]
  /** The number that a refresh changes. */
  readonly changed: string
  /** Makes what a screen shows of the rows, from what it made of those before them if there are any. */
  readonly show: (rows: readonly Row[], before?: Shown) => Shown
}

/** A table and its index, or the causes of exceptions. */
type Shown = ShapedTable | Exceptions

const LINES_PER_ORDER = 3

export const LISTS: Readonly<Record<string, MeasuredList>> = {
  items: {
    collection: 'items',
    rows: (count) => benchRows(count).map((row) => ({ ...row })),
    changed: 'quantity',
    show: indexed(items, views('quantity', 'item_name', 'bin')),
  },
  inventory: {
    collection: 'inventory',
    rows: (count) => stockRows(count),
    changed: 'available_quantity',
    show: indexed(inventory, views('total_quantity', 'item_name', 'item')),
  },
  'sales orders': {
    collection: 'salesOrders',
    rows: (count) => benchRows(count).map(orderLine),
    changed: 'quantity',
    show: indexed(salesOrders, views('details', 'name', 'transaction_id')),
  },
  'bin counts': {
    collection: 'binCountRecords',
    rows: (count) => benchRows(count).map(binCount),
    changed: 'quantity',
    show: indexed(binCountRecords, views('quantity', 'item', 'bin_name')),
  },
  exceptions: {
    collection: 'binCountRecords',
    rows: (count) => benchRows(count).map(answeredCount),
    changed: 'quantity',
    show: (rows) => {
      const found = runSync(findExceptions('binCountRecords', rows))
      const all = groupExceptions([found], [], { now: NOW, isBooking: true })
      groupCases(all.groups, undefined, NOW)
      return all
    },
  },
}

const NOW = Date.parse('2026-11-24T12:00:00Z')
const REFUSALS = [
  'Invalid reference key: the bin D-01-04 is inactive.',
  'The total inventory detail quantity must be 18.',
  'You do not have permission to perform this operation.',
]
const REFUSED_EVERY = 10

function indexed(
  screen: Pick<ListScreen, 'tableAhead'>,
  asked: readonly Selection[],
): MeasuredList['show'] {
  return (rows, before) => {
    const table = runSync(screen.tableAhead(rows, before && 'index' in before ? before : undefined))
    for (const view of asked) runSync(table.index.ahead(view))
    return table
  }
}

/** What a person has asked for: a search, an order whose cells change and one whose do not, and a filter. */
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

/** A count with NetSuite's answer, which is a refusal for one in ten. */
function answeredCount(row: BenchRow, nth: number): Row {
  const success = nth % REFUSED_EVERY !== 0
  const message = success ? null : (REFUSALS[nth % REFUSALS.length] ?? null)
  const operation_time = row.updated_at
  return {
    ...binCount(row),
    erp_response: { operation_time, acknowledgment: { success, message } },
  }
}
