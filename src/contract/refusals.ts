/** What our own server answers when it refuses a request that no form has rejected before (decisions/server/access.md). */
import { ERP_NAME } from '#contract/constants.ts'

export const refusals = {
  noSession: 'Could not validate credentials',
  secondFactorNeeded: 'A second factor is needed.',
  notPermitted: 'Not permitted.',
  rightsNotPermitted: 'Only a super admin may change features or the super admin role.',
  lastSuperAdminDeleted: 'The last super admin cannot be deleted.',
  lastSuperAdminDemoted: 'The last super admin must stay one. Make another admin one first.',
  registrationClosed: 'Registration is closed. Ask a super admin to create your account.',
  secondFactorMissing: 'Two-factor authentication is not set up yet.',
  presentCodeNeeded: 'A present code of your authenticator is needed to replace it.',
  changedMeanwhile:
    'Somebody else has changed this account since you opened it. Nothing of yours is saved.',
  adminMissing: 'Admin not found',
  userMissing: 'User not found',
  mobileSignIn: 'Invalid user id or password',
  clientIdTaken: 'This client_id stands for another record. A new record needs a new one.',
  tooDeep: 'The body is nested too deeply.',
  bookingMissing: `This record is not booked from here: it did not come from the mobile app, or ${ERP_NAME} does not book its kind.`,
  bookingUnderWay: 'This record is being booked at this moment. Please refresh in a moment.',
  foreignOrigin: 'Calls from this origin are not permitted.',
  partUnknown: "A part of a list is either 'first' or 'range'.",
  partRepeated: "A part of a list is asked for with one 'part', one 'from' and at most one 'to'.",
  rangeWithoutFrom: "A range of a list needs 'from', the key at which it starts.",
  rangeEmpty: "A range of a list must end behind its start: 'to' must come after 'from'.",
  noPull: (area: string) => `No sync of ${area} is under way.`,
  erpPlacesTaken: `Pulls and bookings keep ${ERP_NAME} busy at this moment. Please test again in a minute.`,
  busy: 'The server is busy. Please try again in a few moments.',
  unavailable: 'The service is temporarily unavailable.',
  diskFull:
    'The disk of the server is full, so nothing can be saved at the moment. What was saved before is safe.',
  databaseUrlForm:
    'Database URL must look like postgres://user:password@host/name, without other parameters than sslmode.',
  databaseUnreachable: 'The database did not accept a connection. Please check the Database URL.',
  /** The database answered, but the next start could not use it. */
  databaseUnfit: {
    old: 'The Database URL leads to a server that is too old. Postgres 15 or newer is needed.',
    'read-only': 'The Database URL leads to a database that is read-only.',
    'not-utf8': 'The Database URL leads to a database that is not encoded in UTF-8.',
    'no-tables': 'The user of the Database URL may not create tables in that database.',
    foreign: 'The Database URL leads to a database that another program uses.',
    'not-owned':
      'The tables in that database belong to another user than that of the Database URL.',
  },
  /** @param waitMs until the next attempt is accepted */
  throttled: (waitMs: number) => {
    const minutes = Math.ceil(waitMs / 60_000)
    return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  },
} as const
