import { ERP_NAME } from '#contract/constants.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { flattenInbound } from '#console/rows/inbound.ts'
import { Outcome, outcomeWord } from '#console/ui/outcome.tsx'

export const inboundDataRecords = listScreen({
  path: '/inbound-data-records',
  title: 'Inbound Data Records',
  group: 'Reports',
  collection: 'inboundDataRecords',
  rows: flattenInbound,
  identity: ['id', 'itemId', 'poId', 'itemName'],
  columns: (c) => [
    c.text('id', 'ID'),
    c.text('itemName', 'Item Name'),
    c.text('itemId', 'Item ID'),
    c.text('upcCode', 'UPC Code'),
    c.quantity('enteredQuantity', 'Entered Quantity'),
    c.quantity('originalQuantity', 'Original Quantity'),
    c.quantity('quantityReceived', 'Quantity Received'),
    c.quantity('quantityRemaining', 'Quantity Remaining'),
    c.text('purchaseOrder', 'Purchase Order'),
    c.text('poId', 'PO ID'),
    c.text('vendorName', 'Vendor Name'),
    c.text('userName', 'Username'),
    c.text('action', 'Action'),
    c.text('binName', 'Bin Name'),
    c.text('binId', 'Bin ID'),
    c.text('locationName', 'Location Name'),
    c.text('location', 'Location'),
    c.text('containerName', 'Container Name'),
    c.text('inboundShipmentId', 'Inbound Shipment ID'),
    c.own({
      id: 'outcome',
      title: `${ERP_NAME} Response`,
      value: (row) => outcomeWord(row.outcome),
      cell: (row) => <Outcome outcome={row.outcome} />,
    }),
    c.date('created_at', 'Created At'),
    c.date('updated_at', 'Updated At'),
  ],
})
