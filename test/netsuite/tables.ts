// The tables and columns of the simulated account (erp.md section 6). A query that names any other column fails, as in
// NetSuite: `bin` and `location` have no lastmodifieddate.
import type { RowOf, TableShape } from '#test/netsuite/columns.ts'
import { date, datetime, flag, id, idOf, number, text, to } from '#test/netsuite/columns.ts'

export const tables = {
  location: {
    columns: {
      id,
      name: text,
      fullname: text,
      parent: to('location'),
      isinactive: flag,
      subsidiary: to('subsidiary'),
      usebins: flag,
    },
    key: ['id'],
    display: 'fullname',
    recordType: 'location',
  },
  subsidiary: {
    columns: { id, name: text },
    key: ['id'],
    display: 'name',
  },
  bin: {
    columns: {
      id,
      binnumber: text,
      location: to('location'),
      memo: text,
      isinactive: flag,
      sequencenumber: number,
      custrecord_bin_orientation: text,
      custrecord_aisle_no: text,
      custrecord_bin: text,
      custrecord_inventory_counted: flag,
      custrecord_room: text,
      custrecord_wh: text,
      custrecord_zone: text,
      custrecord_capacity: text,
      custrecord_checked: date,
      custrecord_keeper: to('entity'),
    },
    key: ['id'],
    display: 'binnumber',
    recordType: 'bin',
  },
  item: {
    columns: {
      id,
      itemid: text,
      displayname: text,
      upccode: text,
      itemtype: text,
      isinactive: flag,
      lastmodifieddate: datetime,
      totalquantityonhand: number,
      islotitem: flag,
      isserialitem: flag,
      unitstype: to('unitstype'),
      stockunit: number,
      // Null, and so unknown, in most tests; NetSuite then takes bins.
      usebins: text,
      custitem_brand: text,
    },
    key: ['id'],
    display: 'itemid',
    recordType: 'inventoryitem',
  },
  aggregateitemlocation: {
    columns: {
      item: idOf('item'),
      location: idOf('location'),
      quantityonhand: number,
      quantityavailable: number,
      quantitycommitted: number,
      quantityonorder: number,
      quantityintransit: number,
      quantitybackordered: number,
      lastquantityavailablechange: date,
      lastmodifieddate: date,
    },
    key: ['item', 'location'],
  },
  inventorybalance: {
    columns: {
      item: idOf('item'),
      location: idOf('location'),
      binnumber: to('bin'),
      inventorynumber: to('inventorynumber'),
      inventorystatus: to('inventorystatus'),
      quantityonhand: number,
      quantityavailable: number,
    },
    key: ['item', 'location', 'binnumber', 'inventorynumber', 'inventorystatus'],
  },
  inventorynumber: {
    columns: { id, inventorynumber: text, item: to('item') },
    key: ['id'],
    display: 'inventorynumber',
  },
  inventorystatus: {
    columns: { id, name: text },
    key: ['id'],
    display: 'name',
  },
  account: {
    columns: { id, acctnumber: text, fullname: text, isinactive: flag },
    key: ['id'],
    display: 'fullname',
    recordType: 'account',
  },
  accountingperiod: {
    columns: { id, periodname: text, startdate: date, enddate: date, closed: flag },
    key: ['id'],
    display: 'periodname',
  },
  unitstype: {
    columns: { id, name: text },
    key: ['id'],
    display: 'name',
  },
  unitstypeuom: {
    columns: {
      internalid: id,
      unitstype: to('unitstype'),
      unitname: text,
      pluralname: text,
      abbreviation: text,
      pluralabbreviation: text,
      conversionrate: number,
      baseunit: flag,
    },
    key: ['internalid'],
  },
  entity: {
    columns: {
      id,
      entityid: text,
      type: text,
      parent: to('entity'),
      lastmodifieddate: datetime,
    },
    key: ['id'],
    display: 'entityid',
    recordType: 'entity',
  },
  customer: {
    columns: { id, entityid: text, parent: to('entity'), lastmodifieddate: datetime },
    key: ['id'],
    display: 'entityid',
    rowsOf: { table: 'entity', type: 'CustJob' },
  },
  vendor: {
    columns: { id, entityid: text, lastmodifieddate: datetime },
    key: ['id'],
    display: 'entityid',
    rowsOf: { table: 'entity', type: 'Vendor' },
  },
  transaction: {
    columns: {
      id,
      type: text,
      externalid: text,
      tranid: text,
      trandisplayname: text,
      otherrefnum: text,
      status: { kind: 'text', shows: 'transactionstatus' },
      entity: to('entity'),
      trandate: date,
      memo: text,
      shippingaddress: to('transactionshippingaddress'),
      custbody_route: text,
      createddate: datetime,
      lastmodifieddate: datetime,
    },
    key: ['id'],
    display: 'trandisplayname',
    recordType: 'transaction',
  },
  transactionline: {
    columns: {
      transaction: idOf('transaction'),
      id,
      uniquekey: id,
      linesequencenumber: id,
      mainline: flag,
      taxline: flag,
      item: to('item'),
      quantity: number,
      quantityshiprecv: number,
      location: to('location'),
      subsidiary: to('subsidiary'),
      createdfrom: to('transaction'),
      memo: text,
    },
    key: ['transaction', 'id'],
    unique: [['uniquekey'], ['transaction', 'linesequencenumber']],
    parent: { table: 'transaction', column: 'transaction' },
  },
  transactionshippingaddress: {
    columns: {
      nkey: id,
      addressee: text,
      attention: text,
      addr1: text,
      addr2: text,
      city: text,
      state: text,
      zip: text,
      country: text,
      addrtext: text,
    },
    key: ['nkey'],
    display: 'addrtext',
  },
  transactionstatus: {
    columns: { trantype: text, id: text, name: text, fullname: text },
    key: ['trantype', 'id'],
    display: 'fullname',
  },
  inboundshipment: {
    columns: {
      id,
      shipmentnumber: text,
      shipmentstatus: text,
      expectedshippingdate: date,
      expecteddeliverydate: date,
      actualdeliverydate: date,
      externaldocumentnumber: text,
      billoflading: text,
      vesselnumber: text,
      shipmentcreateddate: date,
      lastmodifieddate: datetime,
    },
    key: ['id'],
    display: 'shipmentnumber',
    recordType: 'inboundshipment',
  },
  inboundshipmentitem: {
    columns: {
      id,
      inboundshipment: to('inboundshipment'),
      purchaseordertransaction: to('transaction'),
      shipmentitemtransaction: number,
      quantityexpected: number,
      quantityreceived: number,
      quantityremaining: number,
      porate: number,
    },
    key: ['id'],
    parent: { table: 'inboundshipment', column: 'inboundshipment' },
  },
  deletedrecord: {
    columns: { deleteddate: datetime, type: text, recordid: id },
    key: ['recordid', 'type', 'deleteddate'],
  },
  dual: { columns: { dummy: text }, key: ['dummy'] },
} as const satisfies Record<string, TableShape>

export type TableName = keyof typeof tables

/** A row of the table, e.g. `Row<'bin'>`. */
export type Row<T extends TableName> = RowOf<(typeof tables)[T]>

/** The shape of any table, for code that works on all of them. */
export function shapeOf(table: TableName): TableShape {
  return tables[table]
}

/** Whether an account has a table of that name. */
export function isTableName(name: string): name is TableName {
  return Object.hasOwn(tables, name)
}
