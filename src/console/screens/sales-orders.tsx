import { Badge } from '@mantine/core'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { Column, ColumnKit } from '#console/table/columns/column-kit.tsx'
import { nameFrom } from '#console/list/details/detail-page.ts'
import { detailTable } from '#console/table/shaped-table.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { asStatus } from '#console/screens/status-column.tsx'
import { groupSalesOrders, ORDER_FIELDS, type SalesOrder } from '#console/rows/sales-orders.ts'

/** Sales orders, one row for each order and the location it ships from (specification.md section 2). */
export const salesOrders = listScreen({
  path: '/sales-orders',
  title: 'Sales Orders',
  icon: 'shopping-cart',
  group: 'Transactions',
  collection: 'salesOrders',
  rows: groupSalesOrders,
  // One order may be several rows: an order shipped from two locations makes two groups.
  identity: ORDER_FIELDS,
  leading: ['name', 'status', 'transaction_id', 'details'],
  columns: (c) => {
    const [name, ...others] = orderColumns(c)
    const count = c.custom({
      id: 'details',
      title: 'Details',
      kind: 'quantity',
      value: (order) => order.details.length,
      cell: (order) => <Badge color="gray">{order.details.length}</Badge>,
    })
    // Next to the name to be visible: all columns together are wider than any screen.
    return [name, count, ...others]
  },
  details: {
    title: 'Sales Order Details',
    name: ({ transaction_id, name }) => nameFrom([transaction_id, name]),
    empty: recordTexts.noDetails,
    content: ({ details }) =>
      // First what differs between lines: the row already shows the order.
      detailTable(details, (c, rows) => {
        const known = [
          c.date('created_at', 'Created At'),
          c.date('updated_at', 'Updated At'),
          c.text('id', 'ID'),
          ...orderColumns(c),
        ]
        return [...c.rest(rows, known), ...known]
      }),
  },
})

/** The nine fields, for orders and for their lines. */
function orderColumns<R extends Omit<SalesOrder, 'details'>>(
  c: ColumnKit<R>,
): [name: Column<R>, ...others: Column<R>[]] {
  return [
    c.text('name', 'Name'),
    asStatus(c.text('status', 'Status')),
    c.text('location', 'Location'),
    c.text('ponumber', 'PO Number'),
    c.text('ship_from', 'Ship From'),
    c.text('internal_id', 'Internal ID'),
    c.text('reference_1', 'Reference 1'),
    c.text('transaction_id', 'Transaction ID'),
    c.text('shipping_address', 'Shipping Address'),
  ]
}
