/**
 * How many exceptions are open, as far as this device knows: computed while the page is idle, from lists that are in
 * memory for other reasons. It asks the server for nothing and keeps no list in memory.
 */
import { useSyncExternalStore } from 'react'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import type { SyncArea } from '#contract/sync/runs.ts'
import { offers } from '#console/data/api/config.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { runWhenIdle } from '#console/data/api/run-chunked.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import {
  collectionKey,
  collectionOfKey,
  SYNC_AREAS_KEY,
} from '#console/data/collections/queries.ts'
import { CASES_KEY, type KnownCases } from '#console/data/exceptions/cases.ts'
import { countOpen, groupCases } from '#console/data/exceptions/group-cases.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import type { ChunkedTask } from '#console/rows/chunked-task.ts'
import { findExceptions, type FoundExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import { groupExceptions } from '#console/rows/exceptions/group-exceptions.ts'
import { syncExceptions } from '#console/rows/exceptions/sync-exceptions.ts'
import { principalOf, readSession, subscribeToSession } from '#console/session/session.ts'

let count: number | null = null
let found = new Map<FloorCollection, FoundExceptions>()
const listeners = new Set<() => void>()

/** The number of open exceptions; null until a list is known. */
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
    runWhenIdle(countNow(), left.signal).then(setCount, () => undefined)
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
    setCount(null)
  }
  const stopSession = subscribeToSession(() => {
    if (readSession().token === null) forget()
  })
  again()
  return () => {
    stopCache()
    stopSession()
    forget()
  }
}

function* countNow(): ChunkedTask<number | null> {
  const names = visibleKinds(principalOf(readSession()))
  for (const name of names) {
    const rows: readonly Row[] | undefined = queryClient.getQueryData<Snapshot>(
      collectionKey(name),
    )?.rows
    if (rows) found.set(name, yield* findExceptions(name, rows))
  }
  const known = names.flatMap((name) => found.get(name) ?? [])
  if (known.length === 0) return null
  const now = serverNow()
  const areas = queryClient.getQueryData<readonly SyncArea[]>(SYNC_AREAS_KEY) ?? []
  const options = { now, isBooking: offers('bookings') }
  const { groups } = groupExceptions(known, syncExceptions(areas), options)
  const cases = queryClient.getQueryData<KnownCases>(CASES_KEY)
  return countOpen(groupCases(groups, cases, now))
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
