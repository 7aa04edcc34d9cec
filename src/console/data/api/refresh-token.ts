/** A new token in place of the one that is about to end (specification.md section 4). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { pause } from '#console/data/api/pause.ts'
import { retryDelayMs } from '#console/data/api/query-client.ts'
import { isStill, readSession } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'

/**
 * Asks for a new token and puts it in the place of the old one. What had no answer is asked again
 * while the session lasts, because the server answers a lost refresh once more (decisions/server/ending-sessions.md).
 * Gives false where the session ended meanwhile: the answer is nobody's.
 * @throws Fault where the server refuses
 */
export async function refreshToken(): Promise<boolean> {
  const { token: sent } = readSession()
  for (let failures = 0; isStill(sent); failures += 1) {
    try {
      const {
        access_token: token,
        features,
        cache_key: cacheKey,
        user,
      } = await call(
        endpoints.tokenRefresh,
        // A refusal of this call is told to the caller: it ends the session otherwise than a 401 does.
        { keepsSession: true },
      )
      if (!isStill(sent)) return false
      replaceToken({ token, features: features ?? flagsOf(user), cacheKey }, Date.now())
      return true
    } catch (thrown) {
      if (!isStill(sent)) return false
      if (faultFacts(thrown).kind !== 'network') throw thrown
      await pause(retryDelayMs(failures, thrown))
    }
  }
  return false
}

/** Another server may tell the flags of the admin in `user` alone (specification.md section 7). */
function flagsOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && 'features' in user ? user.features : undefined
}
