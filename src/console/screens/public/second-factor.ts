/** The steps of the second factor, as plain functions (specification.md section 4). */
import { endpoints } from '#contract/endpoints.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { dropRowsOfOthers } from '#console/data/collections/snapshots.ts'
import {
  MissingTemporaryData,
  sendCode,
  withLiveSession,
} from '#console/factors/renewed-session.ts'
import { hasSecondFactor } from '#console/screens/public/sign-in.ts'
import { isCurrentToken, readSession } from '#console/session/session.ts'
import { completeFeatureStep, passSecondFactor } from '#console/session/steps.ts'
import { readTempPassword } from '#console/session/temp-password.ts'

/**
 * Checks the code; the session is full afterwards.
 * @throws Fault of the call; LostAnswer; MissingTemporaryData
 */
export async function submitCode(totpCode: string, after: 'login' | 'setup'): Promise<void> {
  const endpoint = after === 'login' ? endpoints.twoFactorLogin : endpoints.twoFactorLoginAfterSetup
  await sendCode(async () => {
    const { token, username, password } = waiting()
    const reply = await call(endpoint, { body: { username, password, totp_code: totpCode } })
    if (!reply.access_token) throw new MissingTemporaryData()
    await enter(token, username, { ...reply, access_token: reply.access_token })
  })
}

/**
 * Signs in with a recovery code; the session is full afterwards.
 * @returns how many codes are left
 * @throws Fault of the call; LostAnswer; MissingTemporaryData
 */
export async function submitRecoveryCode(code: string): Promise<number> {
  return sendCode(async () => {
    const { token, username, password } = waiting()
    const body = { username, password, code }
    const { left, ...reply } = await call(secondFactorEndpoints.recoveryLogin, { body })
    await enter(token, username, reply)
    return left
  })
}

/** The secret of a setup, and its address for an authenticator. */
export interface IssuedSecret {
  readonly qrCodeUrl: string
  readonly secret: string
  /** The server's instructions. */
  readonly instructions: string | null
}

/**
 * Checks whether the second factor is set up, and requests a secret if it is not or if the state is
 * unknown; 'lacking' is an answer without a secret.
 * @throws Fault of the call; MissingTemporaryData
 */
export async function startSetup(): Promise<IssuedSecret | 'enabled' | 'lacking'> {
  return withLiveSession(async () => {
    const { username, password } = waiting()
    if (await hasSecondFactor(username)) return 'enabled'
    const { data } = await call(endpoints.twoFactorSetup, { body: { username, password } })
    const { qr_code_url: qrCodeUrl, secret_key: secret, setup_instructions: said } = data
    if (!qrCodeUrl || !secret) return 'lacking'
    const instructions = typeof said === 'string' && said !== '' ? said : null
    return { qrCodeUrl, secret, instructions }
  })
}

/**
 * Confirms the new secret with a code. If the answer carries no token, a 2FA login gets one.
 * @returns 'enabled' if an attempt whose answer was lost did it: the next code signs in
 * @throws Fault of the calls; SessionOver; MissingTemporaryData
 */
export async function finishSetup(
  secret: string,
  totpCode: string,
): Promise<'entered' | 'enabled'> {
  return withLiveSession(async (isRenewed) => {
    if (isRenewed && (await hasSecondFactor(waiting().username))) return 'enabled'
    await confirmSecret(secret, totpCode)
    return 'entered'
  })
}

async function confirmSecret(secret: string, totpCode: string): Promise<void> {
  const { token, username } = readSession()
  if (username === null) throw new MissingTemporaryData()
  const reply = await call(endpoints.twoFactorEnable, {
    body: { username, secret_key: secret, totp_code: totpCode },
  })
  if (!reply.access_token) await submitCode(totpCode, 'setup')
  else await enter(token, username, { ...reply, access_token: reply.access_token })
}

/**
 * Fetches the flags if the second factor came without them (decisions/console/second-factor.md).
 * @throws Fault of the call
 */
export async function fetchFeatures(): Promise<void> {
  const { token } = readSession()
  const profile = await call(endpoints.ownProfile, {})
  if (isCurrentToken(token)) completeFeatureStep(profile.features ?? {})
}

/** @throws MissingTemporaryData without the name and password that wait for the second factor */
function waiting(): { token: string | null; username: string; password: string } {
  const { token, username } = readSession()
  const password = readTempPassword(Date.now())
  if (username === null || password === null) throw new MissingTemporaryData()
  return { token, username, password }
}

/** @throws MissingTemporaryData if the person went back meanwhile: the answer belongs to no sign-in */
async function enter(
  firstToken: string | null,
  username: string,
  reply: { access_token: string; features?: unknown; cache_key?: string | null | undefined },
): Promise<void> {
  // Before the rows too: by now they may be those of another person's session.
  if (!isCurrentToken(firstToken)) throw new MissingTemporaryData()
  await dropRowsOfOthers(username)
  if (!isCurrentToken(firstToken)) throw new MissingTemporaryData()
  const { access_token: token, features, cache_key: cacheKey = null } = reply
  passSecondFactor({ token, features, cacheKey }, Date.now())
}
