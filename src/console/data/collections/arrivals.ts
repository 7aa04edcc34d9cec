/** Lists that arrive in parts: what is here while the other parts are still coming. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Row } from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import { listShapeOf } from '#console/rows/list-shapes.ts'

/** The rows of a range of keys, as of a sequence. */
export interface ArrivedPart {
  readonly rows: readonly Row[]
  readonly seq: number
  /** The checksum of the rows. */
  readonly sum: string
}

/** What the server said of the whole list with a part. */
export interface ListFacts {
  readonly seq: number
  readonly count: number
  readonly sum: string
  readonly etag: string | null
}

/** A list whose parts are not all here. */
export interface Arrival {
  readonly epoch: string
  /** With the latest part that this page received. */
  readonly latest?: ListFacts
  /** The keys at which the second and all later parts start. */
  readonly starts: readonly string[]
  /** In the order of their keys; null where one is missing. */
  readonly parts: readonly (ArrivedPart | null)[]
  /** How many rows the list had when its latest part was sent. */
  readonly of: number
  readonly asOf: number | null
  /** When its first part was fetched, in ms by the server's clock: parts from the device are as old as that. */
  readonly fetchedAt: number
}

/** What a screen shows of such a list. */
export interface ShownArrival {
  /** The rows of the first parts, up to one that is missing, without the records of an incomplete group. */
  readonly rows: readonly Row[]
  /** How many rows have arrived, and how many the list has. */
  readonly here: number
  readonly of: number
  readonly asOf: number | null
  readonly fetchedAt: number
}

const arrivals = new Map<ListName, Arrival>()
const shown = new Map<ListName, ShownArrival>()
const listeners = new Set<() => void>()

/** The parts of a list that are here, if it is arriving. */
export function arrivalOf(name: ListName): Arrival | undefined {
  return arrivals.get(name)
}

/** Records what has arrived; resolves when screens show it. */
export async function setArrival(name: ListName, arrival: Arrival): Promise<void> {
  arrivals.set(name, arrival)
  const show = await shownOf(name, arrival)
  // A part that arrived meanwhile shows more.
  if (arrivals.get(name) === arrival) setShown(name, show)
}

/** Forgets the parts of a list that is complete. Screens show them until they have the list. */
export function endArrival(name: ListName): void {
  arrivals.delete(name)
}

/** Ends showing parts of a list that screens have. */
export function hideArrival(name: ListName): void {
  setShown(name, null)
}

/** Forgets all lists when a session ends. */
export function forgetArrivals(): void {
  arrivals.clear()
  for (const name of shown.keys()) hideArrival(name)
}

/** What to show of a list while it arrives, as a hook. */
export function useArrival(name: ListName): ShownArrival | undefined {
  return useSyncExternalStore(
    subscribe,
    useCallback(() => shown.get(name), [name]),
  )
}

/** A table is only made for twice as many rows as the last one, so that all of them cost as much as two. */
const GROWTH = 2

async function shownOf(
  name: ListName,
  { parts, of, asOf, fetchedAt }: Arrival,
): Promise<ShownArrival> {
  const gap = parts.indexOf(null)
  const isAll = gap === -1
  const before = shown.get(name)
  const rows = parts.slice(0, isAll ? parts.length : gap).flatMap((part) => part?.rows ?? [])
  const isWorth = !before || isAll || rows.length >= before.rows.length * GROWTH
  return {
    rows: isWorth ? await completeGroups(name, rows, isAll) : before.rows,
    here: parts.reduce((sum, part) => sum + (part?.rows.length ?? 0), 0),
    of,
    asOf,
    fetchedAt,
  }
}

/** With some records of a group missing, its sum would be wrong. The next part begins with them. */
async function completeGroups(
  name: ListName,
  rows: readonly Row[],
  isAll: boolean,
): Promise<readonly Row[]> {
  const { groupRecords } = listShapeOf(name)
  const last = rows.at(-1)
  if (isAll || !groupRecords || !last) return rows
  const groups = await runChunked(groupRecords(rows))
  const left = new Set(groups.find((group) => group.includes(last)))
  return rows.filter((row) => !left.has(row))
}

function setShown(name: ListName, show: ShownArrival | null): void {
  const hasChanged = show ? shown.set(name, show) : shown.delete(name)
  if (hasChanged) for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
