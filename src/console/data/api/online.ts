/** Whether the server can be reached: the browser's opinion, corrected by the outcome of requests. */
import { onlineManager } from '@tanstack/react-query'
import { checkingUntil, onLinkTrouble } from '#console/data/api/link-check.ts'
import { reachesServer } from '#console/data/api/send.ts'

const ASKS_AGAIN_AFTER_MS = 2_000
const ASKS_AT_LEAST_EVERY_MS = 15_000

/**
 * Keeps the library's online state correct. It starts as online and listens only to browser events,
 * and the browser knows about the access point but not about what is behind it. So an unanswered
 * request starts a check of the server, repeated until the server answers, and meanwhile the device
 * counts as offline. Coming back online starts the refreshes and retries that were waiting.
 */
export function startOnline(): () => void {
  onlineManager.setOnline(navigator.onLine)
  let asking = 0
  let asked = 0
  let lastAnswered = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (wait: number): Promise<void> => {
    asked += 1
    const mine = asked
    // Not after the answer: on a link that lost its signal a check hangs, and the link may be back.
    clearTimeout(timer)
    timer = setTimeout(() => begin(nextWait(wait)), wait)
    asking += 1
    const isReached = await reachesServer()
    asking -= 1
    // A later check knows better.
    if (mine < lastAnswered) return
    if (isReached) {
      lastAnswered = asked
      clearTimeout(timer)
    }
    onlineManager.setOnline(isReached)
  }
  const begin = (wait: number): void => checkingUntil(ask(wait))
  const stop = onLinkTrouble((by) => {
    // While offline the check repeats on its own; only a person's retry starts one at once.
    if (asking === 0 && (by === 'person' || onlineManager.isOnline())) begin(ASKS_AGAIN_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}

/** While somebody looks, the console is back within three seconds of the link. */
function nextWait(wait: number): number {
  return document.visibilityState === 'hidden'
    ? Math.min(wait * 2, ASKS_AT_LEAST_EVERY_MS)
    : ASKS_AGAIN_AFTER_MS
}
