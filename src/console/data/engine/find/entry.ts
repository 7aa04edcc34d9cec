/** What can be found: one entry for a thing, with the texts that lead to it. */
import type { CollectionName } from '#contract/collections.ts'

/** The lists whose things are found. Stock is found through its item. */
export type FoundList = Exclude<CollectionName, 'inventory'>

/** In the order in which things that fit equally well are shown. */
export const FOUND_LISTS: readonly FoundList[] = [
  'items',
  'bins',
  'locations',
  'salesOrders',
  'inboundShipments',
  'binCountRecords',
  'binAdjustmentRecords',
  'binTransfer',
  'inboundDataRecords',
  'admins',
  'wmsAiUsers',
]

/** What a line about a thing shows, and how it is opened. */
export interface Shown {
  /** What the address of its details names. */
  readonly open: string
  readonly name: string
  readonly number: string
  readonly where: string
}

/** Between the texts that say where a thing is. */
export const WHERE_JOINT = ' · '

export interface Entry extends Shown {
  /** Codes that labels carry: product numbers, containers. */
  readonly codes: readonly string[]
  /** Numbers and names by which people know it. */
  readonly names: readonly string[]
  /** Ids of the ERP and of the server. */
  readonly ids: readonly string[]
  /** Other texts: its location, its customer. */
  readonly words: readonly string[]
}

/**
 * The kind of text in which a search was found. Each text of an index begins with one of these
 * characters, which no folded text contains.
 */
export const ROLES = { codes: '\u0001', names: '\u0002', ids: '\u0003', words: '\u0004' } as const
export const CODE = 1
export const WORDS = 4

/** How well a thing fits a search, best first. */
export const RANK = {
  code: 1,
  exact: 2,
  prefix: 3,
  word: 4,
  inside: 5,
} as const
export type Rank = (typeof RANK)[keyof typeof RANK]
