import { INBOUND_NOTICE_MS } from '#contract/constants.ts'
import { faults } from '#contract/faults.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { Fact } from '#console/list/details/detail-page.ts'
import { type Column, columnKit, type ColumnKit } from '#console/table/columns/column-kit.tsx'
import { listScreen } from '#console/list/list-screen.ts'
import { flattenInbound, type InboundRow } from '#console/rows/inbound.ts'
import {
  answerPage,
  outcomeFact,
  pageAt,
  recordPage,
} from '#console/screens/records/record-pages.tsx'
import {
  OUTCOME_FILTERS,
  outcomeColumn,
  restColumns,
} from '#console/screens/records/report-columns.tsx'

/** Goods received on the floor, one row for each item (specification.md section 2). */
export const inboundDataRecords = listScreen({
  path: '/inbound-data-records',
  title: 'Inbound Data Records',
  icon: 'package-import',
  group: 'Reports',
  collection: 'inboundDataRecords',
  rows: flattenInbound,
  identity: ['id', 'line'],
  leading: ['id', 'binName', 'itemName', 'enteredQuantity', 'outcome'],
  columns: (c, rows) => [
    // Early, so that the ERP's answer is visible without scrolling sideways.
    ...nameColumns(c),
    outcomeColumn(c),
    ...itemColumns(c),
    ...timeColumns(c),
    ...restColumns(c, rows),
  ],
  quickFilters: OUTCOME_FILTERS,
  loading: { error: faults.loadError, noticeMs: INBOUND_NOTICE_MS },
  details: {
    page: (row: InboundRow, steps) => {
      const names = {
        collection: 'inboundDataRecords',
        itemFields: [],
        answerItemsTitle: recordTexts.erpItemDetails,
      } as const
      const parts = [{ step: 'response', page: answerPage(row, names) }]
      const { itemName: about, rest } = row
      const said = { kind: recordTexts.inboundNamed, about, facts: factsOf(row), rest }
      return pageAt(recordPage(row, said, parts), steps)
    },
  },
})

function nameColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [c.text('id', 'ID'), c.text('itemName', 'Item Name')]
}

function itemColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [
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
  ]
}

function timeColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [c.date('created_at', 'Created At'), c.date('updated_at', 'Updated At')]
}

/** The same facts as in the columns. */
function factsOf(row: InboundRow): Fact[] {
  const c = columnKit<InboundRow>()
  const factOf = (column: Column<InboundRow>): Fact => ({
    title: column.title,
    text: column.text(row),
    isCopied: column.title.endsWith('ID'),
  })
  return [
    ...nameColumns(c).map(factOf),
    outcomeFact(recordTexts.erpResponse, row.outcome),
    ...[...itemColumns(c), ...timeColumns(c)].map(factOf),
  ]
}
