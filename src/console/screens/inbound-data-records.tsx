import { fieldTitles } from '#contract/texts/field-titles.ts'
import { screenTitles } from '#contract/texts/screen-titles.ts'
import { INBOUND_NOTICE_MS } from '#contract/constants.ts'
import { faults } from '#contract/faults.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { Fact } from '#console/list/details/detail-page.ts'
import { type Column, columnKit, type ColumnKit } from '#console/table/columns/column-kit.tsx'
import { listScreen } from '#console/list/list-screen.ts'
import { flattenInbound, type InboundRow, receivedIn } from '#console/rows/inbound.ts'
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
  title: screenTitles.inboundDataRecords,
  icon: 'package-import',
  group: 'Reports',
  collection: 'inboundDataRecords',
  rows: flattenInbound,
  identity: ['id', 'line'],
  openedBy: ['id'],
  leading: ['id', 'binName', 'itemName', 'enteredQuantity', 'outcome'],
  columns: (c, rows) => [
    // Early, so that the ERP's answer is visible without scrolling sideways.
    ...nameColumns(c),
    outcomeColumn(c),
    ...itemColumns(c),
    ...timeColumns(c),
    { ...c.text('reason', fieldTitles.reason), isSentence: true },
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
      const kind = recordTexts.inboundNamed
      const counting = 'received'
      const said = {
        kind,
        about,
        facts: factsOf(row),
        rest,
        lines: receivedIn(row),
        counting,
      } as const
      return pageAt(recordPage(row, said, { collection: names.collection, parts }), steps)
    },
  },
})

function nameColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [c.text('id', fieldTitles.id), c.text('itemName', fieldTitles.itemName)]
}

function itemColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [
    c.text('itemId', fieldTitles.itemId),
    c.text('upcCode', fieldTitles.upcCode),
    c.quantity('enteredQuantity', fieldTitles.enteredQuantity),
    c.quantity('originalQuantity', fieldTitles.originalQuantity),
    c.quantity('quantityReceived', fieldTitles.quantityReceived),
    c.quantity('quantityRemaining', fieldTitles.quantityRemaining),
    c.text('purchaseOrder', fieldTitles.purchaseOrder),
    c.text('poId', fieldTitles.poId),
    c.text('vendorName', fieldTitles.vendorName),
    c.text('userName', fieldTitles.username),
    c.text('action', fieldTitles.action),
    c.text('binName', fieldTitles.binName),
    c.text('binId', fieldTitles.binId),
    c.text('locationName', fieldTitles.locationName),
    c.text('location', fieldTitles.location),
    c.text('containerName', fieldTitles.containerName),
    c.text('inboundShipmentId', fieldTitles.inboundShipmentId),
  ]
}

function timeColumns(c: ColumnKit<InboundRow>): Column<InboundRow>[] {
  return [c.date('created_at', fieldTitles.createdAt), c.date('updated_at', fieldTitles.updatedAt)]
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
