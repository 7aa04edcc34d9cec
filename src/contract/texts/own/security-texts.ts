/** The texts of the Security screen, and of a reset on the Admins screen. */
import { PRODUCT_NAME } from '#contract/constants.ts'

export const securityTexts = {
  title: 'Security',
  passkeys: 'Passkeys',
  passkeysAbout:
    'A passkey signs you in with a fingerprint, a face or the PIN of this device. Add one on each device you use.',
  passkeysImpossible: `${PRODUCT_NAME} can't use passkeys at this address. They need a host name and https: the operator sets PUBLIC_URL, and you open that address. On the server itself, http://localhost works too.`,
  addPasskey: 'Add a passkey',
  passkeyName: 'Name of the passkey',
  nameHint:
    "A name tells your devices apart, such as 'Tablet at dock 2'. Leave it blank to use the browser's name.",
  next: 'Next',
  passkeyUse: (added: string, used: string | null) =>
    used === null ? `Added ${added}, not used yet` : `Added ${added}, last used ${used}`,
  mayBeCopied: 'May have been copied. Remove it.',
  rename: 'Rename',
  renamePasskey: 'Rename the passkey',
  remove: 'Remove',
  removePasskey: 'Remove the passkey?',
  removePasskeyText: (name: string) =>
    `'${name}' will no longer sign in. Remove it from the device's own settings too.`,
  passkeyAdded: 'Passkey added',
  passkeyRenamed: 'Passkey renamed',
  passkeyRemoved: 'Passkey removed',
  codesAbout: 'Use one to sign in if you lose your authenticator. Keep them on paper.',
  noCodes: 'You have no recovery codes. If you lose your authenticator, you are locked out.',
  authenticator: 'Authenticator',
  authenticatorAbout:
    'Connect another authenticator, for example on a new phone. Your other sessions will end.',
  replaceAuthenticator: 'Replace authenticator',
  authenticatorReplaced: 'Authenticator replaced',
  sessions: 'Where you are signed in',
  sessionsAbout: "End any session you don't recognise, and change your password.",
  thisSession: 'This session',
  sessionUse: (address: string, since: string, seen: string) =>
    `${address === '' ? 'Unknown address' : address} · since ${since} · last seen ${seen}`,
  end: 'End',
  endOthers: 'End all others',
  sessionEnded: 'Session ended',
  othersEnded: 'All other sessions ended',

  // On the Admins screen
  secondFactor: 'Second factor',
  secondFactorOf: (username: string) => `Second factor of ${username}`,
  hasAuthenticator: 'Authenticator: set up',
  lacksAuthenticator: 'Authenticator: none',
  passkeyCount: (count: number) => `Passkeys: ${String(count)}`,
  codesLeft: (count: number) => `Recovery codes left: ${String(count)}`,
  resetAbout:
    'A reset removes all of these and ends all sessions of the account. At the next sign-in, the password starts a new setup.',
  resetMailed: 'They will be notified by email.',
  resetNotMailed: "This server doesn't send email, so tell them yourself.",
  makeSure: 'Make sure it really is this person asking.',
  reason: 'Reason, for the audit trail',
  reset: 'Reset second factor',
  ownFactor:
    'This is your own account. Change your factors under Security, or ask another super admin.',
} as const
