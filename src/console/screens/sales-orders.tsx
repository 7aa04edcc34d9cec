import { Badge } from '@mantine/core'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { Column, ColumnKit } from '#console/table/columns/column-kit.tsx'
import { nameFrom } from '#console/list/details/detail-page.ts'
import { detailTable } from '#console/table/shaped-table.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { ItemsOfOrder } from '#console/related/order-items.tsx'
import { asStatus } from '#console/screens/status-column.tsx'
import { groupSalesOrders, ORDER_FIELDS, type SalesOrder } from '#console/rows/sales-orders.ts'

/** Sales orders, one row for each order and the location it ships from (specification.md section 2). */
export const salesOrders = listScreen({
  path: '/sales-orders',
  title: screenTitles.salesOrders,
  icon: 'shopping-cart',
  group: 'Transactions',
  collection: 'salesOrders',
  rows: groupSalesOrders,
  // One order may be several rows: an order shipped from two locations makes two groups.
  identity: ORDER_FIELDS,
  leading: ['name', 'status', 'transaction_id', 'details'],
  openedBy: ['internal_id'],
  lastingId: 'internal_id',
  columns: (c) => {
    const [name, ...others] = orderColumns(c)
    const count = c.custom({
      id: 'details',
      title: fieldTitles.details,
      kind: 'quantity',
      value: (order) => order.details.length,
      cell: (order) => <Badge color="gray">{order.details.length}</Badge>,
    })
    // Next to the name to be visible: all columns together are wider than any screen.
    return [name, count, ...others]
  },
  details: {
    title: fieldTitles.salesOrderDetails,
    name: ({ transaction_id, name }) => nameFrom([transaction_id, name]),
    empty: recordTexts.noDetails,
    more: ({ details }) => <ItemsOfOrder lines={details} />,
    content: ({ details }) =>
      // First what differs between lines: the row already shows the order.
      detailTable(details, (c, rows) => {
        const known = [
          c.date('created_at', fieldTitles.createdAt),
          c.date('updated_at', fieldTitles.updatedAt),
          c.text('id', fieldTitles.id),
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
    c.text('name', fieldTitles.name),
    asStatus(c.text('status', fieldTitles.status)),
    c.text('location', fieldTitles.location),
    c.text('ponumber', fieldTitles.poNumber),
    c.text('ship_from', fieldTitles.shipFrom),
    c.text('internal_id', fieldTitles.internalId),
    c.text('reference_1', fieldTitles.reference1),
    c.text('transaction_id', fieldTitles.transactionId),
    c.text('shipping_address', fieldTitles.shippingAddress),
  ]
}
