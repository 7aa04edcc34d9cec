/** The exceptions in the rows that this device has, with what people decided about them. */
import { useEffect, useMemo, useState } from 'react'
import { useQueries, useQuery } from '@tanstack/react-query'
import type { Row } from '#contract/collections.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import { useOffers } from '#console/data/api/config.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { collectionQuery, forceRefetch } from '#console/data/collections/queries.ts'
import { syncAreasQuery } from '#console/data/collections/sync-runs.ts'
import {
  casesQuery,
  firstFailureIn,
  type KnownCases,
  retriedAtOf,
} from '#console/data/exceptions/cases.ts'
import { type CaseGroup, groupCases } from '#console/data/exceptions/group-cases.ts'
import { useRestoring } from '#console/data/exceptions/use-restoring.ts'
import { visibleKinds } from '#console/data/exceptions/visible-kinds.ts'
import { type ChunkedTask, runSync } from '#console/rows/chunked-task.ts'
import { findExceptions, type FoundExceptions } from '#console/rows/exceptions/find-exceptions.ts'
import { type Exceptions, groupExceptions } from '#console/rows/exceptions/group-exceptions.ts'
import { syncExceptions } from '#console/rows/exceptions/sync-exceptions.ts'
import { principalOf, useSession } from '#console/session/session.ts'

export interface ExceptionsState {
  readonly groups: readonly CaseGroup[]
  readonly exceptions: Exceptions
  /** The lists that the person may see and that have not arrived or are still being searched, with their errors. */
  readonly missing: readonly { readonly name: FloorCollection; readonly error: Error | null }[]
  readonly cases: KnownCases | undefined
  /** Whether the server keeps states, and its answer is here or expected. */
  readonly hasCases: boolean
  /** Whether the device is being read for the first time, so that what is missing may arrive in a moment. */
  readonly isRestoring: boolean
  /** The oldest of the lists, in ms by the server's clock; null without any. */
  readonly fetchedAt: number | null
  readonly now: number
  readonly isRefreshing: boolean
  /** Fetches the lists and the cases now, because a person asked; resolves to whether all have arrived. */
  readonly refresh: () => Promise<boolean>
}

/** Reads the lists of all visible kinds and keeps them fresh while the component is mounted. */
export function useExceptions(): ExceptionsState {
  const session = useSession()
  const offers = useOffers()
  const enabled = session.token !== null
  const names = visibleKinds(principalOf(session))
  const lists = useQueries({
    queries: names.map((name) => ({ ...collectionQuery(name), enabled })),
  })
  const hasSyncs = offers.includes('syncs')
  // Without a second factor, or without a flag of the four lists, the server refuses.
  const hasCases = offers.includes('exceptions') && session.twoFactorVerified && names.length > 0
  const areas = useQuery({
    ...syncAreasQuery(),
    enabled: enabled && hasSyncs && session.twoFactorVerified,
  }).data
  const known = useQuery({ ...casesQuery(), enabled: enabled && hasCases })
  const cases = hasCases ? known.data : undefined
  const lacksCases = hasCases && cases === undefined
  const isRestoring = useRestoring(
    names.filter((_, nth) => lists[nth]?.data === undefined),
    lacksCases,
  )
  const { found, searched } = useFound(
    names.flatMap((name, nth) => {
      const rows = lists[nth]?.data?.rows
      return rows ? [{ name, rows }] : []
    }),
  )
  const now = useNow()
  const isBooking = offers.includes('bookings')
  const { exceptions, groups } = useMemo(() => {
    const retriedAt = retriedAtOf(cases?.retries ?? [])
    const firstFailedAt = (key: string) => firstFailureIn(cases, key)
    const options = { now, isBooking, retriedAt, firstFailedAt }
    const all = groupExceptions(found, syncExceptions(areas ?? []), options)
    return { exceptions: all, groups: groupCases(all.groups, cases, now) }
  }, [found, areas, cases, now, isBooking])
  const isThere = (name: FloorCollection, nth: number): boolean =>
    lists[nth]?.data !== undefined && searched.includes(name)
  const times = names.flatMap((name, nth) =>
    isThere(name, nth) ? (lists[nth]?.data?.fetchedAt ?? []) : [],
  )
  return {
    groups,
    exceptions,
    missing: names.flatMap((name, nth) =>
      isThere(name, nth)
        ? []
        : [{ name, error: (!lists[nth]?.data && lists[nth]?.failureReason) || null }],
    ),
    isRestoring,
    cases,
    hasCases,
    fetchedAt: times.length === 0 ? null : Math.min(...times),
    now,
    isRefreshing: lists.some(({ isFetching }) => isFetching),
    refresh: async () => {
      for (const name of names) forceRefetch(name)
      const ended = await Promise.all([
        ...lists.map((list) => list.refetch()),
        ...(hasCases ? [known.refetch()] : []),
      ])
      return ended.every(({ isError }) => !isError)
    },
  }
}

interface NamedRows {
  readonly name: FloorCollection
  readonly rows: readonly Row[]
}

/** Rows that are read at once; more are read in slices, while what was found before stays. */
const AT_ONCE = 25_000

interface Found {
  readonly of: readonly NamedRows[]
  readonly found: readonly FoundExceptions[]
}

const NOTHING: Found = { of: [], found: [] }

/** The exceptions in the rows, and the lists that were searched, perhaps with older rows. */
function useFound(given: readonly NamedRows[]) {
  const [shown, setShown] = useState(NOTHING)
  const [lists, setLists] = useState(given)
  if (!isSame(lists, given)) setLists(given)
  const isDue = !isSame(lists, shown.of)
  const isShort = lists.reduce((sum, { rows }) => sum + rows.length, 0) <= AT_ONCE
  if (isDue && isShort) setShown({ of: lists, found: runSync(findIn(lists)) })
  const isLong = isDue && !isShort
  useEffect(() => {
    if (!isLong) return undefined
    const left = new AbortController()
    runChunked(findIn(lists), left.signal).then(
      (found) => setShown({ of: lists, found }),
      // Left, or other rows have arrived.
      () => undefined,
    )
    return () => left.abort()
  }, [isLong, lists])
  return { found: shown.found, searched: shown.of.map(({ name }) => name) }
}

function* findIn(lists: readonly NamedRows[]): ChunkedTask<readonly FoundExceptions[]> {
  const found: FoundExceptions[] = []
  for (const { name, rows } of lists) found.push(yield* findExceptions(name, rows))
  return found
}

function isSame(one: readonly NamedRows[], other: readonly NamedRows[]): boolean {
  return one.length === other.length && one.every(({ rows }, nth) => rows === other[nth]?.rows)
}

const TICK_MS = 60_000

/** The time of the last tick: a snooze ends and an answer becomes overdue without any change of the rows. */
function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
