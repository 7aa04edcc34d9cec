/**
 * Fetches a list that is not on the device in parts, where the server offers it. Each part is shown and stored when it
 * arrives, and is never requested again (decisions/console/collections.md).
 */
import type { ListName } from '#contract/lists.ts'
import { columnsSum, combinedSum, EMPTY_SUM } from '#contract/sync/checksum.ts'
import type { Columns } from '#contract/sync/columns.ts'
import { rowsOfColumns } from '#console/data/api/column-rows.ts'
import {
  fetchCollection,
  type FetchOptions,
  type Snapshot,
} from '#console/data/api/fetch-collection.ts'
import { fetchFirstPart, fetchPart } from '#console/data/api/fetch-part.ts'
import { rememberSum } from '#console/data/api/merge.ts'
import { runChunked } from '#console/data/api/run-chunked.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import {
  arrivalOf,
  endArrival,
  setArrival,
  type Arrival,
  type ArrivedPart,
} from '#console/data/collections/arrivals.ts'
import {
  readStoredArrival,
  recordCompleteArrival,
  storeArrivedPart,
} from '#console/data/device/stored-arrival.ts'
import { mayStillWrite } from '#console/data/device/write-guard.ts'

/** Fills the line while an answer is under way, and leaves slots of the queue to other requests. */
const PARTS_AT_ONCE = 3

/**
 * Fetches a list part by part, beginning with the parts that are here. The checksum that comes with a part proves a
 * list whose parts have one sequence. What changed on the server between them comes as a delta at the end, with a
 * checksum of its own.
 * @throws Fault if a part does not arrive; those that did are kept for the next attempt
 */
export async function fetchInParts(name: ListName, options: FetchOptions): Promise<Snapshot> {
  const begun = (await restoreArrival(name)) ?? (await fetchFirst(name, options))
  if ('rows' in begun) return begun
  // With all parts here no answer says what the list is now: a sync may have ended since they came.
  const isAsked = begun.parts.includes(null)
  const parts = await fetchMissing(name, options)
  const known = parts && (await joined(name, parts))
  const isProven = isAsked && known !== null && known.etag !== null
  const snapshot = isProven ? known : await fetchCollection(name, known ?? undefined, options)
  endArrival(name)
  return snapshot
}

/** The parts of a list that arrived before, in this page or an earlier one; null if there are none. */
export async function restoreArrival(name: ListName): Promise<Arrival | null> {
  const known = arrivalOf(name)
  if (known) return known
  const isWanted = mayStillWrite(name)
  const stored = await readStoredArrival(name)
  if (!stored) return arrivalOf(name) ?? null
  const parts: (ArrivedPart | null)[] = []
  for (const part of stored.parts)
    parts.push(
      part && { seq: part.seq, sum: part.sum, rows: await runChunked(rowsOfColumns(part.put)) },
    )
  // Another caller may have been faster, and the session may have ended.
  if (isWanted() && !arrivalOf(name)) await setArrival(name, { ...stored, parts })
  return arrivalOf(name) ?? null
}

/** Begins a list, or returns all of it if it is short or the server sent it whole. */
async function fetchFirst(name: ListName, options: FetchOptions): Promise<Arrival | Snapshot> {
  const isWanted = mayStillWrite(name)
  const first = await fetchFirstPart(name, options)
  if (first === null) return fetchCollection(name, undefined, options)
  if ('rows' in first) return first
  const { part, asOf, etag } = first
  const { epoch, seq, starts = [], count: of } = part
  const { rows, sum } = await readColumns(part.data, options.signal)
  if (starts.length === 0) {
    if (rows.length !== of || sum !== part.sum) return fetchCollection(name, undefined, options)
    rememberSum(rows, sum)
    return { rows, etag, cursor: { since: seq, epoch }, asOf, fetchedAt: serverNow() }
  }
  options.signal.throwIfAborted()
  const arrival: Arrival = {
    epoch,
    starts,
    latest: { seq, count: of, sum: part.sum, etag },
    of,
    asOf,
    fetchedAt: serverNow(),
    parts: [{ rows, seq, sum }, ...starts.map(() => null)],
  }
  await setArrival(name, arrival)
  void storeArrivedPart(name, arrival, { nth: 0, seq, put: part.data, sum }, isWanted)
  return arrival
}

/** Fetches all missing parts; null if the server has begun another epoch or sends no parts any more. */
async function fetchMissing(
  name: ListName,
  options: FetchOptions,
): Promise<readonly ArrivedPart[] | null> {
  const { epoch, parts } = arrivalOf(name) ?? { epoch: '', parts: [] }
  const missing = parts.flatMap((part, nth) => (part ? [] : [nth]))
  let isSame = true
  const next = async (): Promise<void> => {
    for (let nth = missing.shift(); nth !== undefined && isSame; nth = missing.shift())
      isSame = await fetchOne(name, nth, epoch, options)
  }
  const lanes = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, next))
  for (const lane of lanes) if (lane.status === 'rejected') throw lane.reason
  const all = arrivalOf(name)?.parts.filter((part) => part !== null)
  return isSame && all?.length === parts.length ? all : null
}

/** Fetches one part; returns whether it belongs to the others. */
async function fetchOne(
  name: ListName,
  nth: number,
  epoch: string,
  options: FetchOptions,
): Promise<boolean> {
  const isWanted = mayStillWrite(name)
  const { starts } = arrivalOf(name) ?? { starts: [] }
  const from = starts[nth - 1]
  if (from === undefined) return false
  const range = { from, to: starts[nth] ?? null }
  const fetched = await fetchPart(name, range, options)
  if (fetched?.part.epoch !== epoch) return false
  const { seq, count: of, sum, data } = fetched.part
  const { asOf, etag } = fetched
  const arrived = { seq, ...(await readColumns(data, options.signal)) }
  const arrival = arrivalOf(name)
  if (!arrival || arrival.epoch !== epoch || !isWanted()) return false
  const parts = arrival.parts.with(nth, arrived)
  const latest = { seq, count: of, sum, etag }
  const now = { ...arrival, latest, of, asOf, parts }
  await setArrival(name, now)
  void storeArrivedPart(name, now, { nth, seq, put: data, sum: arrived.sum }, isWanted)
  return true
}

/**
 * The parts as one list at the earliest of their sequences, from which a delta leads to the present. It has a tag if
 * it is proven to be the list of the server.
 */
async function joined(name: ListName, parts: readonly ArrivedPart[]): Promise<Snapshot | null> {
  const arrival = arrivalOf(name)
  if (!arrival) return null
  const { epoch, asOf, latest } = arrival
  const rows = parts.flatMap((part) => part.rows)
  const sum = parts.map((part) => part.sum).reduce(combinedSum, EMPTY_SUM)
  rememberSum(rows, sum)
  await recordCompleteArrival(name, rows)
  const since = Math.min(...parts.map(({ seq }) => seq))
  const isOneSequence = parts.every(({ seq }) => seq === latest?.seq)
  const isProven = isOneSequence && sum === latest?.sum && rows.length === latest.count
  const etag = isProven ? latest.etag : null
  return { rows, etag, cursor: { since, epoch }, asOf, fetchedAt: serverNow() }
}

async function readColumns(
  columns: Columns,
  signal?: AbortSignal,
): Promise<Pick<ArrivedPart, 'rows' | 'sum'>> {
  const rows = await runChunked(rowsOfColumns(columns), signal)
  return { rows, sum: columnsSum(columns) }
}
