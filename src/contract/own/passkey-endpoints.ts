/** Our own calls for passkeys (decisions/server/passkeys.md). */
import { z } from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { passkeyNameForm } from '#contract/own/second-factor-forms.ts'
import { PasskeyInfo } from '#contract/own/security-state.ts'

const text = z.string()
const done = z.looseObject({ message: z.optional(text) })
const offer = 'passkeys'

const verification = z.enum(['required', 'preferred', 'discouraged'])
const known = z._default(z.array(z.object({ id: text, type: z.literal('public-key') })), [])

/** What the browser needs to ask for a proof. */
const ProofOptions = z.object({
  challenge: text,
  rpId: text,
  timeout: z.number(),
  userVerification: verification,
  allowCredentials: known,
})

/** What the browser needs to make a passkey. */
const CreationOptions = z.object({
  challenge: text,
  rp: z.object({ id: text, name: text }),
  user: z.object({ id: text, name: text, displayName: text }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  excludeCredentials: known,
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: verification,
  }),
})

/** What an authenticator answers to a request for a proof. */
export const PasskeyProof = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({ clientDataJSON: text, authenticatorData: text, signature: text }),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>

/** What an authenticator answers when it makes a passkey. */
export const NewPasskey = z.object({
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: text,
    attestationObject: text,
    transports: z.optional(z.array(text)),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

export const passkeyEndpoints = {
  /** Begins the registration of a passkey. */
  passkeyOptions: endpoint({
    method: 'POST',
    path: '/passkey-options',
    access: 'signed-in',
    stepUp: true,
    offer,
    reply: CreationOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/passkeys',
    access: 'signed-in',
    stepUp: true,
    offer,
    body: z.object({ name: text, passkey: NewPasskey }),
    rules: () => passkeyNameForm,
    reply: PasskeyInfo,
  }),
  renamePasskey: endpoint({
    method: 'PUT',
    path: '/passkeys/:id',
    access: 'signed-in',
    offer,
    body: z.object({ name: text }),
    rules: () => passkeyNameForm,
    reply: PasskeyInfo,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/passkeys/:id',
    access: 'signed-in',
    stepUp: true,
    offer,
    reply: done,
  }),
  /** A challenge for a sign-in. It names no account, so it says nothing about accounts. */
  passkeySignInOptions: endpoint({
    method: 'POST',
    path: '/auth/passkey/options',
    access: 'public',
    offer,
    reply: ProofOptions,
  }),
  /** Signs in with a passkey; with the password too if the server asks for both. */
  passkeySignIn: endpoint({
    method: 'POST',
    path: '/auth/login-with-passkey',
    access: 'public',
    offer,
    body: z.object({
      username: z.optional(text),
      password: z.optional(text),
      passkey: PasskeyProof,
    }),
    reply: z.looseObject({
      access_token: text,
      username: text,
      is_super_admin: z.boolean(),
      features: z.nullish(z.record(text, z.unknown())),
      cache_key: z.optional(text),
    }),
  }),
  /** A challenge for a step-up, with the caller's passkeys. */
  stepUpOptions: endpoint({
    method: 'POST',
    path: '/step-up/options',
    access: 'signed-in',
    offer,
    reply: ProofOptions,
  }),
} as const
