/** Where each pulled collection comes from: tables and columns of NetSuite (netsuite.md section 6). */
import type { PulledCollection } from '#contract/collections.ts'
import { display, type Field, flag, number, type Source, text, textOf } from '#server/erp/source.ts'
import { inboundShipments, salesOrders } from '#server/erp/transaction-sources.ts'

/** Fields of a bin that NetSuite does not have by itself, and the custom fields that hold them. */
const BIN_CUSTOM_FIELDS = {
  bin_orientation: 'custrecord_bin_orientation',
  aisle_no: 'custrecord_aisle_no',
  bin: 'custrecord_bin',
  inventory_counted: 'custrecord_inventory_counted',
  room: 'custrecord_room',
  wh: 'custrecord_wh',
} as const

const CUSTOM_COLUMNS = Object.values(BIN_CUSTOM_FIELDS)

const locations: Source = {
  query: {
    select: { id: 'id', name: 'name', fullname: 'fullname', isinactive: 'isinactive' },
    from: 'location',
    key: ['id'],
  },
  fields: {
    id: text('id'),
    name: text('name'),
    location: text('fullname'),
    inactive: flag('isinactive'),
  },
}

const bins: Source = {
  query: {
    select: {
      id: 'id',
      binnumber: 'binnumber',
      locationname: display('location'),
      memo: 'memo',
      isinactive: 'isinactive',
      ...Object.fromEntries(CUSTOM_COLUMNS.map((column) => [column, column])),
    },
    from: 'bin',
    key: ['id'],
    optional: CUSTOM_COLUMNS,
  },
  fields: {
    id: text('id'),
    bin_number: text('binnumber'),
    location: text('locationname'),
    memo: text('memo'),
    bin_orientation: text(BIN_CUSTOM_FIELDS.bin_orientation),
    aisle_no: text(BIN_CUSTOM_FIELDS.aisle_no),
    bin: text(BIN_CUSTOM_FIELDS.bin),
    inactive_bin: flag('isinactive'),
    inventory_counted: flag(BIN_CUSTOM_FIELDS.inventory_counted),
    room: text(BIN_CUSTOM_FIELDS.room),
    wh: text(BIN_CUSTOM_FIELDS.wh),
  },
}

const items: Source = {
  query: {
    select: { id: 'id', itemid: 'itemid', upccode: 'upccode', isinactive: 'isinactive' },
    from: 'item',
    key: ['id'],
  },
  fields: {
    id: text('id'),
    name: text('itemid'),
    upc_code: text('upccode'),
    inactive: flag('isinactive'),
  },
}

const inventory: Source = {
  query: {
    select: {
      item: 'item',
      itemname: display('item'),
      location: 'location',
      locationname: display('location'),
      quantityavailable: 'quantityavailable',
    },
    from: 'aggregateitemlocation',
    key: ['item', 'location'],
  },
  fields: {
    item: firstText('itemname', 'item'),
    internal_id: text('item'),
    item_name: text('itemname'),
    item_id: text('item'),
    location: text('locationname'),
    location_id: text('location'),
    available_quantity: number('quantityavailable'),
  },
}

/** Registry of the ERP: a pulled collection without a row here does not compile. */
export const sources: Record<PulledCollection, Source> = {
  locations,
  bins,
  items,
  inventory,
  salesOrders,
  inboundShipments,
}

function firstText(...columns: readonly string[]): Field {
  return (row) => columns.map((column) => textOf(row[column])).find((one) => one !== null) ?? null
}
