/** Says that ERP Setup was saved, and, where our server says so, that it reads the account now. */
import { erpSetupTexts } from '#contract/texts/erp-setup-texts.ts'
import { readAgainTexts } from '#contract/texts/own/read-again-texts.ts'
import { notifyOutcome } from '#console/ui/notify.tsx'

/** @param reply the body of the answer, whatever another server sends */
export function notifySaved(reply: unknown): void {
  const isReading =
    typeof reply === 'object' && reply !== null && Reflect.get(reply, 'reading') === true
  notifyOutcome([], [erpSetupTexts.erpSaved, ...(isReading ? [readAgainTexts.begun] : [])])
}
