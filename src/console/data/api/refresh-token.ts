/** Replaces a token that is about to expire (specification.md section 4). */
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { pause } from '#console/data/api/pause.ts'
import { retryDelayMs } from '#console/data/api/query-client.ts'
import { isCurrentToken, readSession } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'

/**
 * Requests a new token and replaces the old one. An unanswered request is retried while the session
 * lasts, because the server repeats its answer to a lost refresh
 * (decisions/server/ending-sessions.md). Returns false if the session ended meanwhile, in which
 * case the answer is discarded.
 * @throws Fault if the server refuses
 */
export async function refreshToken(): Promise<boolean> {
  const { token: sent } = readSession()
  for (let failures = 0; isCurrentToken(sent); failures += 1) {
    try {
      const {
        access_token: token,
        features,
        cache_key: cacheKey,
        user,
      } = await call(
        endpoints.tokenRefresh,
        // The caller handles a refusal of this call, which ends the session differently than a 401
        // does.
        { keepsSession: true },
      )
      if (!isCurrentToken(sent)) return false
      replaceToken({ token, features: features ?? flagsOf(user), cacheKey }, Date.now())
      return true
    } catch (thrown) {
      if (!isCurrentToken(sent)) return false
      if (faultFacts(thrown).kind !== 'network') throw thrown
      await pause(retryDelayMs(failures, thrown))
    }
  }
  return false
}

/** Other servers may send the admin's flags only in `user` (specification.md section 7). */
function flagsOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && 'features' in user ? user.features : undefined
}
