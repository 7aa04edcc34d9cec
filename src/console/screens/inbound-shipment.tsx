import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { shipmentPage } from '#console/related/pages.tsx'
import { asStatus } from '#console/screens/status-column.tsx'
import { listScreen } from '#console/list/list-screen.ts'

/** Shipments on their way (specification.md section 2). */
export const inboundShipment = listScreen({
  path: '/inbound-shipment',
  title: screenTitles.inboundShipments,
  menu: screenTitles.inboundShipment,
  icon: 'ship',
  group: 'Transactions',
  collection: 'inboundShipments',
  openedBy: ['id'],
  details: { page: (row, path) => (path.length > 0 ? null : shipmentPage(row)) },
  leading: ['shipment_number', 'status', 'expected_date', 'supplier'],
  columns: (c, rows) => {
    const known = [
      c.text('id', fieldTitles.id),
      c.text('shipment_number', fieldTitles.shipmentNumber),
      c.text('supplier', fieldTitles.supplier),
      asStatus(c.text('status', fieldTitles.status)),
      c.date('expected_date', fieldTitles.expectedDate),
      c.date('received_date', fieldTitles.receivedDate),
      c.quantity('total_items', fieldTitles.totalItems),
      c.date('created_at', fieldTitles.createdAt),
      c.date('updated_at', fieldTitles.updatedAt),
    ]
    return [...known, ...c.rest(rows, known)]
  },
})
