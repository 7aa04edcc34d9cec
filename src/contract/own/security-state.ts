/** What the Security screen and the Admins screen know about factors and sessions. No secrets. */
import { z } from 'zod/mini'

const text = z.string()
const count = z.number()

/** A registered passkey. */
export const PasskeyInfo = z.looseObject({
  id: text,
  name: text,
  created_at: text,
  last_used_at: z.nullable(text),
  /** Synchronised to the person's other devices. */
  backed_up: z.boolean(),
  /** Its counter ran back, which a copy does. It opens nothing. */
  may_be_copied: z.boolean(),
})
export type PasskeyInfo = z.infer<typeof PasskeyInfo>

/** A live session of the caller. */
export const SessionInfo = z.looseObject({
  id: text,
  device: text,
  address: text,
  signed_in_at: text,
  last_seen_at: text,
  is_current: z.boolean(),
})
export type SessionInfo = z.infer<typeof SessionInfo>

export const SecurityState = z.looseObject({
  has_authenticator: z.boolean(),
  codes: z.object({ left: count, of: count }),
  passkeys: z.array(PasskeyInfo),
  sessions: z.array(SessionInfo),
})
export type SecurityState = z.infer<typeof SecurityState>

/** New recovery codes, in the form in which they are shown. */
export const NewCodes = z.looseObject({ codes: z.array(text) })

/** The factors of one admin. */
export const Factors = z.looseObject({
  username: text,
  has_authenticator: z.boolean(),
  passkeys: count,
  codes_left: count,
})
export type Factors = z.infer<typeof Factors>

export const FactorsReply = z.looseObject({ data: z.array(Factors) })
