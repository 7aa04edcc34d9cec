/** Finds and decrypts the signed-in admin's rows on the device (decisions/console/offline.md). */
import type { CollectionName, Row } from '#contract/collections.ts'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import {
  readParts,
  readRecord,
  recordId,
  RECORD_FORMAT,
  removeUnreadable,
  type DeviceRecord,
} from '#console/data/device/device-store.ts'
import {
  parseSnapshotDelta,
  parseHead,
  applySnapshotDelta,
  type Head,
} from '#console/data/device/snapshot-format.ts'
import { openContent, partName } from '#console/data/device/snapshot-sealing.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  storedVersions,
  recordOnDevice,
  readVersion,
} from '#console/data/device/stored-versions.ts'
import { reuseUnchangedRows } from '#console/data/api/merge.ts'
import { forgetStorageResults } from '#console/data/device/storage-room.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { yieldToMain, runChunked, waitForIdle } from '#console/data/api/run-chunked.ts'
import { readSession } from '#console/session/session.ts'

const ahead = new Map<string, Ahead>()
const opening = new Map<string, Promise<Opened | null>>()
const reading = new Map<string, Promise<Snapshot | null>>()

/** Forgets what is known about the stored rows. */
export function forgetStoredState(): void {
  storedVersions.clear()
  forgetStorageResults()
  ahead.clear()
  opening.clear()
  reading.clear()
}

/**
 * The stored rows; null if there are none or only first rows. Rows that are older than 7 days, have
 * another format or cannot be decrypted are removed. Concurrent callers get the same rows.
 */
export function readSnapshot(name: CollectionName): Promise<Snapshot | null> {
  return once(reading, name, async (id) => {
    const there = await openHead(name)
    const isWhole = there !== null && !there.record.isFirstOnly
    // Concurrent callers of `readHeadRows` get the prefetched rows.
    const snapshot = isWhole ? await withParts(name, there) : null
    ahead.delete(id)
    if (snapshot !== null) recordOnDevice(snapshot)
    else if (isWhole) await removeUnreadable(there.record)
    return snapshot
  })
}

/** The first rows of a list, long before all of a long one; null if nothing is stored. */
export async function readHeadRows(name: CollectionName): Promise<Head | null> {
  return (await openHead(name))?.head ?? null
}

/** The first rows if they were prefetched and have arrived, so that the first render has them. */
export function prefetchedHeadRows(name: CollectionName): Head | null {
  return ahead.get(recordId(readSession().username ?? '', name))?.opened?.head ?? null
}

/** A screen that opens later than this reads the rows itself. */
const OPENED_AHEAD_MS = 3_000

/** Reads the first rows of a list whose screen is about to open; resolves when they have arrived. */
export async function prefetchRows(name: CollectionName): Promise<void> {
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
  name: CollectionName,
  known: Snapshot,
  freshMs: number,
): Promise<Snapshot | null> {
  const there = await openHead(name)
  if (there === null) return null
  const { of, lines: _lines, sortedBy: _order, isAlone: _alone, ...snapshot } = there.head
  const isNewer = snapshot.fetchedAt > known.fetchedAt && of === snapshot.rows.length
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

function openHead(name: CollectionName): Promise<Opened | null> {
  const known = ahead.get(recordId(readSession().username ?? '', name))
  if (known) return known.opening
  return once(opening, name, async (id) => {
    const record = await readRecord(id)
    if (!record) return null
    const tooOld = serverNow() - record.fetchedAt > SNAPSHOT_KEPT_MS
    const head =
      record.format === RECORD_FORMAT && !tooOld
        ? parseHead(name, await openContent(id, record.content))
        : null
    if (head !== null)
      return { record, head: record.isFirstOnly ? { ...head, isAlone: true } : head }
    await removeUnreadable(record)
    return null
  })
}

/** All rows of a list; null if its parts do not belong to its head. */
async function withParts(
  name: CollectionName,
  { record, head: { of, lines: _lines, sortedBy: _order, ...snapshot } }: Opened,
): Promise<Snapshot | null> {
  const { id, version } = record
  const known = readVersion(version)
  const { base, pieces, parts } = known
  if (of === snapshot.rows.length) {
    storedVersions.set(id, { ...known, rows: snapshot.rows })
    return snapshot
  }
  // Let the first rows be drawn before reading the others.
  await waitForIdle()
  let rows: Row[] = []
  let next = 0
  let stored = await readParts(record, next)
  while (stored !== undefined && stored.length > 0) {
    // Fetches the next parts while decrypting these, and decrypts the next one while parsing one.
    const coming = readParts(record, next + stored.length)
    const contents = stored.map(({ number, content }) =>
      openContent(partName(id, base, number), content),
    )
    for (const [nth, { number }] of stored.entries()) {
      const part = parseSnapshotDelta(await contents[nth])
      if (part === null || number !== next) return null
      if (number < pieces) for (const row of part.put) rows.push(row)
      else rows = await runChunked(applySnapshotDelta(name, rows, part))
      next += 1
      await yieldToMain()
    }
    stored = await coming
  }
  if (next !== parts || rows.length !== of) return null
  storedVersions.set(id, { ...known, rows })
  return { ...snapshot, rows }
}

/** Allows one read at a time for each list of the admin. */
function once<T>(
  under: Map<string, Promise<T | null>>,
  name: CollectionName,
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
