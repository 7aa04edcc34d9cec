/** The link to the server: requests report doubts here, and background requests ask here before they go. */
import { onlineManager } from '@tanstack/react-query'

/** What doubts the link: a request that failed, or a person who does not believe that it is bad. */
export type LinkDoubt = 'request' | 'person'

const listeners = new Set<(by: LinkDoubt) => void>()
let checking: Promise<void> | null = null

/** Tells of every doubt. */
export function onDoubt(listener: (by: LinkDoubt) => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Reports a request that the server does not seem to have answered, or that a person tries again. */
export function doubtLink(by: LinkDoubt = 'request'): void {
  for (const listener of listeners) listener(by)
}

/** A check of the link is under way until `answered` resolves. */
export function checkingUntil(answered: Promise<void>): void {
  checking = answered
}

/** Whether a background request may go; waits for the check that is under way. */
export async function checkLink(): Promise<boolean> {
  await checking
  return onlineManager.isOnline()
}
