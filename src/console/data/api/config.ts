/**
 * The run-time settings of the console, and what its server offers besides section 7
 * (decisions/product/other-servers.md).
 */
import { useSyncExternalStore } from 'react'
import { readConfig, type ConsoleConfig } from '#contract/config.ts'
import type { Offer } from '#contract/offers.ts'

let current = readConfig(null)
const listeners = new Set<() => void>()

/** The current settings. */
export function consoleConfig(): ConsoleConfig {
  return current
}

/** Replaces the current settings. */
export function applyConfig(config: ConsoleConfig): void {
  const before = current.offers
  current = config
  if (before.join() === config.offers.join()) return
  for (const listener of listeners) listener()
}

/** Whether the server offers something besides the calls of section 7. */
export function offers(offer: Offer): boolean {
  return current.offers.includes(offer)
}

/** Calls the listener when the offers change: the settings may arrive after the stored copy was used. */
export function onOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current offers, as a hook. */
export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(onOffers, () => current.offers)
}
