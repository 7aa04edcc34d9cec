/** What collections and side lists have in common, for the machinery that keeps both. */
import type { Access, FeatureAccess } from '#contract/access.ts'
import {
  collectionNames,
  collectionOf,
  type CollectionName,
  collections,
  isCollectionName,
  type PulledCollection,
  pulledCollections,
  type RecordOf,
  type Row,
} from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import type { Offer } from '#contract/offers.ts'
import {
  isSideListName,
  type SideListName,
  sideListNames,
  sideListOf,
  type SideRowOf,
} from '#contract/side-lists.ts'

/** One of the twelve collections, or a side list. */
export type ListName = CollectionName | SideListName

/** A list that comes from the ERP. */
export type PulledList = PulledCollection | SideListName

/** A list as the machinery knows it. */
export interface KeptList {
  readonly path: string
  readonly fallbackPath?: string
  /** Where it is set, the list is asked for only if the server offers it. */
  readonly offer?: Offer
  readonly title: string
  readonly area: string
  readonly access: Access
  readonly key: readonly string[]
  readonly erp?: { readonly path: string; readonly oldAfterMs: number }
  readonly refresh: 'shared' | 'live'
  readonly oldAfterMs: number
}

/** A record of a list. */
export type ListRecord<N extends ListName> = N extends CollectionName
  ? RecordOf<N>
  : N extends SideListName
    ? SideRowOf<N>
    : never

/** The lists that come from the ERP, the collections first. */
export const pulledLists: readonly PulledList[] = [...pulledCollections, ...sideListNames]

/** All of them, the collections first. */
export const listNames: readonly ListName[] = [...collectionNames, ...sideListNames]

/** Whether a name is one of a list. */
export function isListName(name: string): name is ListName {
  return isCollectionName(name) || isSideListName(name)
}

/** Whether a list comes from the ERP. */
export function isPulledList(name: string): name is PulledList {
  return pulledLists.some((one) => one === name)
}

/** The declaration of a list. */
export function listOf(name: ListName): KeptList {
  return isSideListName(name) ? sideListOf(name) : collectionOf(name)
}

/** A list that comes from the ERP, as the machinery knows it. */
export interface PulledListFacts extends KeptList {
  readonly access: FeatureAccess
  readonly erp: { readonly path: string; readonly oldAfterMs: number }
}

/** The declaration of a list that comes from the ERP. */
export function pulledListOf(name: PulledList): PulledListFacts {
  return isSideListName(name) ? sideListOf(name) : collections[name]
}

/** The key of a stored row within its list, or null where a part is missing that it must have. */
export function listKey(name: ListName, row: Row): string | null {
  if (!isSideListName(name)) return rowKey(name, row)
  const { key, optionalKey } = sideListOf(name)
  let text = ''
  for (const field of key) {
    const part = row[field]
    const isThere = typeof part === 'number' || (typeof part === 'string' && part !== '')
    if (!isThere && !optionalKey.includes(field)) return null
    const shown = isThere ? String(part) : NO_PART
    text = text === '' ? shown : `${text}|${shown}`
  }
  return text
}

/** Ids are whole numbers, so that this is none. */
const NO_PART = '-'
