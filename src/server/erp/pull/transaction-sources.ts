/** Where sales orders and inbound shipments come from; both need rows of other tables (erp.md section 6). */
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import {
  lookupText,
  day,
  dayOf,
  display,
  type Field,
  moment,
  momentOf,
  number,
  type ReadAll,
  type SourceParts,
  type SourceQuery,
  text,
  textOf,
} from '#server/erp/pull/source.ts'

/** One row for each line of an order. A line that is gone changes its order. */
export const salesOrders: SourceParts = {
  heads: {
    select: { id: 't.id' },
    from: 'transaction t',
    where: "t.type = 'SalesOrd'",
    key: ['id'],
  },
  showsNamesOf: ['items', 'locations'],
  where: "t.type = 'SalesOrd' AND tl.mainline = 'F' AND tl.taxline = 'F'",
  written: { created: momentOf, modified: momentOf },
  beside: (page, read) =>
    rowsById(read, idsOf(page, 'shippingaddress'), (ids) => ({
      select: { nkey: 'nkey', addrtext: 'addrtext' },
      from: 'transactionshippingaddress',
      where: `nkey IN (${ids})`,
      key: ['nkey'],
    })),
  readsMoments: true,
  fields: {
    id: text('id'),
    name: text('customer'),
    status: statusName,
    location: text('locationname'),
    ponumber: text('otherrefnum'),
    ship_from: text('locationname'),
    internal_id: text('id'),
    reference_1: text('memo'),
    transaction_id: text('tranid'),
    shipping_address: lookupText('shippingaddress', 'addrtext'),
    created_at: moment('created'),
    updated_at: moment('modified'),
    line_id: text('line'),
    item: text('itemname'),
    item_id: text('item'),
    quantity: sold('quantity'),
    quantity_shipped: number('quantityshiprecv'),
  },
}

export const inboundShipments: SourceParts = {
  written: { expected: dayOf, received: dayOf, created: dayOf, modified: momentOf },
  beside: shipmentLines,
  readsMoments: true,
  fields: {
    id: text('id'),
    shipment_number: text('shipmentnumber'),
    supplier: lookupText('id', 'supplier'),
    status: text('shipmentstatus'),
    expected_date: day('expected'),
    received_date: day('received'),
    total_items: (row, { rows }) => Number(rows.get(textOf(row['id']) ?? '')?.['lines'] ?? 0),
    created_at: day('created'),
    updated_at: moment('modified'),
  },
}

/** Lines do not name their supplier: it is the entity of the purchase order (erp.md section 6). */
async function shipmentLines(
  page: readonly ErpRow[],
  read: ReadAll,
): Promise<ReadonlyMap<string, ErpRow>> {
  const ids = idsOf(page, 'id')
  if (ids.length === 0) return new Map()
  const lines = await read({
    select: { id: 'i.id', shipment: 'i.inboundshipment', supplier: display('t.entity') },
    from: 'inboundshipmentitem i LEFT JOIN transaction t ON t.id = i.purchaseordertransaction',
    where: `i.inboundshipment IN (${ids.join(', ')})`,
    key: ['id'],
  })
  const found = new Map<string, { suppliers: Set<string>; lines: number }>()
  for (const { shipment, supplier } of lines) {
    const id = textOf(shipment) ?? ''
    const { suppliers, lines: before } = found.get(id) ?? { suppliers: new Set(), lines: 0 }
    const name = textOf(supplier)
    if (name !== null) suppliers.add(name)
    found.set(id, { suppliers, lines: before + 1 })
  }
  return new Map(
    [...found].map(([id, one]) => [
      id,
      { supplier: [...one.suppliers].join(', '), lines: one.lines },
    ]),
  )
}

async function rowsById(
  read: ReadAll,
  ids: readonly string[],
  query: (ids: string) => SourceQuery,
): Promise<ReadonlyMap<string, ErpRow>> {
  if (ids.length === 0) return new Map()
  const apart = query(ids.join(', '))
  const rows = await read(apart)
  return new Map(rows.map((row) => [textOf(row[apart.key[0] ?? '']) ?? '', row]))
}

/** The different whole numbers of a column, fit to stand in a query; a page has at most 1,000. */
function idsOf(page: readonly ErpRow[], column: string): string[] {
  const ids = page.map((row) => textOf(row[column]) ?? '')
  return [...new Set(ids.filter((id) => /^\d{1,18}$/.test(id)))]
}

/** 'Sales Order : Pending Fulfillment' without the kind of the transaction. */
function statusName(row: ErpRow): string | null {
  return textOf(row['statusname'])?.replace(/^[^:]+ : /, '') ?? null
}

/** What is sold leaves the stock, so NetSuite counts it below nought. */
function sold(column: string): Field {
  const read = number(column)
  return (row, beside) => {
    const quantity = read(row, beside)
    return typeof quantity === 'number' ? 0 - quantity : null
  }
}
