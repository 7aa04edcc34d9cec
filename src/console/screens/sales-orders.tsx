import { Badge } from '@mantine/core'
import { messages } from '#contract/messages.ts'
import { detailTable, listScreen } from '#console/list/list-screen.ts'
import { groupSalesOrders } from '#console/rows/sales-orders.ts'

export const salesOrders = listScreen({
  path: '/sales-orders',
  title: 'Sales Orders',
  group: 'Transactions',
  collection: 'salesOrders',
  rows: groupSalesOrders,
  identity: ['internal_id', 'transaction_id', 'name'],
  columns: (c) => [
    c.text('name', 'Name'),
    c.text('status', 'Status'),
    c.text('location', 'Location'),
    c.text('ponumber', 'PO Number'),
    c.text('ship_from', 'Ship From'),
    c.text('internal_id', 'Internal ID'),
    c.text('reference_1', 'Reference 1'),
    c.text('transaction_id', 'Transaction ID'),
    c.text('shipping_address', 'Shipping Address'),
    c.own({
      id: 'details',
      title: 'Details',
      kind: 'quantity',
      value: (order) => order.details.length,
      cell: (order) => <Badge variant="default">{order.details.length}</Badge>,
    }),
  ],
  details: {
    title: 'Sales Order Details',
    empty: messages.noDetails,
    content: ({ details }) =>
      detailTable(details, (c, rows) => {
        const dates = [c.date('created_at', 'Created At'), c.date('updated_at', 'Updated At')]
        return [...c.rest(rows, dates), ...dates]
      }),
  },
})
