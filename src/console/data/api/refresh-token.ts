/** Replaces a token that is about to expire (specification.md section 4). */
import { onlineManager } from '@tanstack/react-query'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { faultFacts } from '#console/data/api/fault.ts'
import { retryDelayMs } from '#console/data/api/query-client.ts'
import { announceRenewal, isCurrentToken, readSession } from '#console/session/session.ts'
import { replaceToken } from '#console/session/steps.ts'

/** About half a minute of retries: while the server restarts, a proxy answers in its place. */
const MAX_FOREIGN_ANSWERS = 6

/**
 * Requests a new token and replaces the old one. An unanswered request is retried while the session
 * lasts, because the server repeats its answer to a lost refresh
 * (decisions/server/ending-sessions.md). Something else may answer in the server's place: the sixth
 * such answer in a row counts as a refusal (decisions/console/session.md). Returns false if the
 * session ended meanwhile, in which case the answer is discarded.
 * @param onWait called before each retry
 * @throws Fault if the server refuses
 */
export function refreshToken(onWait: () => void): Promise<boolean> {
  const outcome = requestToken(onWait)
  announceRenewal(outcome.catch(() => false))
  return outcome
}

async function requestToken(onWait: () => void): Promise<boolean> {
  const { token: sent } = readSession()
  let foreignAnswers = 0
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
      replaceToken(
        { token, features: features ?? flagsOf(user), cacheKey: cacheKey ?? undefined },
        Date.now(),
      )
      return true
    } catch (thrown) {
      if (!isCurrentToken(sent)) return false
      const { kind, status } = faultFacts(thrown)
      foreignAnswers = status === undefined ? 0 : foreignAnswers + 1
      if (kind !== 'network' || foreignAnswers === MAX_FOREIGN_ANSWERS) throw thrown
      onWait()
      // A proxy may ask for a second; the attempts must still span about half a minute.
      await pauseOrReconnect(Math.max(retryDelayMs(failures, thrown), retryDelayMs(failures, null)))
    }
  }
  return false
}

/** The server repeats its answer for a minute, so a link that is back is used at once. */
function pauseOrReconnect(ms: number): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      stop()
      resolve()
    }
    const timer = setTimeout(end, ms)
    const stop = onlineManager.subscribe((isOnline) => {
      if (isOnline) end()
    })
  })
}

/** Other servers may send the admin's flags only in `user` (specification.md section 7). */
function flagsOf(user: unknown): unknown {
  return typeof user === 'object' && user !== null && 'features' in user ? user.features : undefined
}
