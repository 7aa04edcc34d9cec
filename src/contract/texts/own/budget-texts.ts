/** The texts of the account's budget in the sync centre. */
import { ERP_NAME } from '#contract/constants.ts'
import type { BOOKING_WAITS } from '#contract/sync/budget.ts'

const WAITS: Record<(typeof BOOKING_WAITS)[number], string> = {
  turn: 'in line',
  account: `for ${ERP_NAME} to answer`,
  permission: `for a permission in ${ERP_NAME}`,
  period: 'for an open accounting period',
  sync: 'for a sync of items, bins or locations',
}

export const budgetTexts = {
  title: `Requests to ${ERP_NAME}`,
  now: 'Now',
  inFlight: (inFlight: number, atOnce: number) =>
    `${number(inFlight)} of ${number(atOnce)} at once`,
  waiting: (waiting: number) => `${number(waiting)} waiting`,
  lastHour: 'Last hour',
  sent: (sent: number) => `${number(sent)} ${sent === 1 ? 'request' : 'requests'}`,
  refused: (refused: number) => `${number(refused)} refused as too many at once`,
  nextSync: 'Next scheduled sync',
  noSchedule: 'None. Lists are synced when somebody asks.',
  toBook: 'To be booked',
  nothingToBook: 'Nothing is waiting.',
  waits: (records: number, what: keyof typeof WAITS, since: string) =>
    `${number(records)} ${records === 1 ? 'record waits' : 'records wait'} ${WAITS[what]} (the first came ${since}).`,
  paused: (until: string) => `Bookings pause until ${until}.`,
  first: 'Bookings are sent before the pages of a sync.',
  shared:
    'Requests are those of the server process that answered; others may use the same account.',
} as const

function number(value: number): string {
  return value.toLocaleString('en')
}
