/** What the server stores with a record about its booking, besides NetSuite's own words (decisions/server/bookings.md). */
import { asObject } from '#contract/causes/own-answer.ts'
import type { Row } from '#contract/collections.ts'
import { ERP_NAME } from '#contract/constants.ts'

/** How the state of a booking ends that is tried again by itself. */
const RETRIES = {
  automatic: 'Retrying automatically.',
  afterSync: 'Retrying after the next sync.',
} as const

export interface BookingState {
  /** Whether and when the server tries again by itself; null if it waits for a person. */
  readonly retry: keyof typeof RETRIES | null
  /** Whether NetSuite may have booked it all the same. */
  readonly mayBeBooked: boolean
}

const NOT_BOOKED = `Not booked in ${ERP_NAME}`
const PERHAPS_BOOKED = `May already be booked in ${ERP_NAME}. Check ${ERP_NAME} before booking it by hand.`

/** The state of a booking that failed, as its report shows it. */
export function bookingState({ retry, mayBeBooked }: BookingState): string {
  if (retry === null) return mayBeBooked ? PERHAPS_BOOKED : NOT_BOOKED
  const state = mayBeBooked
    ? `May already be booked in ${ERP_NAME}.`
    : `Not booked in ${ERP_NAME} yet.`
  return `${state} ${RETRIES[retry]}`
}

const SENT_BEFORE =
  `The record was sent to ${ERP_NAME} before and may have been booked. Check in ${ERP_NAME} before you book it by hand. ` +
  'The last attempt failed: '

/** The sentence of a record that NetSuite may have booked at an earlier attempt, whose answer was lost. */
export function sentBefore(reason: string): string {
  return reason.startsWith(SENT_BEFORE) ? reason : SENT_BEFORE + reason
}

/** Whether the answer in a record says that its booking is tried again by itself. */
export function announcesRetry(row: Row): boolean {
  const message = responseOf(row)?.['message']
  return (
    typeof message === 'string' && Object.values(RETRIES).some((ending) => message.endsWith(ending))
  )
}

/** Whether the answer in a record says that its booking is left to a person. */
export function isLeftToPerson(row: Row): boolean {
  const message = responseOf(row)?.['message']
  return message === NOT_BOOKED || message === PERHAPS_BOOKED
}

/**
 * A record whose booking is no longer tried again by itself, because a person has resolved it.
 * @returns null if its answer says that already
 */
export function withoutRetry(row: Row, mayBeBooked: boolean): Row | null {
  const response = responseOf(row)
  const isUntold = mayBeBooked && response?.['message'] === NOT_BOOKED
  if (!response || !(announcesRetry(row) || isUntold)) return null
  const acknowledgment = asObject(response['netsuite_acknowledgment'])
  const reason = acknowledgment?.['message']
  const isTold = mayBeBooked && typeof reason === 'string'
  return {
    ...row,
    netsuite_response: {
      ...response,
      message: bookingState({ retry: null, mayBeBooked }),
      ...(isTold && {
        netsuite_acknowledgment: { ...acknowledgment, message: sentBefore(reason) },
      }),
    },
  }
}

function responseOf(row: Row): Row | null {
  return asObject(row['netsuite_response'])
}
