/**
 * Our own calls for recovery codes, step-up, sessions and resets (decisions/server/recovery.md,
 * decisions/server/step-up.md).
 */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { recoveryForm, resetReasonForm } from '#contract/own/second-factor-forms.ts'
import { PasskeyProof } from '#contract/own/passkey-endpoints.ts'
import { FactorsReply, NewCodes, SecurityState } from '#contract/own/security-state.ts'

const text = z.string()
const done = z.looseObject({ message: z.optional(text) })
const offer = 'second-factor'

export const secondFactorEndpoints = {
  /** The caller's factors and sessions, for the Security screen. */
  securityState: endpoint({
    method: 'GET',
    path: '/me/security',
    access: 'signed-in',
    offer,
    reply: SecurityState,
  }),
  /** Makes ten recovery codes. They are in this answer only; earlier ones end. */
  createRecoveryCodes: endpoint({
    method: 'POST',
    path: '/recovery-codes',
    access: 'signed-in',
    stepUp: true,
    offer,
    reply: NewCodes,
  }),
  /** Signs in with a recovery code in place of the authenticator's code. */
  recoveryLogin: endpoint({
    method: 'POST',
    path: '/auth/login-with-recovery-code',
    access: 'any-session',
    offer,
    body: z.object({ username: text, password: text, code: text }),
    rules: () => recoveryForm,
    reply: z.looseObject({
      access_token: text,
      features: z.nullish(z.record(text, z.unknown())),
      cache_key: z.optional(text),
      /** How many codes are left. */
      left: z.number(),
    }),
  }),
  /** Proves a factor again: the session may then make the calls that are marked `stepUp` for five minutes. */
  stepUp: endpoint({
    method: 'POST',
    path: '/step-up',
    access: 'signed-in',
    offer,
    body: z.union([
      z.strictObject({ totp_code: text }),
      z.strictObject({ recovery_code: text }),
      z.strictObject({ passkey: PasskeyProof }),
    ]),
    reply: z.looseObject({ until: text }),
  }),
  /** Issues a secret for another authenticator. `/2fa/enable` confirms it. */
  replaceAuthenticator: endpoint({
    method: 'POST',
    path: '/authenticator',
    access: 'signed-in',
    stepUp: true,
    offer,
    reply: z.looseObject({
      data: z.looseObject({ qr_code_url: text, secret_key: text, setup_instructions: text }),
    }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'signed-in',
    offer,
    reply: done,
  }),
  /** Ends all sessions of the caller except this one. */
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'signed-in',
    offer,
    reply: done,
  }),
  /** Which factors each admin has. */
  factorsOfAll: endpoint({
    method: 'GET',
    path: '/admin/second-factors',
    access: 'super-admin',
    offer,
    reply: FactorsReply,
  }),
  /** Takes all factors from somebody else, who sets one up at the next sign-in. */
  resetSecondFactor: endpoint({
    method: 'POST',
    path: '/admin/second-factor/reset/:username',
    access: 'super-admin',
    stepUp: true,
    offer,
    body: z.object({ reason: text }),
    rules: () => resetReasonForm,
    reply: done,
  }),
} as const
