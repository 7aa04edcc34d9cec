/** Whether the server can be reached: what the browser says, and what the last request showed. */
import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'

/** Whether the device believes that it has a network. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}

/** The library starts as online and only listens to events: tell it what the browser says at the start. */
export function startOnline(): void {
  onlineManager.setOnline(navigator.onLine)
}
