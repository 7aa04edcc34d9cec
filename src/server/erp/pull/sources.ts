/** Where each pulled collection comes from: its columns in NetSuite, and the fields read from them. */
import { type PulledCollection, pulledCollections } from '#contract/collections.ts'
import { KEY_COLUMNS, type Mapping, STANDARD_MAPPING } from '#server/erp/pull/mapping.ts'
import { firstText, flag, number, text } from '#server/erp/pull/fields.ts'
import {
  momentOf,
  type AnySourceParts,
  type Source,
  type SourceParts,
} from '#server/erp/pull/source.ts'
import { inboundShipments, salesOrders } from '#server/erp/pull/transaction-sources.ts'

const locations: SourceParts<'locations'> = {
  fields: {
    id: text('id'),
    name: text('name'),
    location: text('fullname'),
    inactive: flag('isinactive'),
  },
}

const bins: SourceParts<'bins'> = {
  // Custom fields, which not every account has.
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

const items: SourceParts<'items'> = {
  optional: ['modified'],
  formats: { modified: momentOf },
  readsMoments: true,
  fields: {
    id: text('id'),
    name: text('itemid'),
    upc_code: text('upccode'),
    inactive: flag('isinactive'),
  },
}

const inventory: SourceParts<'inventory'> = {
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

/** A pulled collection that is missing here does not compile. */
const parts: { readonly [C in PulledCollection]: SourceParts<C> } = {
  locations,
  bins,
  items,
  inventory,
  salesOrders,
  inboundShipments,
}

/** The sources of an account. */
export type Sources = Readonly<Record<PulledCollection, Source>>

/** The sources of an account whose tables and columns are as the mapping says. */
export function sourcesOf(mapping: Mapping): Sources {
  const all = pulledCollections.map((name) => {
    const { where, optional, formats = {}, ...rest }: AnySourceParts = parts[name]
    const { table, columns } = mapping[name]
    const select = Object.entries(columns).flatMap(([column, expression]) =>
      expression === null ? [] : [[column, formats[column]?.(expression) ?? expression]],
    )
    const query = {
      select: Object.fromEntries(select) as Record<string, string>,
      from: table,
      key: KEY_COLUMNS[name],
      ...(where !== undefined && { where }),
      ...(optional && { optional: optional.filter((column) => columns[column] !== null) }),
    }
    return [name, { ...rest, query, changedAt: columns['modified'] ?? null } satisfies Source]
  })
  return Object.fromEntries(all) as Sources
}

/** The sources of an account with the standard mapping. */
export const standardSources = sourcesOf(STANDARD_MAPPING)
