/** Whether the server can be reached: what the browser says, corrected by what requests show. */
import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { checkingUntil, onDoubt } from '#console/data/api/link-check.ts'
import { reachesServer } from '#console/data/api/send.ts'

const ASKS_AGAIN_AFTER_MS = 2_000
const ASKS_AT_LEAST_EVERY_MS = 15_000

/** Whether the server can be reached, for drawing. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/**
 * Keeps the library's idea of the network true. It starts as online and only listens to events of
 * the browser, which knows of the access point but not of what lies behind it: so a request that the
 * server did not answer starts a check of the server, repeated until it answers, and until then the
 * device counts as offline. Coming back starts the refreshes that waited.
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
  const stop = onDoubt((by) => {
    // While offline the check repeats by itself: only a person is not kept waiting for it.
    if (!isAsking && (by === 'person' || onlineManager.isOnline())) begin(ASKS_AGAIN_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
