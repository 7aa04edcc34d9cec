/**
 * Tables, columns and custom fields of NetSuite (erp.md section 6), for every area in one place.
 * An operator overrides what an account has differently in the file of ERP_MAPPING.
 */
import { readFileSync } from 'node:fs'
import { z } from 'zod/mini'
import { isCollectionName, isPulled, type PulledCollection } from '#contract/collections.ts'
import { BadSettings, type Env, wrongSetting } from '#server/env.ts'

/** Where an area comes from. Columns are SuiteQL expressions under the names by which fields read them. */
export interface AreaMapping {
  readonly table: string
  /** Null: this account has no such column. */
  readonly columns: Readonly<Record<string, string | null>>
}

export type Mapping = Readonly<Record<PulledCollection, AreaMapping>>

/** What a NetSuite account has by itself; the fields of bins beyond that are custom fields. */
export const STANDARD_MAPPING = {
  locations: {
    table: 'location',
    columns: { id: 'id', name: 'name', fullname: 'fullname', isinactive: 'isinactive' },
  },
  bins: {
    table: 'bin',
    columns: {
      id: 'id',
      binnumber: 'binnumber',
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
      upccode: 'upccode',
      isinactive: 'isinactive',
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
} as const satisfies Mapping

/** By which columns the pages of an area are cut: they cannot be done without. */
export const KEY_COLUMNS: Readonly<Record<PulledCollection, readonly string[]>> = {
  locations: ['id'],
  bins: ['id'],
  items: ['id'],
  inventory: ['item', 'location'],
  salesOrders: ['id', 'line'],
  inboundShipments: ['id'],
}

/**
 * The standard mapping with what the file of ERP_MAPPING says otherwise.
 * @throws BadSettings that names what is wrong in the file
 */
export function readMapping({ erpMapping: path }: Pick<Env, 'erpMapping'>): Mapping {
  if (path === null) return STANDARD_MAPPING
  const refuse = (why: string) =>
    new BadSettings([wrongSetting('erpMapping', { given: path, why })])
  let given: unknown
  try {
    // Some editors begin a file with a byte order mark.
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
/** A column, also of a table with a short name, or what a person reads in place of its id. */
const COLUMN = /^([a-z_][\w.]*|BUILTIN\.DF\([a-z_][\w.]*\))$/i

function faultOf(overrides: Overrides): string | null {
  for (const [area, { table, columns = {} }] of Object.entries(overrides)) {
    if (!isCollectionName(area) || !isPulled(area))
      return `there is no area ${area}; there are ${Object.keys(STANDARD_MAPPING).join(', ')}`
    const standard: AreaMapping = STANDARD_MAPPING[area]
    if (table !== undefined && !NAME.test(standard.table))
      return `${area}.table is made of two tables and cannot be changed`
    if (table !== undefined && !NAME.test(table)) return `${area}.table is not the name of a table`
    for (const [name, column] of Object.entries(columns)) {
      const known = Object.keys(standard.columns)
      if (!known.includes(name)) return `${area} has no column ${name}; it has ${known.join(', ')}`
      if (column === null && KEY_COLUMNS[area].includes(name))
        return `${area} cannot be read without its column ${name}`
      if (column !== null && !COLUMN.test(column))
        return `${area}.columns.${name} is not the name of a column`
    }
  }
  return null
}

function merged(overrides: Overrides): Mapping {
  const areas = Object.entries<AreaMapping>(STANDARD_MAPPING).map(([area, standard]) => {
    const { table = standard.table, columns } = overrides[area] ?? {}
    return [area, { table, columns: { ...standard.columns, ...columns } }]
  })
  return Object.fromEntries(areas) as Mapping
}
