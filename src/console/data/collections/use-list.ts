/** A list that a screen shows beside its own: what is there of it, or why there is nothing. */
import { useSyncExternalStore } from 'react'
import { opensRoute } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { type ListName, listOf } from '#contract/lists.ts'
import { useOffers } from '#console/data/api/config.ts'
import { useOnline } from '#console/data/api/use-online.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { principalOf, readSession, subscribeToSession } from '#console/session/session.ts'

/** A list beside a screen. */
export type ListBeside =
  | {
      readonly kind: 'here'
      readonly rows: readonly Row[]
      /** When the ERP returned the rows, and when they were fetched, in ms by the server's clock. */
      readonly asOf: number | null
      readonly fetchedAt: number
      readonly isRefreshing: boolean
    }
  /** It is on its way. */
  | { readonly kind: 'coming' }
  /** It is not on this device, and the server cannot be reached or did not answer. */
  | { readonly kind: 'missing' }
  /** This person may not see it, or the server does not have it. */
  | { readonly kind: 'denied' }
  | { readonly kind: 'unoffered' }

/** Reads a list if this person may see it and the server has it; nothing is asked for otherwise. */
export function useList(name: ListName): ListBeside {
  const { access, offer } = listOf(name)
  const offers = useOffers()
  const isAllowed = useSyncExternalStore(subscribeToSession, () =>
    opensRoute(access, principalOf(readSession())),
  )
  const isOffered = offer === undefined || offers.includes(offer)
  const { snapshot, isRefreshing, error } = useCollection(name, isAllowed && isOffered)
  const online = useOnline()
  if (!isAllowed) return { kind: 'denied' }
  if (!isOffered) return { kind: 'unoffered' }
  if (snapshot) {
    const { rows, asOf, fetchedAt } = snapshot
    return { kind: 'here', rows, asOf, fetchedAt, isRefreshing }
  }
  return error || !online ? { kind: 'missing' } : { kind: 'coming' }
}
