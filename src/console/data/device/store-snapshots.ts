/**
 * Stores the signed-in admin's rows, encrypted; rows without space are skipped
 * (decisions/console/offline.md).
 */
import type { Row } from '#contract/collections.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { columnsSum } from '#contract/sync/checksum.ts'
import { toColumns } from '#contract/sync/columns.ts'
import {
  HEAD_PART,
  recordId,
  RECORD_FORMAT,
  type DevicePart,
  type DeviceRecord,
} from '#console/data/device/device-record.ts'
import { isAnswering } from '#console/data/device/device-database.ts'
import { writeRecord, type RowsChange, type Written } from '#console/data/device/device-store.ts'
import {
  deltaBetween,
  firstHeadOf,
  headOf,
  needsParts,
  splitIntoParts,
  type Head,
  type SnapshotDelta,
} from '#console/data/device/snapshot-format.ts'
import { packPart } from '#console/data/device/part-format.ts'
import { randomId } from '#console/data/device/random-id.ts'
import { partName, sealContent, sealPart } from '#console/data/device/snapshot-sealing.ts'
import { requestPersistentStorage } from '#console/data/device/persistent-storage.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  storedFirstRows,
  storedVersions,
  recordOnDevice,
  versionOf,
  type StoredVersion,
} from '#console/data/device/stored-versions.ts'
import { mayHaveRoom, recordStorageResult } from '#console/data/device/storage-room.ts'
import { pause } from '#console/data/api/pause.ts'
import { yieldToMain, runChunked } from '#console/data/api/run-chunked.ts'
import { mayStillWrite } from '#console/data/device/write-guard.ts'
import { readSession } from '#console/session/session.ts'

/** Rows to be stored, and their owner. */
interface Wanted {
  readonly name: ListName
  readonly owner: string
  readonly id: string
  readonly snapshot: Snapshot
  /** Checked again after each step, because encrypting takes a while. */
  readonly isWanted: () => boolean
}

/** A slower device is not waited for. */
const SAFE_WITHIN_MS = 100

/**
 * Stores what is painted next. A short list is stored when this resolves, unless the device is
 * slow. A long list takes longer to draw than its first rows take to write.
 */
export async function storeHeadBeforePaint(name: ListName, snapshot: Snapshot): Promise<void> {
  const keeping = storeNow(name, snapshot, mayStillWrite(name)).catch(() => undefined)
  if (!needsParts(snapshot.rows) && isAnswering())
    await Promise.race([keeping, pause(SAFE_WITHIN_MS)])
}

const begun = new WeakMap<Snapshot, Promise<void>>()

/**
 * Stores what a person sees next: a short list completely, and the first rows of a long list that
 * is not stored yet. Rows that are already stored are not rewritten.
 */
export function storeNow(
  name: ListName,
  snapshot: Snapshot,
  isWanted: () => boolean,
): Promise<void> {
  const known = begun.get(snapshot)
  if (known) return known
  const keeping = keepNew(wantedOf(name, snapshot, isWanted))
  begun.set(snapshot, keeping)
  return keeping
}

async function keepNew(wanted: Wanted | null): Promise<void> {
  if (wanted === null) return
  const { snapshot } = wanted
  const there = storedVersions.get(wanted.id)
  if (there?.rows === snapshot.rows || firstRowsOf.has(snapshot.rows)) return
  if (!needsParts(snapshot.rows)) await keepWhole(wanted)
  else if (there === undefined) await keepFirstRows(wanted)
}

/**
 * Stores a list; of a long one only the changes if they are few, and only the first rows if there
 * is no space.
 */
export async function storeSnapshot(
  name: ListName,
  snapshot: Snapshot,
  isWanted: () => boolean,
): Promise<void> {
  const wanted = wantedOf(name, snapshot, isWanted)
  if (wanted !== null) await keepWhole(wanted)
}

/**
 * Null if the list is not stored: without a key, lists of people never are, while ERP lists are
 * (decisions/console/offline.md).
 */
function wantedOf(name: ListName, snapshot: Snapshot, isWanted: () => boolean): Wanted | null {
  const { username: owner, cacheKey } = readSession()
  if (owner === null || (cacheKey === null && listOf(name).access === 'super-admin')) return null
  return { name, owner, id: recordId(owner, name), snapshot, isWanted }
}

/** If the new rows do not fit, the stored ones stay, either an older complete list or first rows. */
async function keepWhole(wanted: Wanted): Promise<void> {
  const { id, snapshot } = wanted
  const isTried = mayHaveRoom(id)
  const done = isTried ? await writeWhole(wanted) : 'no room'
  if (isTried && done !== 'not wanted') recordStorageResult(id, done === 'written')
  if (done === 'written') recordOnDevice(snapshot)
  else if (done === 'no room') await keepFirstRows(wanted)
}

async function writeWhole(wanted: Wanted): Promise<Written> {
  const { name, id, snapshot, isWanted } = wanted
  const there = storedVersions.get(id)
  const next = there ? await nextOf(name, there, snapshot.rows) : null
  if (!isWanted()) return 'not wanted'
  const done = next ? await write(wanted, next) : 'other rows'
  if (done !== 'other rows') return done
  const fresh = splitIntoParts(snapshot.rows)
  const { rows } = snapshot
  return write(wanted, { base: randomId(), rows, pieces: fresh.length, from: 0, fresh })
}

/** The next stored version, and the parts that lead to it. */
interface Next extends Omit<StoredVersion, 'parts'> {
  /** The number of the first new part; earlier parts are already stored. */
  readonly from: number
  readonly fresh: readonly SnapshotDelta[]
  readonly after?: string
}

async function nextOf(
  name: ListName,
  there: StoredVersion,
  rows: readonly Row[],
): Promise<Next | null> {
  const { base, pieces, parts } = there
  const next = { base, pieces, rows, from: parts, after: versionOf(there) }
  if (there.rows === rows) return { ...next, fresh: [] }
  const lies = { rows: there.rows, additions: parts - pieces }
  const addition = await runChunked(deltaBetween(name, lies, rows))
  return addition && { ...next, fresh: [addition] }
}

async function write(wanted: Wanted, next: Next): Promise<Written> {
  const { name, id, snapshot } = wanted
  const { base, pieces, rows, from, after, fresh } = next
  const { rows: first, ...facts } = await runChunked(headOf(name, snapshot))
  const head = await sealContent(id, facts)
  const parts: DevicePart[] = []
  const lies = after === undefined ? undefined : storedVersions.get(id)?.first
  if (!lies || !isSameRows(lies, first)) {
    const part = await sealedPart(wanted, base, HEAD_PART, { put: first, gone: [] })
    if (part === null) return 'not wanted'
    parts.push(part)
  }
  for (const [nth, piece] of fresh.entries()) {
    const part = await sealedPart(wanted, base, from + nth, piece)
    if (part === null) return 'not wanted'
    parts.push(part)
    if (fresh.length > 1) await yieldToMain()
  }
  if (head === null) return 'not wanted'
  const now: StoredVersion = { rows, base, pieces, parts: from + fresh.length, first }
  const record = { ...recordOf(wanted), version: versionOf(now), content: head }
  const done = await put(
    wanted,
    record,
    after === undefined ? { kind: 'replace', parts } : { kind: 'more', after, parts },
  )
  if (done === 'written') storedVersions.set(id, now)
  // A write without space has changed nothing.
  else if (done !== 'no room') storedVersions.delete(id)
  return done
}

/** A part to write; null if the session's key is unusable. */
async function sealedPart(
  { id, owner, isWanted }: Wanted,
  base: string,
  number: number,
  piece: SnapshotDelta,
): Promise<DevicePart | null> {
  const columns = toColumns(piece.put)
  const bytes = packPart({ base, put: columns, gone: piece.gone, sum: columnsSum(columns) })
  const content = await sealPart(partName(id, base, number), bytes)
  return content === null || !isWanted() ? null : { of: id, number, owner, content }
}

function isSameRows(rows: readonly Row[], others: readonly Row[]): boolean {
  return (
    rows === others ||
    (rows.length === others.length && rows.every((row, place) => row === others[place]))
  )
}

/**
 * The lists that have only their first rows stored, with the snapshot written, so that an unchanged
 * one is not rewritten.
 */
const firstRowsOf = new WeakMap<readonly Row[], Snapshot>()

async function keepFirstRows(wanted: Wanted): Promise<void> {
  const { name, id, snapshot } = wanted
  const what = `${id}|first`
  if (!mayHaveRoom(what) || firstRowsOf.get(snapshot.rows) === snapshot) return
  const head = await runChunked(firstHeadOf(name, snapshot))
  if (head.rows.length === 0 || head.rows.length === head.of) return
  const done = (await updateFirstRows(wanted, head)) ?? (await replaceFirstRows(wanted, head))
  if (done === 'written') firstRowsOf.set(snapshot.rows, snapshot)
  if (done !== 'not wanted') recordStorageResult(what, done === 'written')
}

/** Writes the age of first rows that are already stored; null if they are others. */
async function updateFirstRows(wanted: Wanted, head: Head): Promise<Written | null> {
  const { id } = wanted
  const { rows, ...facts } = head
  const there = storedFirstRows.get(id)
  if (!there || !isSameRows(there.rows, rows)) return null
  const content = await sealContent(id, facts)
  if (content === null) return 'not wanted'
  const { version } = there
  const record = { ...recordOf(wanted), version, isFirstOnly: true as const, content }
  const done = await put(wanted, record, { kind: 'more', after: version, parts: [] })
  return done === 'other rows' ? null : done
}

async function replaceFirstRows(wanted: Wanted, head: Head): Promise<Written> {
  const { id } = wanted
  const { rows, ...facts } = head
  const base = randomId()
  const content = await sealContent(id, facts)
  const part = await sealedPart(wanted, base, HEAD_PART, { put: rows, gone: [] })
  if (content === null || part === null) return 'not wanted'
  const version = versionOf({ base, pieces: 0, parts: 0 })
  const record = { ...recordOf(wanted), version, isFirstOnly: true as const, content }
  const done = await put(wanted, record, { kind: 'first only', parts: [part] })
  if (done === 'written') storedFirstRows.set(id, { version, rows })
  return done
}

function recordOf({ name, owner, id, snapshot: { fetchedAt } }: Wanted) {
  return { id, format: RECORD_FORMAT, owner, collection: name, fetchedAt }
}

async function put(
  { isWanted }: Wanted,
  record: DeviceRecord,
  change: RowsChange,
): Promise<Written> {
  const done = await writeRecord(record, change, isWanted)
  // Asked for only now that someone has signed in and there is something to store.
  if (done === 'written') void requestPersistentStorage()
  return done
}
