/** The texts of exceptions: what each cause means, and what to do first. */
import type { CauseCode, Fixer } from '#contract/causes/causes.ts'
import { ERP_NAME } from '#contract/constants.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { CaseState, ExceptionKind, ResolvedHow } from '#contract/records/exceptions.ts'

/** A cause in words. */
export interface CauseText {
  /** In a few words, as a heading. */
  readonly title: string
  /** What it means, in one sentence. */
  readonly means: string
  /** What must happen before trying again helps. */
  readonly first: string
}

const AGAIN = 'Record it again on the floor, then resolve this one.'
const BY_ITSELF = 'Nothing: it is tried again automatically.'

const causeTexts = {
  'bin-inactive': {
    title: `The bin is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes in an inactive bin.`,
    first: `Activate the bin in ${ERP_NAME}, then try again.`,
  },
  'item-inactive': {
    title: `The item is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes of an inactive item.`,
    first: `Activate the item in ${ERP_NAME}, then try again.`,
  },
  'location-inactive': {
    title: `The location is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes in an inactive location.`,
    first: `Activate the location in ${ERP_NAME}, then try again.`,
  },
  'bin-unknown': {
    title: 'The bin is unknown',
    means: `The bin isn't in the data from ${ERP_NAME}, or was deleted there.`,
    first: 'Sync bins, then try again. If it stays unknown, create the bin.',
  },
  'item-unknown': {
    title: 'The item is unknown',
    means: `The item isn't in the data from ${ERP_NAME}, or was deleted there.`,
    first: 'Sync items, then try again. If it stays unknown, create the item.',
  },
  'location-missing': {
    title: 'The location is unknown',
    means: `The location isn't in the data from ${ERP_NAME}, or doesn't fit the record.`,
    first:
      'Sync locations, then try again. If the mobile user has a wrong location, correct that and record it again on the floor.',
  },
  ambiguous: {
    title: 'The name is not unique',
    means: 'Several items, bins or locations have the name in the record.',
    first: `Rename all but one in ${ERP_NAME} and sync, then try again.`,
  },
  'bin-elsewhere': {
    title: 'The bin belongs to another location',
    means: 'The bin exists, but not in the location of the record.',
    first:
      'Sync bins, then try again. If the mobile user has a wrong location, correct that and record it again on the floor.',
  },
  incomplete: {
    title: 'The record is incomplete',
    means: `The record lacks something that ${ERP_NAME} needs, such as an item, a bin or a quantity.`,
    first: AGAIN,
  },
  'lot-missing': {
    title: 'A lot, serial number or status is missing',
    means: 'The item is tracked by lot, serial number or status, and the record names none.',
    first: `Book it by hand in ${ERP_NAME}, then resolve this one.`,
  },
  'lines-disagree': {
    title: "The quantities don't add up",
    means: "The quantities of the bins or lots don't add up to the quantity of the line.",
    first: AGAIN,
  },
  'negative-stock': {
    title: 'The stock would become negative',
    means: `${ERP_NAME} has less stock in the bin than the record takes out.`,
    first: `Count the bin and correct its stock in ${ERP_NAME}, then try again.`,
  },
  'period-closed': {
    title: 'The accounting period is closed',
    means: `${ERP_NAME} doesn't book into a closed period.`,
    first: 'Ask accounting to open the period, then try again.',
  },
  account: {
    title: 'The adjustment account is missing or wrong',
    means: `${ERP_NAME} needs an account to book adjustments to.`,
    first: "Correct the adjustment account in this server's settings, then try again.",
  },
  permission: {
    title: 'A permission is missing',
    means: `The role of the access token may not do this in ${ERP_NAME}.`,
    first: `Give the role the permission in ${ERP_NAME}, then try again.`,
  },
  login: {
    title: `${ERP_NAME} refused the login`,
    means: "The keys, the token or the server's clock are wrong.",
    first: 'Test the connection in ERP Setup, then try again.',
  },
  settings: {
    title: 'The connection is not set up correctly',
    means: `A setting for ${ERP_NAME} is missing or wrong.`,
    first: 'Correct it in ERP Setup, then try again.',
  },
  busy: {
    title: `${ERP_NAME} is busy`,
    means: 'Too many requests ran at the same time.',
    first: BY_ITSELF,
  },
  'locked-by-workflow': {
    title: `Locked in ${ERP_NAME}`,
    means: `A workflow or another user has locked the record in ${ERP_NAME}.`,
    first: `Release the lock in ${ERP_NAME}, then try again.`,
  },
  changed: {
    title: `Changed in ${ERP_NAME} at the same moment`,
    means: 'Someone else changed the same data while it was being booked.',
    first: 'Nothing: try again.',
  },
  duplicate: {
    title: `${ERP_NAME} has it already`,
    means: `${ERP_NAME} already has a record with this number.`,
    first: `Check the record in ${ERP_NAME}, then resolve this one.`,
  },
  unconfirmed: {
    title: 'It may have been booked already',
    means: `The record was sent to ${ERP_NAME}, but no answer says whether it was booked.`,
    first: `Look for it in ${ERP_NAME}. If it is there, resolve this one; otherwise put the reason right, then try again.`,
  },
  gone: {
    title: 'It refers to something that was deleted',
    means: `The record names an item, bin or location that no longer exists in ${ERP_NAME}.`,
    first: 'Sync items, bins and locations, then try again.',
  },
  'field-invalid': {
    title: `${ERP_NAME} doesn't accept a field`,
    means: `A value of the record doesn't fit the field in ${ERP_NAME}.`,
    first: `Check the field and its form in ${ERP_NAME}, then try again.`,
  },
  'erp-down': {
    title: `${ERP_NAME} had a problem of its own`,
    means: `${ERP_NAME} or the way to it failed.`,
    first: BY_ITSELF,
  },
  'no-answer': {
    title: `${ERP_NAME} doesn't answer`,
    means: `The record was sent or waits to be sent, and ${ERP_NAME} has not answered.`,
    first: BY_ITSELF,
  },
  stopped: {
    title: 'The sync was stopped',
    means: 'A person or a restart of the server ended it early.',
    first: 'Sync again.',
  },
  server: {
    title: 'This server had a problem',
    means: 'The server failed before the answer was known. Its log says more.',
    first: "Ask the operator to check the server's log, then try again.",
  },
  'refused-row': {
    title: 'A sync left rows out',
    means: `Some rows from ${ERP_NAME} couldn't be read and kept their old values.`,
    first: `Correct the rows in ${ERP_NAME}, then sync again.`,
  },
  balance: {
    title: "Booked, but the balance doesn't match",
    means: `${ERP_NAME} accepted the record, but its balance is another one.`,
    first: 'Count the bin again.',
  },
} as const satisfies Readonly<Record<CauseCode, CauseText>>

const kinds = {
  refused: `Refused by ${ERP_NAME}`,
  unanswered: 'Unanswered',
  sync: 'Sync',
} as const satisfies Readonly<Record<ExceptionKind, string>>

const fixers = {
  floor: 'Whoever recorded it',
  'super-admin': 'A super admin',
  'erp-admin': `A ${ERP_NAME} administrator`,
} as const satisfies Readonly<Record<Fixer, string>>

const states = {
  new: 'New',
  acknowledged: 'Acknowledged',
  resolved: 'Resolved',
} as const satisfies Readonly<Record<CaseState, string>>

const resolvedHow = {
  booked: recordTexts.bookedAgain,
  'booked-by-hand': `Booked by hand in ${ERP_NAME}`,
  'not-needed': 'Not needed',
  'wrong-record': 'Wrong record',
} as const satisfies Readonly<Record<ResolvedHow, string>>

export const exceptionTexts = {
  causes: causeTexts,
  kinds,
  fixers,
  states,
  resolvedHow,
  /** The first line of a cause that was not recognised. */
  unrecognised: {
    title: `What ${ERP_NAME} wrote`,
    means: `${ERP_NAME} gave a reason that this console doesn't know.`,
    first: 'Read the reason, put it right, then try again.',
  },
} as const
