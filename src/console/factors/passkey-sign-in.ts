/** Passkeys in the browser. Loaded when somebody uses one. */
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import { passkeyEndpoints, type PasskeyProof } from '#contract/own/passkey-endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { dropRowsOfOthers } from '#console/data/collections/snapshots.ts'
import { excuseSheet } from '#console/factors/excuse-sheet.ts'
import { rememberPasskey } from '#console/session/passkey-used.ts'
import { readSession } from '#console/session/session.ts'
import { beginSignIn } from '#console/session/sign-in-attempt.ts'
import { passBothFactors } from '#console/session/steps.ts'
import { readTempPassword } from '#console/session/temp-password.ts'

type ProofOptions = Awaited<ReturnType<typeof signInOptions>>

/** How many sheets of the system are open or about to be. */
let sheets = 0

/**
 * Has the person pick a passkey.
 * @param way 'autofill' waits until the person picks one in the name's field
 * @returns null if a sheet is open: waiting in the field would close it
 * @throws Fault of the call, or what the browser throws
 */
export async function pickPasskey(way: 'button' | 'autofill'): Promise<PasskeyProof | null> {
  if (way === 'autofill') {
    const options = await signInOptions()
    return sheets > 0 ? null : proofOf(options, true)
  }
  sheets += 1
  try {
    return await proofOf(await signInOptions(), false)
  } finally {
    sheets -= 1
  }
}

/**
 * Signs in with a passkey; the session is full afterwards. A password that waits for the second factor goes
 * with it, for servers that ask for both.
 * @returns false if the person has begun another sign-in meanwhile, or has left the page: the answer changes nothing
 * @throws Fault of the call
 */
export async function signInWithPasskey(passkey: PasskeyProof): Promise<boolean> {
  const isLatest = beginSignIn()
  const { token: before, username } = readSession()
  // A code may have been accepted meanwhile, on the same page.
  const counts = (): boolean => isLatest() && readSession().token === before
  const password = readTempPassword(Date.now())
  const both = username !== null && password !== null ? { username, password } : {}
  const reply = await call(passkeyEndpoints.passkeySignIn, { body: { ...both, passkey } })
  if (!counts()) return false
  rememberPasskey()
  await dropRowsOfOthers(reply.username)
  if (!counts()) return false
  passBothFactors(
    {
      token: reply.access_token,
      username: reply.username,
      isSuperAdmin: reply.is_super_admin,
      features: reply.features,
      cacheKey: reply.cache_key ?? null,
    },
    Date.now(),
  )
  return true
}

/** Ends a wait for a passkey. */
export function stopWaiting(): void {
  WebAuthnAbortService.cancelCeremony()
}

/**
 * Proves it in the present session (decisions/server/step-up.md).
 * @throws Fault of the calls, or what the browser throws
 */
export async function proveWithPasskey(): Promise<void> {
  const options = await call(passkeyEndpoints.stepUpOptions, {})
  const passkey = await excuseSheet(() => proofOf(options, false))
  await call(secondFactorEndpoints.stepUp, { body: { passkey } })
}

/**
 * Makes a passkey on this device.
 * @throws Fault of the calls, or what the browser throws
 */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await call(passkeyEndpoints.passkeyOptions, {})
  const { id, rawId, response } = await excuseSheet(() => startRegistration({ optionsJSON }))
  const { clientDataJSON, attestationObject, transports = [] } = response
  const made = { clientDataJSON, attestationObject, transports }
  const passkey = { id, rawId, type: 'public-key', response: made } as const
  await call(passkeyEndpoints.addPasskey, { body: { name, passkey } })
  rememberPasskey()
}

function signInOptions() {
  return call(passkeyEndpoints.passkeySignInOptions, {})
}

async function proofOf(optionsJSON: ProofOptions, autofill: boolean): Promise<PasskeyProof> {
  const answer = await startAuthentication({ optionsJSON, useBrowserAutofill: autofill })
  const { clientDataJSON, authenticatorData, signature } = answer.response
  const response = { clientDataJSON, authenticatorData, signature }
  return { id: answer.id, rawId: answer.rawId, type: 'public-key', response }
}
