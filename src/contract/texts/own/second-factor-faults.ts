/** Failures of the second factor beyond those of the specification. */
import type { FaultTexts } from '#contract/faults.ts'

const LOST = 'No answer from the server. This may have been done.'

export const secondFactorFaults = {
  recoveryLogin: {
    lost: "No answer from the server. The code may be used up; it's safe to try it again.",
    shows: ['detail'],
    fallback: "Couldn't check the recovery code. Please try again.",
  },
  makeCodes: {
    lost: 'No answer from the server. New codes may have been generated, and your old ones may no longer work. Generate them again.',
    shows: ['detail'],
    fallback: "Couldn't generate recovery codes. Please try again.",
  },
  stepUp: {
    lost: 'No answer from the server. Your code may be used up; enter another one.',
    shows: ['detail'],
    fallback: "Couldn't check that. Please try again.",
  },
  reset: {
    lost: LOST,
    shows: ['detail'],
    fallback: "Couldn't reset the second factor.",
  },
  security: {
    network: 'No connection to the server. Your factors and sessions cannot be shown.',
    shows: ['detail'],
    fallback: "Couldn't load your factors and sessions.",
  },
  authenticator: {
    network: 'No answer from the server. Please try again.',
    shows: ['detail'],
    fallback: "Couldn't replace the authenticator.",
  },
  sessions: {
    lost: LOST,
    shows: ['detail'],
    fallback: "Couldn't end the session. Please try again.",
  },
  passkeySignIn: {
    network: "The passkey didn't work. Check the connection, or sign in another way.",
    shows: ['detail'],
    fallback: "This device couldn't use a passkey. Sign in another way.",
  },
  passkey: {
    lost: LOST,
    shows: ['detail'],
    fallback: "Couldn't change the passkey. Please try again.",
  },
} as const satisfies Record<string, FaultTexts>
