/** Failures of the second factor beyond those of the specification. */
import type { FaultTexts } from '#contract/faults.ts'

const network = 'No connection to the server. Nothing was changed.'

export const secondFactorFaults = {
  recoveryLogin: {
    network: 'No connection to the server. The code was not used.',
    shows: ['detail'],
    fallback: "Couldn't check the recovery code. Please try again.",
  },
  makeCodes: {
    network: 'No connection to the server. No codes were made.',
    shows: ['detail'],
    fallback: "Couldn't make recovery codes. Please try again.",
  },
  stepUp: {
    network: 'No connection to the server. Nothing was confirmed.',
    shows: ['detail'],
    fallback: "Couldn't check that. Please try again.",
  },
  reset: { network, shows: ['detail'], fallback: "Couldn't reset the second factor." },
  security: {
    network: 'No connection to the server. Your factors and sessions cannot be shown.',
    shows: ['detail'],
    fallback: "Couldn't load your factors and sessions.",
  },
  authenticator: { network, shows: ['detail'], fallback: "Couldn't replace the authenticator." },
  sessions: { network, shows: ['detail'], fallback: "Couldn't end the session. Please try again." },
  passkeySignIn: {
    network: 'No passkey was used. Check the connection, or sign in another way.',
    shows: ['detail'],
    fallback: "This device couldn't use a passkey. Sign in another way.",
  },
  passkey: {
    network,
    shows: ['detail'],
    fallback: "Couldn't change the passkey. Please try again.",
  },
} as const satisfies Record<string, FaultTexts>
