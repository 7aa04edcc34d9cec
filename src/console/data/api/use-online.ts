/** The online state for components; online.ts, which keeps it correct, comes with the calls. */
import { useSyncExternalStore } from 'react'
import { onlineManager } from '@tanstack/react-query'

/** Whether the server can be reached, as a hook. */
export function useOnline(): boolean {
  return useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
}
