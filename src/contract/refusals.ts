/**
 * What our own server answers when it refuses a request that no form has rejected before (decisions/server/access.md).
 * The name of a sentence is its code for other languages (`own/refusal-codes.ts`).
 */
import { ERP_NAME } from '#contract/constants.ts'

export const refusals = {
  noSession: 'Could not validate credentials',
  secondFactorNeeded: 'A second factor is needed.',
  notPermitted: 'Not permitted.',
  rightsNotPermitted: 'Only a super admin may change features or the super admin role.',
  lastSuperAdminDeleted: "The last super admin can't be deleted.",
  lastSuperAdminDemoted: 'Make someone else super admin first.',
  registrationClosed: 'Registration is closed. Ask a super admin to create your account.',
  secondFactorMissing: 'Two-factor authentication is not set up yet.',
  stepUpNeeded: 'Confirm that it is you.',
  recoveryCodeWrong: "This recovery code isn't valid, or it was used before.",
  proofWrong: "That didn't match. Please try again.",
  ownReset: "You can't reset your own second factor. Ask another super admin.",
  noPasskeys: "This server's address can't have passkeys.",
  passkeyWrong: "This passkey couldn't be used. Sign in another way.",
  passkeyNotAdded: "The passkey couldn't be added. Please try again.",
  passkeyKnown: 'This passkey is added already.',
  passkeyMissing: 'This passkey is gone.',
  tooManyPasskeys: 'You have too many passkeys. Remove one first.',
  sessionMissing: 'This session has ended.',
  presentCodeNeeded: 'Enter a current authenticator code to replace it.',
  changedMeanwhile:
    "Someone else changed this account since you opened it. Your changes weren't saved.",
  adminMissing: 'Admin not found',
  userMissing: 'User not found',
  mobileSignIn: 'Invalid user id or password',
  clientIdTaken: 'This client_id belongs to another record. Use a new one for a new record.',
  viewMissing: 'This view is gone, or it is not shared with you.',
  viewListMissing: 'There is no such list.',
  viewChanged: 'This view was changed since you opened it. Nothing was saved.',
  viewNameTaken: 'You already have a view with this name.',
  viewTooLarge: 'This view is too large. Use fewer filters.',
  viewNotShared: 'Share this view with everyone first.',
  viewReaderMissing: ({ name }: { readonly name: string }) => `There is no admin ${name}.`,
  tooManyViews: ({ most }: { readonly most: number }) =>
    `You have ${String(most)} views. Delete one first.`,
  preferenceUnknown: 'There is no such preference.',
  preferenceEmpty: 'A preference needs a value.',
  preferenceTooLarge: 'This preference is too large.',
  tooManyPreferences: 'There are too many preferences.',
  tooDeep: 'The body is nested too deeply.',
  bookingMissing: `This record can't be tried again here: it didn't come from the mobile app, or ${ERP_NAME} doesn't book this kind of record.`,
  nothingToRetry: `None of these records can be tried again here: they are booked, resolved by hand, or ${ERP_NAME} doesn't book this kind of record.`,
  notSentFromHere: `These records weren't sent by this server, so it can't send them again. Book them in ${ERP_NAME}, then resolve them.`,
  caseMissing: 'There is no such exception, or you may not see it.',
  retryMissing: 'There is no such retry.',
  resolvedByHand: 'This record was resolved by hand. Reopen its exception first.',
  bookingUnderWay: 'Posting now. Refresh shortly.',
  foreignOrigin: 'Calls from this origin are not permitted.',
  partUnknown: "A part of a list is either 'first' or 'range'.",
  partRepeated: "A part of a list is asked for with one 'part', one 'from' and at most one 'to'.",
  rangeWithoutFrom: "A range of a list needs 'from', the key at which it starts.",
  rangeEmpty: "A range of a list must end after its start: 'to' must come after 'from'.",
  /** `list` is the name of the list in the contract, which other languages need instead of the English words. */
  noPull: ({ area }: { readonly area: string; readonly list: string }) =>
    `No sync of ${area} is under way.`,
  erpPlacesTaken: `${ERP_NAME} is busy with other syncs. Test again in a minute.`,
  busy: 'The server is busy. Please try again in a few moments.',
  unavailable: 'The service is temporarily unavailable.',
  diskFull: "The server's disk is full, so nothing can be saved right now. Saved data is safe.",
  databaseUrlForm:
    'Database URL must look like postgres://user:password@host/name. Allowed parameters: sslmode, application_name, connect_timeout.',
  databaseUnreachable: "Couldn't connect to the database. Check the Database URL.",
  /** The database answered, but the next start could not use it. */
  databaseUnfit: {
    old: 'The Database URL points to a server that is too old. Postgres 15 or newer is required.',
    'read-only': 'The Database URL points to a read-only database.',
    'not-utf8': "The Database URL points to a database that isn't encoded in UTF-8.",
    'no-tables': "The user in the Database URL can't create tables in that database.",
    foreign: 'The Database URL points to a database that another program uses.',
    'not-owned':
      'The tables in that database belong to a different user than the one in the Database URL.',
  },
  throttled: ({ minutes }: { readonly minutes: number }) =>
    `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`,
  notFound: 'Not Found',
  methodNotAllowed: 'Method Not Allowed',
  notJson: 'The body is not valid JSON.',
  bodyTooLarge: 'The body is too large.',
  unsupportedMediaType: 'The body is in a format that this server does not accept.',
  mediaTypeExpected: ({ expected }: { readonly expected: string }) =>
    `The body must be sent as ${expected}.`,
  internalError: 'Internal Server Error',
} as const

/** How many minutes a person is told to wait. */
export function minutesOf(waitMs: number): number {
  return Math.ceil(waitMs / 60_000)
}
