/** Where each pulled collection comes from: its columns in NetSuite, and the fields that are read of them. */
import type { PulledCollection } from '#contract/collections.ts'
import { KEY_COLUMNS, type Mapping, STANDARD_MAPPING } from '#server/erp/pull/mapping.ts'
import {
  type Field,
  flag,
  momentOf,
  number,
  type Source,
  type SourceParts,
  text,
  textOf,
} from '#server/erp/pull/source.ts'
import { inboundShipments, salesOrders } from '#server/erp/pull/transaction-sources.ts'

const locations: SourceParts = {
  fields: {
    id: text('id'),
    name: text('name'),
    location: text('fullname'),
    inactive: flag('isinactive'),
  },
}

const bins: SourceParts = {
  // NetSuite does not have them by itself: custom fields hold them.
  optional: ['bin_orientation', 'aisle_no', 'bin', 'inventory_counted', 'room', 'wh'],
  fields: {
    id: text('id'),
    bin_number: text('binnumber'),
    location: text('locationname'),
    memo: text('memo'),
    bin_orientation: text('bin_orientation'),
    aisle_no: text('aisle_no'),
    bin: text('bin'),
    inactive_bin: flag('isinactive'),
    inventory_counted: flag('inventory_counted'),
    room: text('room'),
    wh: text('wh'),
  },
}

const items: SourceParts = {
  optional: ['modified'],
  written: { modified: momentOf },
  readsMoments: true,
  fields: {
    id: text('id'),
    name: text('itemid'),
    upc_code: text('upccode'),
    inactive: flag('isinactive'),
  },
}

const inventory: SourceParts = {
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
const parts: Record<PulledCollection, SourceParts> = {
  locations,
  bins,
  items,
  inventory,
  salesOrders,
  inboundShipments,
}

/** The sources of an account. */
export type Sources = Readonly<Record<PulledCollection, Source>>

/** The sources of an account that has its tables and columns as the mapping says. */
export function sourcesOf(mapping: Mapping): Sources {
  const all = Object.entries(parts).map(([area, { where, optional, written = {}, ...rest }]) => {
    const name = area as PulledCollection
    const { table, columns } = mapping[name]
    const select = Object.entries(columns).flatMap(([column, expression]) =>
      expression === null ? [] : [[column, written[column]?.(expression) ?? expression]],
    )
    const query = {
      select: Object.fromEntries(select) as Record<string, string>,
      from: table,
      key: KEY_COLUMNS[name],
      ...(where !== undefined && { where }),
      ...(optional && { optional: optional.filter((column) => columns[column] !== null) }),
    }
    const changedAt = columns['modified'] ?? null
    return [name, { ...rest, query, changedAt } satisfies Source]
  })
  return Object.fromEntries(all) as Sources
}

/** The sources of an account that has everything as usual. */
export const standardSources = sourcesOf(STANDARD_MAPPING)

function firstText(...columns: readonly string[]): Field {
  return (row) => columns.map((column) => textOf(row[column])).find((one) => one !== null) ?? null
}
