/** The names of exceptions and of their causes. */
import { isCauseCode } from '#contract/causes/causes.ts'
import { isPulledList, pulledListOf } from '#contract/lists.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { exceptionScreenTexts } from '#contract/texts/own/exception-screen-texts.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'

const KINDS = {
  binCountRecords: recordTexts.countNamed,
  binAdjustmentRecords: recordTexts.adjustmentNamed,
  binTransfer: recordTexts.transferNamed,
  inboundDataRecords: recordTexts.inboundNamed,
} as const satisfies Record<FloorCollection, string>

/** Whether a collection holds floor records. */
export function isFloor(collection: string): collection is FloorCollection {
  return Object.hasOwn(KINDS, collection)
}

/** The word of a kind of records; of a sync, that it is one. */
export function kindOf(collection: string): string {
  return isFloor(collection) ? KINDS[collection] : exceptionTexts.kinds.sync
}

/** 'Adjustment 2016', or the sync of an area. */
export function exceptionName(collection: string, id: string): string {
  return isPulledList(collection)
    ? exceptionScreenTexts.syncOf(pulledListOf(collection).area)
    : `${kindOf(collection)} ${id}`.trimEnd()
}

/** A cause by one text that stays the same from record to record, for filters in an address. */
export function causeName(cause: string): string {
  return isCauseCode(cause) ? exceptionTexts.causes[cause].title : cause.replace(/^text:/, '')
}
