/** Where each pulled collection comes from: its columns in NetSuite, and the fields read from them. */
import { type PulledList, pulledLists } from '#contract/lists.ts'
import {
  isNeededKey,
  keyColumnsOf,
  type Mapping,
  STANDARD_MAPPING,
} from '#server/erp/pull/mapping.ts'
import { firstText, flag, number, optionalId, text } from '#server/erp/pull/fields.ts'
import {
  idOrZero,
  momentOf,
  type AnySourceParts,
  type Source,
  type SourceParts,
} from '#server/erp/pull/source.ts'
import { inboundShipments, salesOrders } from '#server/erp/pull/transaction-sources.ts'

const locations: SourceParts<'locations'> = {
  required: ['name'],
  // Only accounts with these features have them.
  seldom: ['subsidiary', 'subsidiaryname', 'usebins'],
  fields: {
    id: text('id'),
    name: text('name'),
    location: text('fullname'),
    inactive: flag('isinactive'),
    subsidiary_id: text('subsidiary'),
    subsidiary: text('subsidiaryname'),
    uses_bins: flag('usebins'),
  },
}

const bins: SourceParts<'bins'> = {
  required: ['binnumber', 'location'],
  // Custom fields, which not every account has.
  seldom: ['bin_orientation', 'aisle_no', 'bin', 'inventory_counted', 'room', 'wh'],
  fields: {
    id: text('id'),
    bin_number: text('binnumber'),
    location: text('locationname'),
    location_id: text('location'),
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
  required: ['itemid'],
  seldom: ['islotitem', 'isserialitem', 'unitstype', 'stockunit', 'usebins'],
  formats: { modified: momentOf },
  readsMoments: true,
  fields: {
    id: text('id'),
    name: text('itemid'),
    upc_code: text('upccode'),
    inactive: flag('isinactive'),
    display_name: text('displayname'),
    lot_item: flag('islotitem'),
    serial_item: flag('isserialitem'),
    units_type: text('unitstype'),
    stock_unit: text('stockunit'),
    uses_bins: flag('usebins'),
  },
}

const inventory: SourceParts<'inventory'> = {
  required: ['quantityavailable'],
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

/** Stock in no bin, of no lot or of no status has no id there, and pages cannot be cut by what is missing. */
const binStock: SourceParts<'binStock'> = {
  required: ['quantityonhand'],
  seldom: ['inventorynumber', 'lotname', 'inventorystatus', 'statusname', 'committed', 'intransit'],
  formats: { binnumber: idOrZero, inventorynumber: idOrZero, inventorystatus: idOrZero },
  fields: {
    item_id: text('item'),
    item_name: text('itemname'),
    location_id: text('location'),
    location: text('locationname'),
    bin_id: optionalId('binnumber'),
    bin_number: text('binname'),
    inventory_number_id: optionalId('inventorynumber'),
    inventory_number: text('lotname'),
    status_id: optionalId('inventorystatus'),
    status: text('statusname'),
    on_hand: number('quantityonhand'),
    available: number('quantityavailable'),
    committed: number('committed'),
    in_transit: number('intransit'),
  },
}

/** A pulled list that is missing here does not compile. */
const parts: { readonly [C in PulledList]: SourceParts<C> } = {
  locations,
  bins,
  items,
  inventory,
  salesOrders,
  inboundShipments,
  binStock,
}

/** The sources of an account. */
export type Sources = Readonly<Record<PulledList, Source>>

/** The sources of an account whose tables and columns are as the mapping says. */
export function sourcesOf(mapping: Mapping): Sources {
  const all = pulledLists.map((name) => {
    const { where, required, formats = {}, ...rest }: AnySourceParts = parts[name]
    const { table, columns } = mapping[name]
    const select = Object.entries(columns).flatMap(([column, expression]) =>
      expression === null ? [] : [[column, formats[column]?.(expression) ?? expression]],
    )
    const query = {
      select: Object.fromEntries(select) as Record<string, string>,
      from: table,
      key: keyColumnsOf(name).filter((column) => columns[column] !== null),
      ...(where !== undefined && { where }),
      optional: Object.keys(columns).filter(
        (column) =>
          columns[column] !== null && !required.includes(column) && !isNeededKey(name, column),
      ),
    }
    return [name, { ...rest, query, changedAt: columns['modified'] ?? null } satisfies Source]
  })
  return Object.fromEntries(all) as Sources
}

/** The sources of an account with the standard mapping. */
export const standardSources = sourcesOf(STANDARD_MAPPING)
