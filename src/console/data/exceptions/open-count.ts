/**
 * How many exceptions are open: computed while the page is idle, from the lists in memory and, once, from those on the
 * device. It fetches no list. Until every kind is known there is no number, because a part of it would be taken for all.
 */
import { useSyncExternalStore } from 'react'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { offers, onOffers } from '#console/data/api/config.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { runWhenIdle } from '#console/data/api/run-chunked.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import {
  collectionKey,
  collectionOfKey,
  SYNC_AREAS_KEY,
} from '#console/data/collections/queries.ts'
import { CASES_KEY, casesQuery, type KnownCases } from '#console/data/exceptions/cases.ts'
import { countOpen, groupCases } from '#console/data/exceptions/group-cases.ts'
import { readSnapshot } from '#console/data/device/snapshot-store.ts'
import { restoreCases } from '#console/data/exceptions/stored-cases.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import { findExceptions, type FoundExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import { groupExceptions } from '#console/rows/exceptions/group-exceptions.ts'
import { syncExceptions } from '#console/rows/exceptions/sync-exceptions.ts'
import { principalOf, readSession, subscribeToSession } from '#console/session/session.ts'

let count: number | null = null
let found = new Map<FloorCollection, FoundExceptions>()
/** The kinds whose rows on the device have been read, or were not there. */
let read = new Set<FloorCollection>()
const listeners = new Set<() => void>()

/** The number of open exceptions; null until all lists of the person are known. */
export function useOpenExceptions(): number | null {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => count,
  )
}

/** Keeps the count up to date until it is stopped. */
export function startCountingExceptions(): () => void {
  let left = new AbortController()
  const again = (): void => {
    left.abort()
    left = new AbortController()
    // Another count has begun, or the cases cannot be read now.
    countNow(left.signal).then(setCount, () => undefined)
  }
  const isOfInterest = (key: readonly unknown[]): boolean =>
    key[0] === CASES_KEY[0] ||
    key[0] === SYNC_AREAS_KEY[0] ||
    RECORD_COLLECTIONS.some((name) => name === collectionOfKey(key))
  const stopCache = queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (isOfInterest(event.query.queryKey as readonly unknown[])) again()
  })
  const forget = (): void => {
    left.abort()
    found = new Map()
    read = new Set()
    setCount(null)
  }
  const stopSession = subscribeToSession(() => {
    if (readSession().token === null) forget()
  })
  const stopOffers = onOffers(again)
  again()
  return () => {
    stopCache()
    stopOffers()
    stopSession()
    forget()
  }
}

/**
 * The count; null as long as a list or the states of the cases are missing.
 * @throws the signal's reason once another count has begun
 */
async function countNow(signal: AbortSignal): Promise<number | null> {
  const session = readSession()
  const names = visibleKinds(principalOf(session))
  for (const name of names) await findIn(name, signal)
  const known = names.flatMap((name) => found.get(name) ?? [])
  if (known.length < names.length || names.length === 0) return null
  const keepsCases = offers('exceptions') && session.twoFactorVerified
  const cases = keepsCases ? await knownCases() : undefined
  signal.throwIfAborted()
  const now = serverNow()
  const areas = queryClient.getQueryData<readonly SyncArea[]>(SYNC_AREAS_KEY) ?? []
  const options = { now, isBooking: offers('bookings') }
  const { groups } = groupExceptions(known, syncExceptions(areas), options)
  return countOpen(groupCases(groups, cases, now))
}

/** Finds the exceptions of a kind in its rows; those on the device are read once, where no others are in memory. */
async function findIn(name: FloorCollection, signal: AbortSignal): Promise<void> {
  const rows = queryClient.getQueryData<Snapshot>(collectionKey(name))?.rows
  if (!rows && read.has(name)) return
  const known = rows ?? (await readSnapshot(name))?.rows
  if (known) found.set(name, await runWhenIdle(findExceptions(name, known), signal))
  signal.throwIfAborted()
  read.add(name)
}

/** Resolved and snoozed exceptions are not open, so there is no count without the cases. */
async function knownCases(): Promise<KnownCases> {
  return (await restoreCases(queryClient)) ?? queryClient.query(casesQuery())
}

function setCount(next: number | null): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
  showOnIcon(next ?? 0)
}

/** The number on the icon of the installed app, where the device shows one. */
function showOnIcon(open: number): void {
  if (typeof navigator.setAppBadge !== 'function') return
  const shown = open === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(open)
  // Refused while the app is not installed.
  void shown.catch(() => undefined)
}
