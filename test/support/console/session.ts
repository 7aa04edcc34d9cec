/** Sessions of the console as a test needs them, made by the steps of a real sign-in. */
import type { AdminFeature } from '#contract/access.ts'
import { endSession, readSession, reloadSession, type Session } from '#console/session/session.ts'
import { passFirstFactor, passSecondFactor, skipSecondFactor } from '#console/session/steps.ts'

export interface SessionFacts {
  readonly username?: string
  readonly token?: string
  readonly isSuperAdmin?: boolean
  /** The flags that are true; null: not known yet. */
  readonly features?: readonly AdminFeature[] | null
  readonly cacheKey?: string | null
  /** Default: the device's clock. */
  readonly at?: number
}

/** No one is signed in, as after a closed tab: no notice, no wipe. */
export function signedOut(): Session {
  if (typeof window === 'undefined') endSession('logout')
  else window.sessionStorage.clear()
  reloadSession(Date.now())
  return readSession()
}

/** An admin who has only passed the password. */
export function firstFactorOnly(facts: SessionFacts = {}): Session {
  const { username = 'ada', token = 'first-token', isSuperAdmin = false, at = Date.now() } = facts
  signedOut()
  passFirstFactor({ token, username, password: 'open-sesame', isSuperAdmin }, at)
  return readSession()
}

/** An admin who has passed both factors, by default ada without flags. */
export function signedIn(facts: SessionFacts = {}): Session {
  const { token = 'full-token', features = [], cacheKey = null, at = Date.now() } = facts
  firstFactorOnly(facts)
  const flags = features && Object.fromEntries(features.map((flag) => [flag, true]))
  passSecondFactor({ token, features: flags, cacheKey }, at)
  return readSession()
}

/** An admin who skipped the second factor after a network failure. */
export function skippedSetup(facts: SessionFacts = {}): Session {
  firstFactorOnly(facts)
  skipSecondFactor()
  return readSession()
}
