/** What the ERP said about a record, and when, in one sentence. */
import { recordPageTexts } from '#contract/texts/own/record-page-texts.ts'
import { clockTime, formatDateTime, timeOf } from '#console/rows/formats.ts'
import { type FloorRecord, reasonOf } from '#console/rows/reports.ts'

/** The sentence: 'NetSuite booked adjustment 48213 at 14:32.' */
export function sentenceOf(record: FloorRecord, now: number): string {
  const { answer, outcome } = record
  const when = whenOf(answer?.operationTime ?? null, now)
  if (outcome === 'none') return recordPageTexts.notAnswered
  if (outcome === 'succeeded') return recordPageTexts.booked(bookingOf(record), when)
  const reason = reasonOf(record)
  return reason === null
    ? recordPageTexts.refusedWithoutReason(when)
    : recordPageTexts.refused(reason, when)
}

/** Who made the record, and when: 'Recorded by picker1 at 14:05.' */
export function recordedOf({ username, created_at }: FloorRecord, now: number): string {
  return recordPageTexts.recorded(username, whenOf(created_at, now))
}

function bookingOf({ answer }: FloorRecord): string {
  const said = answer?.acknowledgment
  if (said?.binTransferId) return recordPageTexts.transfer(String(said.binTransferId))
  if (said?.inventoryAdjustmentId)
    return recordPageTexts.adjustment(String(said.inventoryAdjustmentId))
  return said?.inboundShipmentId
    ? recordPageTexts.shipment(String(said.inboundShipmentId))
    : recordPageTexts.this
}

/** 'at 14:32' today, with the date on another day; empty if the time is unknown. */
function whenOf(moment: string | null, now: number): string {
  const at = timeOf(moment)
  if (at === null) return ''
  const isToday = new Date(at).toDateString() === new Date(now).toDateString()
  return isToday
    ? recordPageTexts.at(clockTime(at, now))
    : recordPageTexts.on(formatDateTime(moment))
}
