/** What our own server answers when it refuses a request that no form has rejected before (decisions/server/access.md). */
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
  viewReaderMissing: (name: string) => `There is no admin ${name}.`,
  tooManyViews: (most: number) => `You have ${String(most)} views. Delete one first.`,
  preferenceUnknown: 'There is no such preference.',
  preferenceEmpty: 'A preference needs a value.',
  preferenceTooLarge: 'This preference is too large.',
  tooManyPreferences: 'There are too many preferences.',
  tooDeep: 'The body is nested too deeply.',
  bookingMissing: `This record can't be retried here: it didn't come from the mobile app, or ${ERP_NAME} doesn't book this kind of record.`,
  nothingToRetry: `None of these records can be retried here: they are booked, or ${ERP_NAME} doesn't book this kind of record.`,
  caseMissing: 'There is no such exception, or you may not see it.',
  retryMissing: 'There is no such retry.',
  bookingUnderWay: 'Posting now. Refresh shortly.',
  foreignOrigin: 'Calls from this origin are not permitted.',
  partUnknown: "A part of a list is either 'first' or 'range'.",
  partRepeated: "A part of a list is asked for with one 'part', one 'from' and at most one 'to'.",
  rangeWithoutFrom: "A range of a list needs 'from', the key at which it starts.",
  rangeEmpty: "A range of a list must end after its start: 'to' must come after 'from'.",
  noPull: (area: string) => `No sync of ${area} is under way.`,
  erpPlacesTaken: `${ERP_NAME} is busy with other syncs. Test again in a minute.`,
  busy: 'The server is busy. Please try again in a few moments.',
  unavailable: 'The service is temporarily unavailable.',
  diskFull: "The server's disk is full, so nothing can be saved right now. Saved data is safe.",
  databaseUrlForm:
    'Database URL must look like postgres://user:password@host/name. The only parameter allowed is sslmode.',
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
  /** @param waitMs until the next attempt is accepted */
  throttled: (waitMs: number) => {
    const minutes = Math.ceil(waitMs / 60_000)
    return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  },
} as const
