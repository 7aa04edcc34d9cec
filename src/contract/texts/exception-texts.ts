/** The texts of exceptions: what each cause means, and what to do first. */
import type { CauseCode, Fixer } from '#contract/causes/causes.ts'
import { ERP_NAME } from '#contract/constants.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import type { CaseState, ExceptionKind, ResolvedHow } from '#contract/records/exceptions.ts'

/**
 * How an exception is put right: its record is booked from here, or is not, or it is a sync. Elsewhere another server
 * has the record, and whether that tries again is not known.
 */
export type Handling = 'booked' | 'recorded' | 'synced' | 'elsewhere'

/** A cause in words. */
export interface CauseText {
  /** In a few words, as a heading. */
  readonly title: string
  /** What it means, in one sentence. */
  readonly means: string
  /** What to do; empty where there is nothing to advise. */
  readonly first: Readonly<Record<Handling, string>>
}

/** What must be put right, then what follows. @param rest another sentence */
function after(fix: string, rest = ''): CauseText['first'] {
  return {
    booked: `${fix}, then try again.${rest}`,
    recorded: `${fix}, then record it again or resolve it.${rest}`,
    synced: `${fix}, then sync again.${rest}`,
    elsewhere: `${fix}.${rest}`,
  }
}

/** The same for all. @param elsewhere where nothing can be resolved */
function always(words: string, elsewhere = words): CauseText['first'] {
  return { booked: words, recorded: words, synced: words, elsewhere }
}

/** Something to do by hand; only our server can resolve. */
function thenResolve(work: string): CauseText['first'] {
  return always(`${work}, then resolve this one.`, `${work}.`)
}

const AGAIN = thenResolve('Record it again on the floor')
const SYNC_AGAIN = 'Sync again.'
const PASSES = {
  recorded: 'Record it again or resolve it.',
  synced: SYNC_AGAIN,
  elsewhere: '',
} as const
const BY_ITSELF = { ...PASSES, booked: 'Nothing to do: it is tried again automatically.' } as const
const TRY_AGAIN = 'Try again.'
const SYNC_BINS = 'Sync bins'
const STILL_UNKNOWN = ` If it is still unknown, create it in ${ERP_NAME}.`
const WRONG_LOCATION =
  ' If the mobile user has a wrong location, correct that and record it again on the floor.'

const causeTexts = {
  'bin-inactive': {
    title: `The bin is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes in an inactive bin.`,
    first: after(`Activate the bin in ${ERP_NAME}`),
  },
  'item-inactive': {
    title: `The item is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes for an inactive item.`,
    first: after(`Activate the item in ${ERP_NAME}`),
  },
  'location-inactive': {
    title: `The location is inactive in ${ERP_NAME}`,
    means: `${ERP_NAME} doesn't accept stock changes in an inactive location.`,
    first: after(`Activate the location in ${ERP_NAME}`),
  },
  'bin-unknown': {
    title: 'The bin is unknown',
    means: `The bin isn't in the data from ${ERP_NAME}, or was deleted there.`,
    first: after(SYNC_BINS, STILL_UNKNOWN),
  },
  'item-unknown': {
    title: 'The item is unknown',
    means: `The item isn't in the data from ${ERP_NAME}, or was deleted there.`,
    first: after('Sync items', STILL_UNKNOWN),
  },
  'location-missing': {
    title: 'The location is unknown',
    means: `The location isn't in the data from ${ERP_NAME}, or doesn't fit the record.`,
    first: after('Sync locations', WRONG_LOCATION),
  },
  ambiguous: {
    title: 'The name is not unique',
    means: 'Several items, bins or locations have the name in the record.',
    first: after(`Rename all but one in ${ERP_NAME} and sync`),
  },
  'bin-elsewhere': {
    title: 'The bin belongs to another location',
    means: 'The bin exists, but not in the location of the record.',
    first: after(SYNC_BINS, WRONG_LOCATION),
  },
  incomplete: {
    title: 'The record is incomplete',
    means: `The record lacks something that ${ERP_NAME} needs, such as an item, a bin or a quantity.`,
    first: AGAIN,
  },
  'lot-missing': {
    title: 'A lot, serial number or status is missing',
    means: 'The item is tracked by lot, serial number or status, and the record names none.',
    first: thenResolve(`Book it by hand in ${ERP_NAME}`),
  },
  'lines-disagree': {
    title: "The quantities don't add up",
    means: "The quantities of the bins or lots don't add up to the quantity of the line.",
    first: AGAIN,
  },
  'negative-stock': {
    title: 'The stock would become negative',
    means: `${ERP_NAME} has less stock in the bin than the record takes out.`,
    first: after(`Count the bin and correct its stock in ${ERP_NAME}`),
  },
  'period-closed': {
    title: 'The accounting period is closed',
    means: `${ERP_NAME} doesn't book into a closed period.`,
    first: after('Ask accounting to open the period'),
  },
  account: {
    title: 'The adjustment account is missing or wrong',
    means: `${ERP_NAME} needs an account to book adjustments to.`,
    first: after("Correct the adjustment account in this server's settings"),
  },
  permission: {
    title: 'A permission is missing',
    means: `The role of the access token may not do this in ${ERP_NAME}.`,
    first: after(`Give the role the permission in ${ERP_NAME}`),
  },
  login: {
    title: `${ERP_NAME} refused the login`,
    means: "The keys, the token or the server's clock are wrong.",
    first: after('Test the connection in ERP Setup'),
  },
  settings: {
    title: 'The connection is not set up correctly',
    means: `A setting for ${ERP_NAME} is missing or wrong.`,
    first: after('Correct it in ERP Setup'),
  },
  busy: {
    title: `${ERP_NAME} is busy`,
    means: 'Too many requests ran at the same time.',
    first: BY_ITSELF,
  },
  'locked-by-workflow': {
    title: `Locked in ${ERP_NAME}`,
    means: `A workflow or another user has locked the record in ${ERP_NAME}.`,
    first: after(`Release the lock in ${ERP_NAME}`),
  },
  changed: {
    title: `Changed in ${ERP_NAME} at the same moment`,
    means: 'Someone else changed the same data while it was being booked.',
    first: { ...PASSES, booked: TRY_AGAIN },
  },
  duplicate: {
    title: `${ERP_NAME} has it already`,
    means: `${ERP_NAME} already has a record with this number.`,
    first: thenResolve(`Check the record in ${ERP_NAME}`),
  },
  unconfirmed: {
    title: 'It may have been booked already',
    means: `The record was sent to ${ERP_NAME}, but no answer says whether it was booked.`,
    first: {
      ...after(
        `Look for it in ${ERP_NAME}. If it is there, resolve this one; otherwise fix the cause`,
      ),
      elsewhere: `Look for it in ${ERP_NAME}.`,
    },
  },
  gone: {
    title: 'It refers to something that was deleted',
    means: `The record names an item, bin or location that no longer exists in ${ERP_NAME}.`,
    first: after('Sync items, bins and locations'),
  },
  'field-invalid': {
    title: `${ERP_NAME} doesn't accept a field`,
    means: `A value of the record doesn't fit the field in ${ERP_NAME}.`,
    first: after(`Check the field and its form in ${ERP_NAME}`),
  },
  'erp-down': {
    title: `${ERP_NAME} had an internal error`,
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
    first: always(SYNC_AGAIN),
  },
  server: {
    title: 'This server had a problem',
    means: 'The server failed before the answer was known. Its log says more.',
    first: after("Ask the operator to check the server's log"),
  },
  'refused-row': {
    title: 'A sync left rows out',
    means: `Some rows from ${ERP_NAME} couldn't be read and kept their old values.`,
    first: always(`Correct the rows in ${ERP_NAME}, then sync again.`),
  },
  balance: {
    title: "Booked, but the balance doesn't match",
    means: `${ERP_NAME} accepted the record, but its balance is different.`,
    first: always('Count the bin again.'),
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
  tryAgain: TRY_AGAIN,
  kinds,
  fixers,
  states,
  resolvedHow,
  /** With NetSuite's number of the record that was booked by hand. */
  resolvedAs: (how: string, number: string) => `${how} (${number})`,
  /** The first line of a cause that was not recognised. */
  unrecognised: {
    title: `What ${ERP_NAME} wrote`,
    means: `${ERP_NAME} gave a reason that this console doesn't know.`,
    first: after('Read the reason and fix it'),
  },
} as const
