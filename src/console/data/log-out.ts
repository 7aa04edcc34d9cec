/** A person logs out (console.md section 4, decisions.md 2). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/call.ts'
import { endSession, readSession, type Session } from '#console/session/session.ts'

/** The server is told, but nobody waits for it: logging out needs no network. */
export function logOut(): void {
  if (mayKnowLogout(readSession())) call(endpoints.logout, {}).catch(() => undefined)
  endSession('logout')
}

/** The call is an extension of ours: a server that gave no key for the rows with the second factor has none. */
function mayKnowLogout({ token, twoFactorVerified, cacheKey }: Session): boolean {
  return token !== null && (!twoFactorVerified || cacheKey !== null)
}
