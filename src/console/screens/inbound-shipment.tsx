import { asStatus } from '#console/screens/status-column.tsx'
import { listScreen } from '#console/list/list-screen.ts'

/** Shipments on their way (specification.md section 2). */
export const inboundShipment = listScreen({
  path: '/inbound-shipment',
  title: 'Inbound Shipments',
  menu: 'Inbound Shipment',
  icon: 'ship',
  group: 'Transactions',
  collection: 'inboundShipments',
  leading: ['shipment_number', 'status', 'expected_date', 'supplier'],
  columns: (c, rows) => {
    const known = [
      c.text('id', 'ID'),
      c.text('shipment_number', 'Shipment Number'),
      c.text('supplier', 'Supplier'),
      asStatus(c.text('status', 'Status')),
      c.date('expected_date', 'Expected Date'),
      c.date('received_date', 'Received Date'),
      c.quantity('total_items', 'Total Items'),
      c.date('created_at', 'Created At'),
      c.date('updated_at', 'Updated At'),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
