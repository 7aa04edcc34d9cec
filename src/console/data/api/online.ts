/** Whether the server can be reached: the browser's opinion, corrected by the outcome of requests. */
import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { checkingUntil, onLinkTrouble } from '#console/data/api/link-check.ts'
import { reachesServer } from '#console/data/api/send.ts'

const ASKS_AGAIN_AFTER_MS = 2_000
const ASKS_AT_LEAST_EVERY_MS = 15_000

/** Whether the server can be reached, as a hook. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/**
 * Keeps the library's online state correct. It starts as online and listens only to browser events,
 * and the browser knows about the access point but not about what is behind it. So an unanswered
 * request starts a check of the server, repeated until the server answers, and meanwhile the device
 * counts as offline. Coming back online starts the refreshes that were waiting.
 */
export function startOnline(): () => void {
  onlineManager.setOnline(navigator.onLine)
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (wait: number): Promise<void> => {
    clearTimeout(timer)
    isAsking = true
    const isReached = await reachesServer()
    isAsking = false
    onlineManager.setOnline(isReached)
    if (isReached) return
    timer = setTimeout(() => begin(Math.min(wait * 2, ASKS_AT_LEAST_EVERY_MS)), wait)
  }
  const begin = (wait: number): void => checkingUntil(ask(wait))
  const stop = onLinkTrouble((by) => {
    // While offline the check repeats on its own; only a person's retry starts one at once.
    if (!isAsking && (by === 'person' || onlineManager.isOnline())) begin(ASKS_AGAIN_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
