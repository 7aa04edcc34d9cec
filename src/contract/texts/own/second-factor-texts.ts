/** The texts of recovery codes, passkeys, step-up, the Security screen and resets. */
import {
  PASSKEY_NAME_MAX_LENGTH,
  PRODUCT_NAME,
  RECOVERY_CODE_LENGTH,
  RESET_REASON_MAX_LENGTH,
  RESET_REASON_MIN_LENGTH,
} from '#contract/constants.ts'

export const secondFactorTexts = {
  codeMissing: 'Please enter a recovery code',
  codeMalformed: `A recovery code has ${String(RECOVERY_CODE_LENGTH)} letters and digits, such as ABCDE-FGHJK`,
  reasonLength: `Give a reason of ${String(RESET_REASON_MIN_LENGTH)} to ${String(RESET_REASON_MAX_LENGTH)} characters`,

  passkeyNameLength: `A name has at most ${String(PASSKEY_NAME_MAX_LENGTH)} characters`,
  resetDone: (username: string) => `The second factor of ${username} is reset.`,

  // After a lost answer
  answerLost: 'The answer to your last code was lost. Enter the next code.',
  recoveryAnswerLost:
    'The answer to your last code was lost, and that code is used up. Enter another one, or the code of your authenticator.',
  connected: 'Your authenticator is connected. Sign in with its next code.',
  maybeConnected: 'Your new authenticator may be connected already. Sign in with it.',

  // Recovery codes
  useCode: 'Use a recovery code',
  useAuthenticator: 'Use the authenticator instead',
  recoveryHint: 'Enter a recovery code. Each code works only once.',
  recoveryCode: 'Recovery code',
  saveCodesTitle: 'Save your recovery codes',
  saveCodesHint:
    "If you lose your authenticator, a recovery code signs you in. Each code works only once. You won't see them again.",
  codesList: 'Recovery codes',
  copyCodes: 'Copy',
  codesCopied: 'Codes copied',
  copyCodesByHand:
    "Copying isn't allowed here. The codes are selected so you can copy them yourself.",
  downloadCodes: 'Download',
  printCodes: 'Print',
  codesSaved: 'I have saved them',
  continue: 'Continue',
  laterInSecurity: 'Generate them later under Security',
  makingCodes: 'Generating recovery codes...',
  codesFile: (username: string) =>
    `${PRODUCT_NAME} recovery codes of ${username}. Each code works only once. Keep them where nobody else can read them.`,
  fewCodes: (left: number) =>
    left === 0
      ? 'That was your last recovery code. Generate new ones.'
      : `You have ${String(left)} recovery ${left === 1 ? 'code' : 'codes'} left. Generate new ones.`,
  codeUsed: (left: number) => `Signed in with a recovery code. ${String(left)} left.`,
  codesLeft: (left: number, of: number) => `${String(left)} of ${String(of)} left`,
  noCodes: 'None yet.',
  makeCodes: 'Generate new codes',
  newCodesVoidOld: 'New codes replace the ones you have. The old ones stop working.',

  // Passkeys
  signInWithPasskey: 'Sign in with a passkey',
  usePasskey: 'Use a passkey',

  // Step-up
  stepUpTitle: "Confirm that it's you",
  stepUpHint: 'This change needs a fresh code from your authenticator.',
  stepUpRecoveryHint: 'Enter a recovery code. It is used up.',
  confirm: 'Confirm',
} as const
