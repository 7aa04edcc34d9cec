/**
 * Stores the password until the second factor is passed, for 5 minutes at most
 * (decisions/console/session.md).
 */
import { TEMP_PASSWORD_LIFETIME_MS } from '#contract/constants.ts'
import { KEYS, readNumber, readText, remove, write } from '#console/session/stored.ts'

export function storeTempPassword(password: string, now: number): void {
  write(KEYS.tempPassword, password)
  startWaiting(now)
}

/** The password, or null once it is 5 minutes old. */
export function readTempPassword(now: number): string | null {
  return tempPasswordRemainingMs(now) === null ? null : readText(KEYS.tempPassword)
}

/** How long the password remains stored, in ms; null without one. */
export function tempPasswordRemainingMs(now: number): number | null {
  if (readText(KEYS.tempPassword) === null) return null
  const since = readNumber(KEYS.tempPasswordSince) ?? startWaiting(now)
  // A clock that was set back must not extend its life.
  const waited = Math.abs(now - since)
  if (waited < TEMP_PASSWORD_LIFETIME_MS) return TEMP_PASSWORD_LIFETIME_MS - waited
  dropTempPassword()
  return null
}

/** The time is not a specified key, so a session stored with only those has none yet. */
function startWaiting(now: number): number {
  write(KEYS.tempPasswordSince, String(now))
  return now
}

export function dropTempPassword(): void {
  remove(KEYS.tempPassword)
  remove(KEYS.tempPasswordSince)
}
