/** The mails about changes of an account's factors. They name no secret and contain no link to click. */
import { PRODUCT_NAME } from '#contract/constants.ts'

const NOT_YOU =
  "If it wasn't you, change your password now and ask a super admin to reset your second factor."

function notice(subject: string, ...paragraphs: readonly string[]) {
  return { subject, text: paragraphs.join('\n\n') }
}

/** Each mail says when and from where, so that the person can tell. */
interface Where {
  readonly at: Date
  readonly address: string
}

const madeFrom = ({ at, address }: Where): string =>
  `When: ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC. From: ${address}.`

export const notices = {
  codeUsed: (left: number, where: Where) =>
    notice(
      `A recovery code of your ${PRODUCT_NAME} account was used`,
      `One of your recovery codes was used to sign in or to confirm a change. Codes left: ${String(left)}.`,
      madeFrom(where),
      NOT_YOU,
    ),
  codesMade: (where: Where) =>
    notice(
      `New recovery codes for your ${PRODUCT_NAME} account`,
      'New recovery codes were made for your account. The earlier ones no longer work.',
      madeFrom(where),
      NOT_YOU,
    ),
  authenticatorSet: (where: Where) =>
    notice(
      `An authenticator was set up for your ${PRODUCT_NAME} account`,
      'Sign-ins to your account now need its codes. An earlier authenticator no longer works.',
      madeFrom(where),
      NOT_YOU,
    ),
  passkeyAdded: (name: string, where: Where) =>
    notice(
      `A passkey was added to your ${PRODUCT_NAME} account`,
      `The passkey '${name}' can now be used to sign in to your account.`,
      madeFrom(where),
      NOT_YOU,
    ),
  passkeyRemoved: (name: string, where: Where) =>
    notice(
      `A passkey was removed from your ${PRODUCT_NAME} account`,
      `The passkey '${name}' can no longer be used to sign in to your account.`,
      madeFrom(where),
      NOT_YOU,
    ),
  passkeyCopied: (name: string, where: Where) =>
    notice(
      `A passkey of your ${PRODUCT_NAME} account may have been copied`,
      `The passkey '${name}' answered as only a copy of it would. It was refused and no longer works.`,
      madeFrom(where),
      NOT_YOU,
    ),
  reset: (by: string, reason: string, where: Where) =>
    notice(
      `Your ${PRODUCT_NAME} second factor was reset`,
      `${by} removed the second factor of your account. Your sessions have ended. Set up a new one at your next sign-in.`,
      `Reason: ${reason}`,
      madeFrom(where),
      "If you didn't ask for this, tell another super admin now.",
    ),
} as const
