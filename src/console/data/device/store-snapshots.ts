/** Puts the rows of the signed-in admin on the device, sealed; what there is no room for is left (decisions/console/offline.md). */
import { collectionOf, type CollectionName, type Row } from '#contract/collections.ts'
import {
  isAnswering,
  recordId,
  RECORD_FORMAT,
  writeRecord,
  type DevicePart,
  type DeviceRecord,
  type RowsChange,
  type Written,
} from '#console/data/device/device-store.ts'
import {
  deltaBetween,
  firstHeadOf,
  headOf,
  needsParts,
  splitIntoParts,
  type SnapshotDelta,
} from '#console/data/device/snapshot-format.ts'
import { partName, sealContent } from '#console/data/device/snapshot-sealing.ts'
import { requestPersistentStorage } from '#console/data/device/persistent-storage.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import {
  storedVersions,
  noteOnDevice,
  versionOf,
  type StoredVersion,
} from '#console/data/device/stored-versions.ts'
import { mayHaveRoom, recordStorageResult } from '#console/data/device/storage-room.ts'
import { pause } from '#console/data/api/pause.ts'
import { yieldToMain, runChunked } from '#console/data/api/run-chunked.ts'
import { stillWanted } from '#console/data/device/write-permit.ts'
import { readSession } from '#console/session/session.ts'

/** What is to be put on the device, for whom. */
interface Wanted {
  readonly name: CollectionName
  readonly owner: string
  readonly id: string
  readonly snapshot: Snapshot
  /** Looked at whenever it may have changed: sealing takes a while. */
  readonly isWanted: () => boolean
}

/** A device that takes longer is not waited for. */
const SAFE_WITHIN_MS = 100

/**
 * Puts there what is painted next. A short list lies there when this resolves, unless the device is
 * slow; a long one takes longer to be drawn than its first rows to be written.
 */
export async function storeHeadBeforePaint(
  name: CollectionName,
  snapshot: Snapshot,
): Promise<void> {
  const keeping = storeNow(name, snapshot, stillWanted(name)).catch(() => undefined)
  if (!needsParts(snapshot.rows) && isAnswering())
    await Promise.race([keeping, pause(SAFE_WITHIN_MS)])
}

const begun = new WeakMap<Snapshot, Promise<void>>()

/**
 * Puts there what a person sees next: a short list whole, of a long one that does not lie there the
 * first rows. Rows that lie there are not written again.
 */
export function storeNow(
  name: CollectionName,
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

/** Puts a list there; of a long one only what is new, where that is little, and where it has no room its first rows. */
export async function storeSnapshot(
  name: CollectionName,
  snapshot: Snapshot,
  isWanted: () => boolean,
): Promise<void> {
  const wanted = wantedOf(name, snapshot, isWanted)
  if (wanted !== null) await keepWhole(wanted)
}

/** Null where nothing of a list is kept: without a key people never are, what the ERP gave is (decisions/console/offline.md). */
function wantedOf(
  name: CollectionName,
  snapshot: Snapshot,
  isWanted: () => boolean,
): Wanted | null {
  const { username: owner, cacheKey } = readSession()
  if (owner === null || (cacheKey === null && collectionOf(name).access === 'super-admin'))
    return null
  return { name, owner, id: recordId(owner, name), snapshot, isWanted }
}

/** What lies there stays where the new rows have no room: an older list that is whole, or first rows. */
async function keepWhole(wanted: Wanted): Promise<void> {
  const { id, snapshot } = wanted
  const isTried = mayHaveRoom(id)
  const done = isTried ? await writeWhole(wanted) : 'no room'
  if (isTried && done !== 'not wanted') recordStorageResult(id, done === 'written')
  if (done === 'written') noteOnDevice(snapshot)
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
  return write(wanted, { base: crypto.randomUUID(), rows, pieces: fresh.length, from: 0, fresh })
}

/** What is to lie there, and the parts that lead to it. */
interface Next extends Omit<StoredVersion, 'parts'> {
  /** The number of the first new part: those before lie there. */
  readonly from: number
  readonly fresh: readonly SnapshotDelta[]
  readonly after?: string
}

async function nextOf(
  name: CollectionName,
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
  const { name, owner, id, snapshot, isWanted } = wanted
  const { base, pieces, rows, from, after, fresh } = next
  const head = await sealContent(id, await runChunked(headOf(name, snapshot)))
  const parts: DevicePart[] = []
  for (const [nth, piece] of fresh.entries()) {
    const number = from + nth
    const content = await sealContent(partName(id, base, number), piece)
    if (content === null || !isWanted()) return 'not wanted'
    parts.push({ of: id, number, owner, content })
    if (fresh.length > 1) await yieldToMain()
  }
  if (head === null) return 'not wanted'
  const now: StoredVersion = { rows, base, pieces, parts: from + fresh.length }
  const record = { ...recordOf(wanted), version: versionOf(now), content: head }
  const done = await put(
    wanted,
    record,
    after === undefined ? { kind: 'anew', parts } : { kind: 'more', after, parts },
  )
  if (done === 'written') storedVersions.set(id, now)
  // What had no room has changed nothing.
  else if (done !== 'no room') storedVersions.delete(id)
  return done
}

/** The lists whose first rows lie there alone, with the snapshot that was written: an unchanged one is not again. */
const firstRowsOf = new WeakMap<readonly Row[], Snapshot>()

async function keepFirstRows(wanted: Wanted): Promise<void> {
  const { name, id, snapshot, isWanted } = wanted
  const what = `${id}|first`
  if (!mayHaveRoom(what) || firstRowsOf.get(snapshot.rows) === snapshot) return
  const head = await runChunked(firstHeadOf(name, snapshot))
  if (head.rows.length === 0 || head.rows.length === head.of) return
  const content = await sealContent(id, head)
  if (content === null || !isWanted()) return
  const version = versionOf({ base: crypto.randomUUID(), pieces: 0, parts: 0 })
  const record = { ...recordOf(wanted), version, isFirstOnly: true as const, content }
  const done = await put(wanted, record, { kind: 'first only', parts: [] })
  if (done === 'written') firstRowsOf.set(snapshot.rows, snapshot)
  if (done !== 'not wanted') recordStorageResult(what, done === 'written')
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
  // Only now is there something to keep, and somebody who signed in.
  if (done === 'written') void requestPersistentStorage()
  return done
}
