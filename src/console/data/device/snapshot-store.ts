/** Finds and decrypts the signed-in admin's rows on the device (decisions/console/offline.md). */
import type { Row } from '#contract/collections.ts'
import type { ListName } from '#contract/lists.ts'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import { fromColumns } from '#contract/sync/columns.ts'
import { combinedSum, createSum, EMPTY_SUM } from '#contract/sync/checksum.ts'
import {
  HEAD_PART,
  recordId,
  RECORD_FORMAT,
  type DeviceRecord,
} from '#console/data/device/device-record.ts'
import {
  readParts,
  readRecordAndHead,
  removeUnreadable,
} from '#console/data/device/device-store.ts'
import { parsePlan, parseStoredPart } from '#console/data/device/part-format.ts'
import {
  applySnapshotDeltas,
  parseHead,
  type Head,
  type SnapshotDelta,
} from '#console/data/device/snapshot-format.ts'
import { forgetStoredArrivals } from '#console/data/device/stored-arrival.ts'
import {
  forgetKey,
  openContent,
  openPart,
  partName,
} from '#console/data/device/snapshot-sealing.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  storedFirstRows,
  storedVersions,
  recordOnDevice,
  readVersion,
} from '#console/data/device/stored-versions.ts'
import { rowsOfColumns } from '#console/data/api/column-rows.ts'
import { rememberSum, reuseUnchangedRows } from '#console/data/api/merge.ts'
import { forgetStorageResults } from '#console/data/device/storage-room.ts'
import { isLater, serverNow } from '#console/data/api/server-clock.ts'
import { createPace, runAtPace, runChunked, waitForIdle } from '#console/data/api/run-chunked.ts'
import { sameGeneration } from '#console/data/device/write-guard.ts'
import { readSession } from '#console/session/session.ts'

const ahead = new Map<string, Ahead>()
const opening = new Map<string, Promise<Opened | null>>()
const reading = new Map<string, Promise<Snapshot | null>>()

/** Forgets what is known about the stored rows. */
export function forgetStoredState(): void {
  storedVersions.clear()
  storedFirstRows.clear()
  forgetStorageResults()
  forgetStoredArrivals()
  forgetKey()
  ahead.clear()
  opening.clear()
  reading.clear()
}

/**
 * The stored rows; null if there are none or only first rows. Rows that are older than 7 days, have
 * another format or cannot be decrypted are removed. Concurrent callers get the same rows.
 */
export function readSnapshot(name: ListName): Promise<Snapshot | null> {
  return once(reading, name, async (id) => {
    const isSameSession = sameGeneration()
    const there = await openHead(name)
    const isWhole = there !== null && !there.record.isFirstOnly
    // Concurrent callers of `readHeadRows` get the prefetched rows.
    const snapshot = isWhole ? await withParts(name, there) : null
    ahead.delete(id)
    if (snapshot !== null) recordOnDevice(snapshot)
    // A lock takes the key away in the middle, and its rows are for the next sign-in.
    else if (isWhole && isSameSession()) await removeUnreadable(there.record)
    return snapshot
  })
}

/** The first rows of a list, long before all of a long one; null if nothing is stored. */
export async function readHeadRows(name: ListName): Promise<Head | null> {
  return (await openHead(name))?.head ?? null
}

/** The first rows if they were prefetched and have arrived, so that the first render has them. */
export function prefetchedHeadRows(name: ListName): Head | null {
  return ahead.get(recordId(readSession().username ?? '', name))?.opened?.head ?? null
}

/** A screen that opens later than this reads the rows itself. */
const OPENED_AHEAD_MS = 3_000

/** Reads the first rows of a list whose screen is about to open; resolves when they have arrived. */
export async function prefetchRows(name: ListName): Promise<void> {
  const { username } = readSession()
  if (username === null) return
  const id = recordId(username, name)
  const begun: Ahead = { opening: openHead(name), opened: null }
  ahead.set(id, begun)
  setTimeout(() => ahead.delete(id), OPENED_AHEAD_MS)
  begun.opened = await begun.opening
}

/**
 * Rows just stored by another tab: newer than those known here and fetched within the last
 * `freshMs`. Null if there are none, and for long lists, where fetching the changes is cheaper than
 * reading all rows.
 */
export async function readNewerSnapshot(
  name: ListName,
  known: Snapshot,
  freshMs: number,
): Promise<Snapshot | null> {
  const there = await openHead(name)
  if (there === null) return null
  const {
    of,
    lines: _lines,
    sortedBy: _order,
    isAlone: _alone,
    sum: _sum,
    ...snapshot
  } = there.head
  const isNewer = isLater(snapshot.fetchedAt, known.fetchedAt) && of === snapshot.rows.length
  if (!isNewer || serverNow() - snapshot.fetchedAt >= freshMs) return null
  const rows = await reuseUnchangedRows(
    name,
    known.rows,
    snapshot.rows,
    new AbortController().signal,
  )
  const shared = { ...snapshot, rows }
  recordOnDevice(shared)
  return shared
}

interface Opened {
  readonly record: DeviceRecord
  readonly head: Head
}

interface Ahead {
  readonly opening: Promise<Opened | null>
  opened: Opened | null
}

function openHead(name: ListName): Promise<Opened | null> {
  const known = ahead.get(recordId(readSession().username ?? '', name))
  if (known) return known.opening
  return once(opening, name, async (id) => {
    const isSameSession = sameGeneration()
    const stored = await readRecordAndHead(id)
    if (!stored) return null
    const { record } = stored
    const tooOld = serverNow() - record.fetchedAt > SNAPSHOT_KEPT_MS
    const content = record.format === RECORD_FORMAT && !tooOld ? await openStored(stored) : null
    // Its parts are read by whoever fetches the others.
    if (record.isFirstOnly && parsePlan(content)) return null
    const head = parseHead(name, content)
    if (head !== null)
      return { record, head: record.isFirstOnly ? { ...head, isAlone: true } : head }
    if (isSameSession()) await removeUnreadable(record)
    return null
  })
}

/** The content of a record, with the rows of its head. */
async function openStored({
  record: { id, version, content },
  head,
}: NonNullable<Awaited<ReturnType<typeof readRecordAndHead>>>): Promise<unknown> {
  const { base } = readVersion(version)
  const [facts, apart] = await Promise.all([
    openContent(id, content),
    head && openPart(partName(id, base, HEAD_PART), head.content),
  ])
  const first = parseStoredPart(base, apart)
  return first && typeof facts === 'object' ? { ...facts, rows: fromColumns(first.put) } : facts
}

/** All rows of a list; null if its parts do not belong to its head, or its rows are not those that were stored. */
async function withParts(
  name: ListName,
  { record, head: { of, lines: _lines, sortedBy: _order, sum, ...snapshot } }: Opened,
): Promise<Snapshot | null> {
  const { id, version } = record
  const known = readVersion(version)
  if (of === snapshot.rows.length) {
    storedVersions.set(id, { ...known, rows: snapshot.rows, first: snapshot.rows })
    return snapshot
  }
  const first = readParts(record, 0)
  // Let the first rows be drawn before making the others.
  await waitForIdle()
  const read = await readAllParts(record, first)
  if (read === null || read.next !== known.parts) return null
  const list = createSum(read.sum)
  const { deltas } = read
  const rows =
    deltas.length === 0
      ? read.rows
      : await runChunked(applySnapshotDeltas(name, read.rows, deltas, list))
  if (rows.length !== of || (sum !== undefined && sum !== list.text())) return null
  rememberSum(rows, list.text())
  storedVersions.set(id, { ...known, rows, first: snapshot.rows })
  return { ...snapshot, rows }
}

interface ReadParts {
  readonly rows: readonly Row[]
  /** The checksum of the rows. */
  readonly sum: string
  /** What was added later. */
  readonly deltas: readonly SnapshotDelta[]
  /** The number after the last part. */
  readonly next: number
}

async function readAllParts(
  record: DeviceRecord,
  first: ReturnType<typeof readParts>,
): Promise<ReadParts | null> {
  const { base, pieces } = readVersion(record.version)
  const rows: Row[] = []
  const deltas: SnapshotDelta[] = []
  const pace = createPace()
  let sum = EMPTY_SUM
  let next = 0
  let stored = await first
  while (stored !== undefined && stored.length > 0) {
    // Fetches the next parts while decrypting these, and decrypts the next one while parsing one.
    const coming = readParts(record, next + stored.length)
    const contents = stored.map(({ number, content }) =>
      openPart(partName(record.id, base, number), content),
    )
    for (const [nth, { number }] of stored.entries()) {
      const part = parseStoredPart(base, await contents[nth])
      if (part === null || number !== next) return null
      const put = await runAtPace(rowsOfColumns(part.put), pace)
      if (number < pieces) {
        for (const row of put) rows.push(row)
        sum = combinedSum(sum, part.sum)
      } else deltas.push({ put, gone: part.gone })
      next += 1
      await pace()
    }
    stored = await coming
  }
  return { rows, sum, deltas, next }
}

/** Allows one read at a time for each list of the admin. */
function once<T>(
  under: Map<string, Promise<T | null>>,
  name: ListName,
  work: (id: string) => Promise<T | null>,
): Promise<T | null> {
  const { username } = readSession()
  if (username === null) return Promise.resolve(null)
  const id = recordId(username, name)
  const known = under.get(id)
  if (known) return known
  const begun = work(id).finally(() => {
    if (under.get(id) === begun) under.delete(id)
  })
  under.set(id, begun)
  return begun
}
