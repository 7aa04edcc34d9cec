/** The registry of the twelve collections. Everything that lists, counts, caches, guards or syncs reads it. */
import type { z } from 'zod/mini'
import type { Access, AnyFeatureAccess } from '#contract/access.ts'
import { ERP_SLUG, OLD_AFTER_MS, OLD_ERP_AFTER_MS } from '#contract/constants.ts'
import {
  Bin,
  InboundShipment,
  InventoryRow,
  Item,
  Location,
  SalesOrderRow,
} from '#contract/records/erp.ts'
import { Admin, MobileUser } from '#contract/records/people.ts'
import {
  BinAdjustmentRecord,
  BinCountRecord,
  BinTransferRecord,
  InboundRecord,
} from '#contract/records/reports.ts'

/** A row in transit: a plain object with whatever fields the server sends. */
export type Row = Record<string, unknown>

/** How a collection is pulled from the ERP. */
export interface ErpPull {
  /** The call that pulls it, such as `/netsuite/bins`. */
  readonly path: string
  /** Where a person can start it: on its own screen and the dashboard, or on the dashboard only. */
  readonly button: 'screen' | 'dashboard'
  /** The age by the ERP's own time from which its rows are marked as old, in ms. */
  readonly oldAfterMs: number
}

/** One collection: its name, its source and who may see it. */
export interface Collection<R = Row> {
  readonly record: z.ZodMiniType<R>
  /** The call that lists it (specification.md section 7). */
  readonly path: string
  /** The call to use where `path` answers 404 (decisions/product/open-calls.md). */
  readonly fallbackPath?: string
  /** The title of its card. */
  readonly title: string
  /** Its name inside sentences: 'Failed to load {area}'. */
  readonly area: string
  readonly access: Exclude<Access, AnyFeatureAccess>
  /** The fields that identify a record for counting; each entry means 'the first of these'.
   * Without it every row counts (specification.md section 3, 'Dashboard record identity'). */
  readonly identity?: readonly (readonly string[])[]
  /** The fields that tell one stored row from another. */
  readonly key: readonly string[]
  readonly erp?: ErpPull
  /** 'live' refetches every 30 s, 'shared' every 2 minutes (decisions/console/collections.md). */
  readonly refresh: 'shared' | 'live'
  /** The time since the fetch from which its rows are marked as old, where the ERP's time is unknown, in ms. */
  readonly oldAfterMs: number
}

export const collections = {
  locations: collection({
    record: Location,
    path: '/data_locations',
    title: 'Locations',
    area: 'locations',
    access: { feature: 'locations' },
    identity: [['id', 'location_id']],
    key: ['id'],
    erp: {
      path: `/${ERP_SLUG}/locations`,
      button: 'screen',
      oldAfterMs: OLD_ERP_AFTER_MS.catalogue,
    },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.catalogue,
  }),
  bins: collection({
    record: Bin,
    path: '/data_bins',
    title: 'Bins',
    area: 'bins',
    access: { feature: 'bins' },
    identity: [['id', 'bin_id']],
    key: ['id'],
    erp: { path: `/${ERP_SLUG}/bins`, button: 'screen', oldAfterMs: OLD_ERP_AFTER_MS.floor },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  inventory: collection({
    record: InventoryRow,
    path: '/data_inventory',
    title: 'Inventory',
    area: 'inventory',
    access: { feature: 'inventory' },
    identity: [['item'], ['internal_id']],
    key: ['item', 'internal_id', 'location_id'],
    erp: { path: `/${ERP_SLUG}/inventory`, button: 'screen', oldAfterMs: OLD_ERP_AFTER_MS.floor },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  items: collection({
    record: Item,
    path: '/data_items',
    title: 'Items',
    area: 'items',
    access: { feature: 'items' },
    identity: [['id', 'item_id']],
    key: ['id'],
    erp: { path: `/${ERP_SLUG}/items`, button: 'screen', oldAfterMs: OLD_ERP_AFTER_MS.catalogue },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.catalogue,
  }),
  salesOrders: collection({
    record: SalesOrderRow,
    path: '/data_sales_orders',
    title: 'Sales Orders',
    area: 'sales orders',
    access: { feature: 'salesorder' },
    identity: [['id', 'order_id']],
    key: ['internal_id', 'line_id'],
    erp: {
      path: `/${ERP_SLUG}/sales-orders`,
      button: 'screen',
      oldAfterMs: OLD_ERP_AFTER_MS.floor,
    },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  inboundShipments: collection({
    record: InboundShipment,
    path: '/get-inbound-data',
    title: 'Inbound Shipments',
    area: 'inbound shipments',
    access: { feature: 'inbound' },
    key: ['id'],
    erp: {
      path: `/${ERP_SLUG}/inbound-shipments`,
      button: 'dashboard',
      oldAfterMs: OLD_ERP_AFTER_MS.floor,
    },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  inboundDataRecords: collection({
    record: InboundRecord,
    path: '/get-inbound-data-records',
    fallbackPath: '/inbound-data-records',
    title: 'Inbound Data Records',
    area: 'inbound data records',
    access: { feature: 'inbound' },
    identity: [['id']],
    key: ['id'],
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  binCountRecords: collection({
    record: BinCountRecord,
    path: '/bin-count-records',
    title: 'Bin Count Records',
    area: 'bin count records',
    access: { feature: 'bincount' },
    identity: [['id']],
    key: ['id'],
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  binAdjustmentRecords: collection({
    record: BinAdjustmentRecord,
    path: '/bin-adjustment-records',
    title: 'Bin Adjustment Records',
    area: 'bin adjustment records',
    access: { feature: 'binAdjustment' },
    identity: [['id']],
    key: ['id'],
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  binTransfer: collection({
    record: BinTransferRecord,
    path: '/bin-transfer-records',
    title: 'Bin Transfer',
    area: 'bin transfer records',
    access: { feature: 'binTransfer' },
    identity: [['id']],
    key: ['id'],
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
  admins: collection({
    record: Admin,
    path: '/master-admin-details',
    title: 'Admins',
    area: 'admins',
    access: 'super-admin',
    key: ['username'],
    refresh: 'live',
    oldAfterMs: OLD_AFTER_MS.people,
  }),
  wmsAiUsers: collection({
    record: MobileUser,
    path: '/wms-ai-users',
    title: 'WMS Mobile Users',
    area: 'WMS AI users',
    access: 'super-admin',
    key: ['userid'],
    refresh: 'live',
    oldAfterMs: OLD_AFTER_MS.people,
  }),
} as const

export type CollectionName = keyof typeof collections
export type RecordOf<N extends CollectionName> = z.infer<(typeof collections)[N]['record']>

/** The collections that come from the ERP. */
export type PulledCollection = {
  [N in CollectionName]: (typeof collections)[N] extends { readonly erp: ErpPull } ? N : never
}[CollectionName]

/** The collections of accounts; the server stores them in tables of their own. */
export type PeopleCollection = 'admins' | 'wmsAiUsers'

export const collectionNames = Object.keys(collections) as CollectionName[]

/** The pulled collections in the order of the registry. */
export const pulledCollections = collectionNames.filter(isPulled)

/** Whether a name is one of the twelve. */
export function isCollectionName(name: string): name is CollectionName {
  return Object.hasOwn(collections, name)
}

/** Whether a collection comes from the ERP. */
export function isPulled(name: CollectionName): name is PulledCollection {
  return 'erp' in collections[name]
}

/** Whether a collection is one of accounts. */
export function isPeople(name: CollectionName): name is PeopleCollection {
  return name === 'admins' || name === 'wmsAiUsers'
}

/** The declaration of a collection, without its own record type. */
export function collectionOf(name: CollectionName): Collection {
  return collections[name]
}

function collection<R, const D extends Omit<Collection<R>, 'record'>>(
  declaration: D & { readonly record: z.ZodMiniType<R> },
): D & { readonly record: z.ZodMiniType<R> } {
  return declaration
}
