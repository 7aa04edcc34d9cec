/**
 * The run-time settings of the console, and what its server offers besides section 7
 * (decisions/product/other-servers.md).
 */
import { useSyncExternalStore } from 'react'
import { readConfig, type ConsoleConfig } from '#contract/config.ts'
import type { Offer } from '#contract/offers.ts'

let current = readConfig(null)
const listeners = new Set<() => void>()
const offerListeners = new Set<() => void>()

/** The current settings. */
export function consoleConfig(): ConsoleConfig {
  return current
}

/** Replaces the current settings. */
export function applyConfig(config: ConsoleConfig): void {
  const before = current.offers
  current = config
  for (const listener of listeners) listener()
  if (before.join() === config.offers.join()) return
  for (const listener of offerListeners) listener()
}

/** Whether the server offers something besides the calls of section 7. */
export function offers(offer: Offer): boolean {
  return current.offers.includes(offer)
}

/**
 * How passkeys sign in at this address: alone, after the password, or not at all. A passkey belongs to one
 * host name (decisions/server/passkeys.md), and the server must offer its calls.
 */
export function passkeyWay(): 'alone' | 'second-factor' | null {
  const { passkeys: site } = current
  if (!site || !offers('passkeys') || !('PublicKeyCredential' in window)) return null
  const { hostname } = window.location
  if (hostname !== site.host && !hostname.endsWith(`.${site.host}`)) return null
  return site.alone ? 'alone' : 'second-factor'
}

/** The same, as a hook. */
export function usePasskeyWay(): ReturnType<typeof passkeyWay> {
  return useSyncExternalStore(onConfig, passkeyWay)
}

/** Calls the listener when the offers change: the settings may arrive after the stored copy was used. */
export function onOffers(listener: () => void): () => void {
  offerListeners.add(listener)
  return () => offerListeners.delete(listener)
}

/** The current offers, as a hook. */
export function useOffers(): readonly Offer[] {
  return useSyncExternalStore(onOffers, () => current.offers)
}

/** Whether our server refuses every registration now, as a hook; another server does not say. */
export function useRegistrationClosed(): boolean {
  return useSyncExternalStore(onConfig, () => current.registrationClosed === true)
}

/** Whether our server waits for its first super admin, as a hook. */
export function useFirstAdminNeeded(): boolean {
  return useSyncExternalStore(onConfig, () => current.firstAdminNeeded === true)
}

function onConfig(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
