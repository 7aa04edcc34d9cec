/** What the device stores: one record per collection and admin, with parts for long lists. */
import type { ListName } from '#contract/lists.ts'
import type { Sealed } from '#console/data/device/sealing.ts'

/** The version of the record format; records of other versions are not read. */
export const RECORD_FORMAT = 4

/** Text is stored unencrypted only if the server gives no key. */
export type Content = Sealed | string

/** The bytes of a part (`part-format.ts`), unencrypted only if the server gives no key. */
export type PartContent = Sealed | Uint8Array<ArrayBuffer>

/** The record of the cases, which are no list. */
export const CASES_RECORD = 'exceptionCases'

/** What is stored beside the collections: the things that the person opened lately, and the cases. */
export type OtherRecord = 'recent' | typeof CASES_RECORD

/** A collection as stored on the device, or a record beside them. */
export interface DeviceRecord {
  readonly id: string
  readonly format: number
  readonly owner: string
  readonly collection: ListName | OtherRecord
  readonly fetchedAt: number
  /** Identifies the stored rows, in this record and its parts. */
  readonly version: string
  /**
   * Only the first rows of a longer list are stored: the others have not arrived yet, or there was
   * no space for them.
   */
  readonly isFirstOnly?: true
  readonly content: Content
}

/**
 * Rows of a collection, stored apart from its record, which is rewritten at every refresh. Pieces of a long list are
 * read in the order of their numbers; the rows of its head have a number before them.
 */
export interface DevicePart {
  readonly of: string
  readonly number: number
  readonly owner: string
  readonly content: PartContent
}

/** The number of the part with the rows of the head. */
export const HEAD_PART = -1

/** The id of a record. */
export function recordId(owner: string, collection: ListName | OtherRecord): string {
  return `${owner}|${collection}`
}
