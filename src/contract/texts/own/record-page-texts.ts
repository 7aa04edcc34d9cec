/** The texts of the page about one record. */
import { ERP_NAME } from '#contract/constants.ts'

export const recordPageTexts = {
  /** @param what such as 'adjustment 48213' @param when such as 'at 14:32'; empty if unknown */
  booked: (what: string, when: string) => sentence(`${ERP_NAME} booked ${what}`, when),
  refused: (reason: string, when: string) => sentence(`${ERP_NAME} refused this`, when, reason),
  refusedWithoutReason: (when: string) =>
    sentence(`${ERP_NAME} refused this without a reason`, when),
  notAnswered: `${ERP_NAME} has not answered yet.`,
  recorded: (by: string | null, when: string) =>
    sentence(by === null ? 'Recorded' : `Recorded by ${by}`, when),
  at: (time: string) => `at ${time}`,
  on: (day: string) => `on ${day}`,
  adjustment: (id: string) => `adjustment ${id}`,
  transfer: (id: string) => `transfer ${id}`,
  shipment: (id: string) => `shipment ${id}`,
  this: 'this',
  items: 'Items',
  counted: 'Counted',
  change: 'Change',
  moved: 'Moved',
  received: 'Received',
  expected: 'Expected',
  fromBin: 'From',
  toBin: 'To',
  previous: 'Previous',
  next: 'Next',
  place: (nth: number, of: number) => `${nth.toLocaleString('en')} of ${of.toLocaleString('en')}`,
  notInList: 'Not in the filtered list',
  shareLink: 'Share link',
  showAnswer: 'Show raw answer',
  hideAnswer: 'Hide raw answer',
} as const

/** Words, a time if it is known, and what somebody else said, with one full stop. */
function sentence(words: string, when: string, said = ''): string {
  const first = when === '' ? words : `${words} ${when}`
  const whole = said === '' ? first : `${first}: ${said}`
  return /[.!?]$/.test(whole) ? whole : `${whole}.`
}
