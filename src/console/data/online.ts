/** Whether the server can be reached: what the browser says, corrected by what requests show. */
import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'
import { onNetworkFailure, reachesServer } from '#console/data/send.ts'

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
 * the browser, which knows of the access point but not of what lies behind it: so a request without
 * an answer is followed by a question to the server, and while that has none either the device
 * counts as offline. Coming back starts the refreshes that waited.
 */
export function startOnline(): () => void {
  onlineManager.setOnline(navigator.onLine)
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const ask = async (wait: number): Promise<void> => {
    isAsking = true
    if (await reachesServer()) {
      isAsking = false
      onlineManager.setOnline(true)
      return
    }
    onlineManager.setOnline(false)
    timer = setTimeout(() => void ask(Math.min(wait * 2, ASKS_AT_LEAST_EVERY_MS)), wait)
  }
  const stop = onNetworkFailure(() => {
    if (!isAsking) void ask(ASKS_AGAIN_AFTER_MS)
  })
  return () => {
    clearTimeout(timer)
    stop()
  }
}
