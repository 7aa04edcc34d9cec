/** What our own server says when it refuses and no form has said it before (decisions.md 4). */

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
  adminMissing: 'Admin not found',
  userMissing: 'User not found',
  foreignOrigin: 'Calls from this origin are not permitted.',
  noPull: (area: string) => `No sync of ${area} is under way.`,
  busy: 'The server is busy. Please try again in a few moments.',
  unavailable: 'The service is temporarily unavailable.',
  databaseUrlForm:
    'Database URL must look like postgres://user:password@host/name, without other parameters than sslmode.',
  databaseUnreachable: 'The database did not accept a connection. Please check the Database URL.',
  /** @param waitMs until the next attempt is looked at */
  throttled: (waitMs: number) => {
    const minutes = Math.ceil(waitMs / 60_000)
    return `Too many attempts. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  },
} as const
