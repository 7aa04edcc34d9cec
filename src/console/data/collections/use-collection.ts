/** One collection for a screen or a card: stored rows first, refreshed in the background. */
import { useEffect, useState } from 'react'
import {
  onlineManager,
  useIsFetching,
  useQuery,
  useQueryClient,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { ListName } from '#contract/lists.ts'
import { Fault } from '#console/data/api/fault.ts'
import { prefetchedHeadRows, readHeadRows } from '#console/data/device/snapshot-store.ts'
import type { Head } from '#console/data/device/snapshot-format.ts'
import { reportLinkTrouble } from '#console/data/api/link-check.ts'
import { useArrival, type ShownArrival } from '#console/data/collections/arrivals.ts'
import { restoreArrival } from '#console/data/collections/fetch-in-parts.ts'
import { useListProgress, type ListProgress } from '#console/data/collections/list-progress.ts'
import {
  collectionOfKey,
  collectionQuery,
  forceRefetch,
} from '#console/data/collections/queries.ts'
import { restoreSnapshot } from '#console/data/collections/snapshots.ts'
import { toServerTime } from '#console/data/api/server-clock.ts'
import { useSession } from '#console/session/session.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'

/** What is known about a collection, and the outcome of the last refresh. */
export interface CollectionState {
  /** Undefined until there are rows to show. */
  readonly snapshot: Snapshot | undefined
  /** The first rows of a list, while the others are still being read from the device. */
  readonly head: Head | undefined
  /** What has arrived of a list, while its other parts are still coming. */
  readonly arrival: ShownArrival | undefined
  /** How much has arrived of a list that comes in one answer. */
  readonly progress: ListProgress | undefined
  readonly isRefreshing: boolean
  /** Whether a person asked for a refresh and is waiting. */
  readonly isAsked: boolean
  /**
   * Why the latest fetch failed; the rows stay. If there are no rows or a person is waiting, also
   * the error of the first attempt, while retries continue.
   */
  readonly error: Error | null
  /** When the last fetch was given up, in ms by the server's clock. */
  readonly failedAt: number | null
  /** Fetches now; resolves as soon as it has succeeded or a first attempt has failed. */
  readonly refresh: () => Promise<{ readonly error: Error | null }>
}

/**
 * Reads a list and keeps it fresh while the component is mounted.
 * @param isWanted false for a list that this person may not see or the server does not offer: nothing is read then
 */
export function useCollection(name: ListName, isWanted = true): CollectionState {
  const client = useQueryClient()
  // A screen stays mounted for a moment after its session has ended, and must not fetch without
  // one.
  const enabled = useSession().token !== null && isWanted
  const query = useQuery({ ...collectionQuery(name), enabled })
  const [asked, setAsked] = useState(0)
  const missing = query.data === undefined
  const arrival = useArrival(name)
  const progress = useListProgress(name)
  const [first, setFirst] = useState(() => ({ name, head: prefetchedHeadRows(name) }))
  useEffect(() => {
    if (!missing || !isWanted) return undefined
    let isHere = true
    void readHeadRows(name).then((head) => {
      // Prefetched rows have been drawn already.
      if (isHere && head)
        setFirst((last) => (last.name === name && last.head === head ? last : { name, head }))
      // Also shown if no more can be fetched.
      if (isHere && !head) void restoreArrival(name)
    })
    void restoreSnapshot(client, name)
    return () => {
      isHere = false
    }
  }, [client, name, missing, isWanted])
  return {
    snapshot: query.data,
    head: (missing && enabled && first.name === name && first.head) || undefined,
    arrival: (missing && enabled && arrival) || undefined,
    progress,
    isRefreshing: query.isFetching,
    isAsked: asked > 0,
    error: problemOf(query, asked > 0),
    failedAt: query.error === null ? null : toServerTime(query.errorUpdatedAt),
    refresh: () => {
      setAsked((count) => count + 1)
      forceRefetch(name)
      if (!onlineManager.isOnline()) reportLinkTrouble('person')
      const whole = query.refetch().then(({ error }) => ({ error }))
      return Promise.race([whole, firstFailure(client, name, whole)]).finally(
        () => void whole.finally(() => setAsked((count) => count - 1)),
      )
    },
  }
}

/** The error of the first of several attempts; never settles if none fails. */
function firstFailure(
  client: QueryClient,
  name: ListName,
  until: Promise<unknown>,
): Promise<{ readonly error: Error }> {
  return new Promise((resolve) => {
    const stop = client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'failed') return
      if (collectionOfKey(event.query.queryKey as unknown) !== name) return
      resolve({ error: event.action.error as Error })
    })
    void until.finally(stop)
  })
}

function problemOf(query: UseQueryResult<Snapshot>, isAsked: boolean): Error | null {
  if (query.data !== undefined && !isAsked) return query.error
  if (query.failureReason) return query.failureReason
  if (query.data !== undefined) return query.error
  return query.fetchStatus === 'paused' ? new Fault({ kind: 'network' }) : null
}

/** Whether any collection is being fetched, for the loading bar. */
export function useIsFetchingCollections(): boolean {
  return useIsFetching({ predicate: (query) => collectionOfKey(query.queryKey) !== null }) > 0
}
