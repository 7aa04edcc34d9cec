/**
 * The registry of side lists: what is list-like and not one of the twelve collections. They use the same
 * machinery (sequence, epoch, delta, 304, encrypted copy), and only where the server offers them. They have
 * no screen, card or count of their own (decisions/server/bin-stock.md).
 */
import type { z } from 'zod/mini'
import type { FeatureAccess } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { ERP_SLUG, OLD_AFTER_MS, OLD_ERP_AFTER_MS } from '#contract/constants.ts'
import type { Offer } from '#contract/offers.ts'
import { BinStockRow } from '#contract/records/bin-stock.ts'

/** One side list: its name, its source and who may see it. */
export interface SideList<R = Row> {
  readonly record: z.ZodMiniType<R>
  /** The call that lists it. */
  readonly path: string
  /** The call is made only if the server offers this. */
  readonly offer: Offer
  /** Its name in the sync centre. */
  readonly title: string
  /** Its name inside sentences: 'Failed to load {area}'. */
  readonly area: string
  readonly access: FeatureAccess
  /** The fields that tell one stored row from another. The first one is never missing. */
  readonly key: readonly string[]
  /** Those of them that a row may lack. */
  readonly optionalKey: readonly string[]
  /** The call that pulls it from the ERP, and the age from which its rows are marked as old, in ms. */
  readonly erp: { readonly path: string; readonly oldAfterMs: number }
  readonly refresh: 'shared'
  readonly oldAfterMs: number
}

export const sideLists = {
  /** Stock by bin, lot and status, from NetSuite's `inventorybalance`. */
  binStock: sideList({
    record: BinStockRow,
    path: '/bin-stock',
    offer: 'bin-stock',
    title: 'Stock by Bin',
    area: 'stock by bin',
    access: { feature: 'inventory' },
    key: ['item_id', 'location_id', 'bin_id', 'inventory_number_id', 'status_id'],
    optionalKey: ['bin_id', 'inventory_number_id', 'status_id'],
    erp: { path: `/${ERP_SLUG}/bin-stock`, oldAfterMs: OLD_ERP_AFTER_MS.floor },
    refresh: 'shared',
    oldAfterMs: OLD_AFTER_MS.floor,
  }),
} as const

export type SideListName = keyof typeof sideLists
export type SideRowOf<N extends SideListName> = z.infer<(typeof sideLists)[N]['record']>

export const sideListNames = Object.keys(sideLists) as SideListName[]

/** Whether a name is one of a side list. */
export function isSideListName(name: string): name is SideListName {
  return Object.hasOwn(sideLists, name)
}

/** The declaration of a side list, without its own record type. */
export function sideListOf(name: SideListName): SideList {
  return sideLists[name]
}

function sideList<R, const D extends Omit<SideList<R>, 'record'>>(
  declaration: D & { readonly record: z.ZodMiniType<R> },
): D & { readonly record: z.ZodMiniType<R> } {
  return declaration
}
