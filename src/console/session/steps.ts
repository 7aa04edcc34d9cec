/** All changes to a session: the steps of a sign-in, a refreshed token, granted or withdrawn flags. */
import { completeFeatures } from '#contract/access.ts'
import { forgetSession, readSession, reloadSession } from '#console/session/session.ts'
import { dropLock } from '#console/session/lock.ts'
import { KEYS, write } from '#console/session/stored.ts'
import { dropTempPassword, storeTempPassword } from '#console/session/temp-password.ts'

/** The password was accepted: name and password wait for the second factor. */
export function passFirstFactor(
  passed: { token: string; username: string; password: string; isSuperAdmin: boolean },
  now: number,
): void {
  forgetSession()
  write(KEYS.token, passed.token)
  write(KEYS.tokenCreatedAt, String(now))
  write(KEYS.username, passed.username)
  storeTempPassword(passed.password, now)
  write(KEYS.isSuperAdmin, String(passed.isSuperAdmin))
  reloadSession(Date.now())
}

/** The second factor was accepted. Without `features` the intermediate step fetches them. */
export function passSecondFactor(
  passed: { token: string; features: unknown; cacheKey: string | null },
  now: number,
): void {
  if (readSession().token === null) return
  writeToken(passed.token, now)
  write(KEYS.twoFactorVerified, 'true')
  dropTempPassword()
  dropLock()
  if (passed.cacheKey !== null) write(KEYS.cacheKey, passed.cacheKey)
  if (passed.features !== undefined && passed.features !== null) writeFeatures(passed.features)
  reloadSession(Date.now())
}

/** Both factors were accepted at once, by a passkey (decisions/server/passkeys.md). */
export function passBothFactors(
  passed: {
    token: string
    username: string
    isSuperAdmin: boolean
    features: unknown
    cacheKey: string | null
  },
  now: number,
): void {
  forgetSession()
  writeToken(passed.token, now)
  write(KEYS.username, passed.username)
  write(KEYS.isSuperAdmin, String(passed.isSuperAdmin))
  reloadSession(Date.now())
  passSecondFactor(passed, now)
}

/** The flags are known, so the intermediate step is complete. */
export function completeFeatureStep(features: unknown): void {
  if (readSession().token === null) return
  writeFeatures(features)
  reloadSession(Date.now())
}

/** Applies the flags of the current profile, if they differ. */
export function changeFlags(features: unknown, isSuperAdmin: boolean): void {
  if (readSession().token === null) return
  const now = JSON.stringify([completeFeatures(features), isSuperAdmin])
  if (now === JSON.stringify([readSession().features, readSession().isSuperAdmin])) return
  write(KEYS.isSuperAdmin, String(isSuperAdmin))
  writeFeatures(features)
  reloadSession(Date.now())
}

/**
 * Setup was skipped after a network failure: the step counts as done without the second factor
 * (decisions/console/second-factor.md).
 */
export function skipSecondFactor(): void {
  write(KEYS.stepCompleted, 'true')
  reloadSession(Date.now())
}

/** Stores a refreshed token and everything sent with it. */
export function replaceToken(
  fresh: { token: string; features?: unknown; cacheKey?: string | undefined },
  now: number,
): void {
  if (readSession().token === null) return
  writeToken(fresh.token, now)
  if (fresh.features !== undefined && fresh.features !== null) writeFeatures(fresh.features)
  if (fresh.cacheKey !== undefined) write(KEYS.cacheKey, fresh.cacheKey)
  reloadSession(Date.now())
}

function writeToken(token: string, now: number): void {
  write(KEYS.token, token)
  write(KEYS.tokenCreatedAt, String(now))
}

function writeFeatures(features: unknown): void {
  write(KEYS.features, JSON.stringify(completeFeatures(features)))
  write(KEYS.stepCompleted, 'true')
}
