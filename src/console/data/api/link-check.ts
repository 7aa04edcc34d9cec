/**
 * The state of the link to the server: requests report doubts here, and background requests check
 * it before they are sent.
 */
import { onlineManager } from '@tanstack/react-query'

/** Who doubts the link: a failed request, or a person who retries. */
export type LinkTroubleSource = 'request' | 'person'

const listeners = new Set<(by: LinkTroubleSource) => void>()
let checking: Promise<void> | null = null
/** A doubt from before anyone listened: what checks the link comes after the sign-in page. */
let unheard: LinkTroubleSource | null = null

/** Calls the listener on every doubt. */
export function onLinkTrouble(listener: (by: LinkTroubleSource) => void): () => void {
  listeners.add(listener)
  if (unheard !== null) listener(unheard)
  unheard = null
  return () => listeners.delete(listener)
}

/** Reports a request that the server seems not to have answered, or a retry by a person. */
export function reportLinkTrouble(by: LinkTroubleSource = 'request'): void {
  if (listeners.size === 0) unheard = by
  for (const listener of listeners) listener(by)
}

/** Marks a link check as in progress until `answered` resolves. */
export function checkingUntil(answered: Promise<void>): void {
  checking = answered
}

/** Whether a background request may be sent; waits for a check in progress. */
export async function checkLink(): Promise<boolean> {
  await checking
  return onlineManager.isOnline()
}

/**
 * Resolves once requests may be sent: at once, or when the link is back.
 * @throws the reason of the signal once it is aborted
 */
export async function waitForLink(signal: AbortSignal): Promise<void> {
  await checking
  signal.throwIfAborted()
  if (onlineManager.isOnline()) return
  await new Promise<void>((resolve, reject) => {
    const settle = (finish: () => void): void => {
      stop()
      signal.removeEventListener('abort', giveUp)
      finish()
    }
    const giveUp = (): void => settle(() => reject(signal.reason as Error))
    const stop = onlineManager.subscribe((isOnline) => {
      if (isOnline) settle(resolve)
    })
    signal.addEventListener('abort', giveUp)
  })
}
