/** The sources of sales orders and inbound shipments. Both need rows of other tables (erp.md section 6). */
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import {
  day,
  field,
  lookupText,
  moment,
  number,
  soldQuantity,
  text,
  textOf,
} from '#server/erp/pull/fields.ts'
import {
  dayOf,
  display,
  momentOf,
  type ReadAll,
  type SourceParts,
  type SourceQuery,
} from '#server/erp/pull/source.ts'

/** One row for each order line. Deleting a line counts as a change of its order. */
export const salesOrders: SourceParts<'salesOrders'> = {
  headers: {
    select: { id: 't.id' },
    from: 'transaction t',
    where: "t.type = 'SalesOrd'",
    key: ['id'],
  },
  required: ['tranid'],
  showsNamesOf: ['items', 'locations'],
  shownNames: { table: 'customer', column: 't.entity' },
  where: "t.type = 'SalesOrd' AND tl.mainline = 'F' AND tl.taxline = 'F'",
  formats: { created: momentOf, modified: momentOf },
  lookUp: {
    table: 'transactionshippingaddress',
    read: (page, read) =>
      rowsById(read, idsOf(page, 'shippingaddress'), (ids) => ({
        select: { nkey: 'nkey', addrtext: 'addrtext' },
        from: 'transactionshippingaddress',
        where: `nkey IN (${ids})`,
        key: ['nkey'],
      })),
  },
  readsMoments: true,
  fields: {
    id: text('id'),
    name: text('customer'),
    status: field(['statusname'], (textIn) => withoutType(textIn('statusname'))),
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
    quantity: soldQuantity('quantity'),
    quantity_shipped: number('quantityshiprecv'),
  },
}

export const inboundShipments: SourceParts<'inboundShipments'> = {
  formats: { expected: dayOf, received: dayOf, created: dayOf, modified: momentOf },
  required: ['shipmentnumber'],
  lookUp: { table: 'inboundshipmentitem', read: readSuppliers },
  shownNames: { table: 'vendor', column: 'id', valuesOf: shipmentsOf },
  readsMoments: true,
  fields: {
    id: text('id'),
    shipment_number: text('shipmentnumber'),
    supplier: lookupText('id', 'supplier'),
    status: text('shipmentstatus'),
    expected_date: day('expected'),
    received_date: day('received'),
    total_items: field(['id'], (textIn, { rows }) =>
      rows === null ? null : Number(rows.get(textIn('id') ?? '')?.['lines'] ?? 0),
    ),
    created_at: day('created'),
    updated_at: moment('modified'),
  },
}

/** Shipment lines have no supplier: it is the entity of the purchase order (erp.md section 6). */
async function readSuppliers(
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

/** The shipments with lines that were ordered from suppliers. */
async function shipmentsOf(suppliers: readonly string[], read: ReadAll): Promise<string[]> {
  const lines = await read({
    select: { id: 'i.id', shipment: 'i.inboundshipment' },
    from: 'inboundshipmentitem i JOIN transaction t ON t.id = i.purchaseordertransaction',
    where: `t.entity IN (${suppliers.join(', ')})`,
    key: ['id'],
  })
  return idsOf(lines, 'shipment')
}

async function rowsById(
  read: ReadAll,
  ids: readonly string[],
  query: (ids: string) => SourceQuery,
): Promise<ReadonlyMap<string, ErpRow>> {
  if (ids.length === 0) return new Map()
  const lookup = query(ids.join(', '))
  const rows = await read(lookup)
  return new Map(rows.map((row) => [textOf(row[lookup.key[0] ?? '']) ?? '', row]))
}

/** The distinct whole numbers of a column, safe to insert into a query. A page has at most 1,000. */
function idsOf(page: readonly ErpRow[], column: string): string[] {
  const ids = page.map((row) => textOf(row[column]) ?? '')
  return [...new Set(ids.filter((id) => /^\d{1,18}$/.test(id)))]
}

/** 'Pending Fulfillment' from 'Sales Order : Pending Fulfillment'. */
function withoutType(status: string | null): string | null {
  return status?.replace(/^[^:]+ : /, '') ?? null
}
