/** The run-time settings of the console, and what its server offers beside section 7 (decisions/product/other-servers.md). */
import { useSyncExternalStore } from 'react'
import { readConfig, type ConsoleConfig } from '#contract/config.ts'
import type { Offer } from '#contract/offers.ts'

let current = readConfig(null)
const listeners = new Set<() => void>()

/** The settings in force. */
export function consoleConfig(): ConsoleConfig {
  return current
}

/** Puts settings in force. */
export function takeConfig(config: ConsoleConfig): void {
  const before = current.offers
  current = config
  if (before.join() === config.offers.join()) return
  for (const listener of listeners) listener()
}

/** Whether the server has something beside the calls of section 7. */
export function offers(offer: Offer): boolean {
  return current.offers.includes(offer)
}

/** Tells when other things are offered: the settings may arrive after the kept copy was used. */
export function onOffers(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All that is offered, for drawing. */
export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(onOffers, () => current.offers)
}
