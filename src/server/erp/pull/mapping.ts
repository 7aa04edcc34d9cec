/**
 * Tables, columns and custom fields of NetSuite (erp.md section 6), for all collections.
 * Operators override what differs in their account in the file that ERP_MAPPING names.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { isListName, isPulledList, type PulledList } from '#contract/lists.ts'
import { BadSettings, type Env, wrongSetting } from '#server/env.ts'

/** The table of a collection, and its columns: SuiteQL expressions under the names that fields read. */
export interface CollectionMapping {
  readonly table: string
  /** Null if the account does not have the column. */
  readonly columns: Readonly<Record<string, string | null>>
}

export type Mapping = Readonly<Record<PulledList, CollectionMapping>>

/** A standard NetSuite account. The columns of bins that begin with `custrecord_` are custom fields. */
export const STANDARD_MAPPING = {
  locations: {
    table: 'location',
    columns: {
      id: 'id',
      name: 'name',
      fullname: 'fullname',
      isinactive: 'isinactive',
      subsidiary: 'subsidiary',
      subsidiaryname: 'BUILTIN.DF(subsidiary)',
      usebins: 'usebins',
    },
  },
  bins: {
    table: 'bin',
    columns: {
      id: 'id',
      binnumber: 'binnumber',
      location: 'location',
      locationname: 'BUILTIN.DF(location)',
      memo: 'memo',
      isinactive: 'isinactive',
      bin_orientation: 'custrecord_bin_orientation',
      aisle_no: 'custrecord_aisle_no',
      bin: 'custrecord_bin',
      inventory_counted: 'custrecord_inventory_counted',
      room: 'custrecord_room',
      wh: 'custrecord_wh',
    },
  },
  items: {
    table: 'item',
    columns: {
      id: 'id',
      itemid: 'itemid',
      displayname: 'displayname',
      upccode: 'upccode',
      isinactive: 'isinactive',
      islotitem: 'islotitem',
      isserialitem: 'isserialitem',
      unitstype: 'unitstype',
      stockunit: 'stockunit',
      usebins: 'usebins',
      modified: 'lastmodifieddate',
    },
  },
  inventory: {
    table: 'aggregateitemlocation',
    columns: {
      item: 'item',
      itemname: 'BUILTIN.DF(item)',
      location: 'location',
      locationname: 'BUILTIN.DF(location)',
      quantityavailable: 'quantityavailable',
    },
  },
  salesOrders: {
    table: 'transaction t JOIN transactionline tl ON tl.transaction = t.id',
    columns: {
      id: 't.id',
      customer: 'BUILTIN.DF(t.entity)',
      statusname: 'BUILTIN.DF(t.status)',
      otherrefnum: 't.otherrefnum',
      memo: 't.memo',
      tranid: 't.tranid',
      shippingaddress: 't.shippingaddress',
      created: 't.createddate',
      modified: 't.lastmodifieddate',
      line: 'tl.id',
      item: 'tl.item',
      itemname: 'BUILTIN.DF(tl.item)',
      quantity: 'tl.quantity',
      quantityshiprecv: 'tl.quantityshiprecv',
      locationname: 'BUILTIN.DF(tl.location)',
    },
  },
  inboundShipments: {
    table: 'inboundshipment',
    columns: {
      id: 'id',
      shipmentnumber: 'shipmentnumber',
      shipmentstatus: 'shipmentstatus',
      expected: 'expecteddeliverydate',
      received: 'actualdeliverydate',
      created: 'shipmentcreateddate',
      modified: 'lastmodifieddate',
    },
  },
  binStock: {
    table: 'inventorybalance',
    columns: {
      item: 'item',
      itemname: 'BUILTIN.DF(item)',
      location: 'location',
      locationname: 'BUILTIN.DF(location)',
      binnumber: 'binnumber',
      binname: 'BUILTIN.DF(binnumber)',
      inventorynumber: 'inventorynumber',
      lotname: 'BUILTIN.DF(inventorynumber)',
      inventorystatus: 'inventorystatus',
      statusname: 'BUILTIN.DF(inventorystatus)',
      quantityonhand: 'quantityonhand',
      quantityavailable: 'quantityavailable',
      // No standard column says this for a bin; an account may have one.
      committed: null,
      intransit: null,
    },
  },
} as const satisfies Mapping

/** A column that the query of a collection selects. */
export type ColumnOf<C extends PulledList> = keyof (typeof STANDARD_MAPPING)[C]['columns'] & string

/** The columns by which pages are cut. An account must have them, but for those of lots and statuses. */
const KEY_COLUMNS: { readonly [C in PulledList]: readonly ColumnOf<C>[] } = {
  locations: ['id'],
  bins: ['id'],
  items: ['id'],
  inventory: ['item', 'location'],
  salesOrders: ['id', 'line'],
  inboundShipments: ['id'],
  binStock: ['item', 'location', 'binnumber', 'inventorynumber', 'inventorystatus'],
}

/** Key columns that an account may lack: it then has no lots, or no statuses. */
const OPTIONAL_KEYS: readonly string[] = ['inventorynumber', 'inventorystatus']

/** The columns by which the pages of a list are cut. */
export function keyColumnsOf(name: PulledList): readonly string[] {
  return KEY_COLUMNS[name]
}

/**
 * The standard mapping with the overrides of the ERP_MAPPING file.
 * @throws BadSettings that names what is wrong in the file
 */
export function readMapping({ erpMapping: path }: Pick<Env, 'erpMapping'>): Mapping {
  if (path === null) return STANDARD_MAPPING
  const refuse = (why: string) =>
    new BadSettings([wrongSetting('erpMapping', { given: path, why })])
  let given: unknown
  try {
    // Some editors write a byte order mark.
    given = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
  } catch (error) {
    const isUnread = error instanceof Error && 'syscall' in error && 'code' in error
    throw refuse(isUnread ? String(error.code) : 'it is no JSON')
  }
  const read = Overrides.safeParse(given)
  if (!read.success) {
    const [issue] = read.error.issues
    throw refuse(`${issue?.path.join('.') || 'it'} is not what is expected`)
  }
  const wrong = faultOf(read.data)
  if (wrong !== null) throw refuse(wrong)
  return merged(read.data)
}

const Overrides = z.record(
  z.string(),
  z.strictObject({
    table: z.optional(z.string()),
    columns: z.optional(z.record(z.string(), z.nullable(z.string()))),
  }),
)
type Overrides = z.infer<typeof Overrides>

const NAME = /^[a-z_]\w*$/i
/** A column, which may have a table alias, or the display name of what it refers to. */
const COLUMN = /^([a-z_][\w.]*|BUILTIN\.DF\([a-z_][\w.]*\))$/i

function faultOf(overrides: Overrides): string | null {
  for (const [area, { table, columns = {} }] of Object.entries(overrides)) {
    if (!isListName(area) || !isPulledList(area))
      return `there is no area ${area}; there are ${Object.keys(STANDARD_MAPPING).join(', ')}`
    const standard: CollectionMapping = STANDARD_MAPPING[area]
    if (table !== undefined && !NAME.test(standard.table))
      return `${area}.table is made of two tables and cannot be changed`
    if (table !== undefined && !NAME.test(table)) return `${area}.table is not the name of a table`
    for (const [name, column] of Object.entries(columns)) {
      const known = Object.keys(standard.columns)
      if (!known.includes(name)) return `${area} has no column ${name}; it has ${known.join(', ')}`
      if (column === null && isNeededKey(area, name))
        return `${area} cannot be read without its column ${name}`
      if (column !== null && !COLUMN.test(column))
        return `${area}.columns.${name} is not the name of a column`
    }
  }
  return null
}

/** Whether a column cuts pages, so that an account must have it. */
export function isNeededKey(name: PulledList, column: string): boolean {
  return keyColumnsOf(name).includes(column) && !OPTIONAL_KEYS.includes(column)
}

function merged(overrides: Overrides): Mapping {
  const areas = Object.entries<CollectionMapping>(STANDARD_MAPPING).map(([area, standard]) => {
    const { table = standard.table, columns } = overrides[area] ?? {}
    return [area, { table, columns: { ...standard.columns, ...columns } }]
  })
  return Object.fromEntries(areas) as Mapping
}
