/**
 * The parts of a list that is still arriving, on the device, so that a page that is closed or loses its link never
 * requests them twice (decisions/console/offline.md). When the last part is stored, the list only lacks its head.
 */
import type { Row } from '#contract/collections.ts'
import { listOf, type ListName } from '#contract/lists.ts'
import { SNAPSHOT_KEPT_MS } from '#contract/constants.ts'
import type { Columns } from '#contract/sync/columns.ts'
import { readParts, readRecord, writePart, writeRecord } from '#console/data/device/device-store.ts'
import { recordId, RECORD_FORMAT, type DeviceRecord } from '#console/data/device/device-record.ts'
import {
  packPart,
  parsePlan,
  parseStoredPart,
  planHead,
  type ArrivalPlan,
  type StoredPart,
} from '#console/data/device/part-format.ts'
import { randomId } from '#console/data/device/random-id.ts'
import { needsParts } from '#console/data/device/snapshot-format.ts'
import {
  openContent,
  openPart,
  partName,
  sealContent,
  sealPart,
} from '#console/data/device/snapshot-sealing.ts'
import { readVersion, storedVersions, versionOf } from '#console/data/device/stored-versions.ts'
import { mayHaveRoom, recordStorageResult } from '#console/data/device/storage-room.ts'
import { pause } from '#console/data/api/pause.ts'
import { serverNow } from '#console/data/api/server-clock.ts'
import { readSession } from '#console/session/session.ts'

/** What is stored of a list; null for parts that are not. */
export interface StoredArrival extends ArrivalPlan {
  /** When the first of them was stored, in ms by the server's clock. */
  readonly fetchedAt: number
  readonly parts: readonly ((Pick<StoredPart, 'put' | 'sum'> & { readonly seq: number }) | null)[]
}

/** A part to store. */
interface ArrivingPart {
  readonly nth: number
  readonly seq: number
  readonly put: Columns
  /** The checksum of the rows. */
  readonly sum: string
}

/** A list whose parts this page stores. */
interface Storing {
  readonly base: string
  readonly pieces: number
  readonly stored: Set<number>
}

/** By record; null if the record could not be written. */
const storing = new Map<string, Promise<Storing | null>>()
const pending = new Map<string, Set<Promise<void>>>()

/** A slower device writes the whole list later. */
const STORED_WITHIN_MS = 2_000

/** Forgets what this page is storing, because the session has ended. */
export function forgetStoredArrivals(): void {
  storing.clear()
  pending.clear()
}

/** The stored parts of a list that is not complete; null if there are none. */
export async function readStoredArrival(name: ListName): Promise<StoredArrival | null> {
  const { username } = readSession()
  if (username === null) return null
  const id = recordId(username, name)
  const record = await readRecord(id)
  if (!record?.isFirstOnly || record.format !== RECORD_FORMAT) return null
  if (serverNow() - record.fetchedAt > SNAPSHOT_KEPT_MS) return null
  const plan = parsePlan(await openContent(id, record.content))
  const { base, pieces } = readVersion(record.version)
  if (plan === null || plan.starts.length + 1 !== pieces) return null
  const parts = await openParts(record, base, pieces)
  const stored = new Set(parts.flatMap((part, nth) => (part ? [nth] : [])))
  if (!storing.has(id)) storing.set(id, Promise.resolve({ base, pieces, stored }))
  return { ...plan, fetchedAt: record.fetchedAt, parts }
}

async function openParts(
  record: DeviceRecord,
  base: string,
  pieces: number,
): Promise<StoredArrival['parts']> {
  const found: StoredArrival['parts'][number][] = Array.from({ length: pieces }, () => null)
  let stored = await readParts(record, 0)
  while (stored !== undefined && stored.length > 0) {
    for (const { number, content } of stored) {
      const opened = await openPart(partName(record.id, base, number), content)
      const part = parseStoredPart(base, opened)
      if (part?.seq !== undefined && number < pieces)
        found[number] = { seq: part.seq, put: part.put, sum: part.sum }
    }
    stored = await readParts(record, (stored.at(-1)?.number ?? 0) + 1)
  }
  return found
}

/** Stores a part; the first call of a list also stores where its parts start. Failures only lose the cache. */
export function storeArrivedPart(
  name: ListName,
  plan: ArrivalPlan,
  part: ArrivingPart,
  isWanted: () => boolean,
): Promise<void> {
  const { username: owner, cacheKey } = readSession()
  // Without a key, lists of people are never stored (decisions/console/offline.md).
  const isSecret = cacheKey === null && listOf(name).access === 'super-admin'
  if (owner === null || isSecret) return Promise.resolve()
  const id = recordId(owner, name)
  if (!mayHaveRoom(id)) return Promise.resolve()
  const begun =
    storing.get(id) ?? beginRecord({ id, owner, name }, plan, isWanted).catch(() => null)
  storing.set(id, begun)
  const writing = begun
    .then((at) => (at ? putPart({ id, owner }, at, part, isWanted) : undefined))
    .catch(() => undefined)
  const all = pending.get(id) ?? new Set()
  pending.set(id, all.add(writing))
  return writing.finally(() => all.delete(writing))
}

interface RecordName {
  readonly id: string
  readonly owner: string
  readonly name: ListName
}

async function beginRecord(
  { id, owner, name }: RecordName,
  plan: ArrivalPlan,
  isWanted: () => boolean,
): Promise<Storing | null> {
  const pieces = plan.starts.length + 1
  const base = randomId()
  const content = await sealContent(id, planHead(plan))
  if (content === null || !isWanted()) return null
  const record: DeviceRecord = {
    id,
    format: RECORD_FORMAT,
    owner,
    collection: name,
    fetchedAt: serverNow(),
    version: versionOf({ base, pieces, parts: pieces }),
    isFirstOnly: true,
    content,
  }
  const done = await writeRecord(record, { kind: 'first only', parts: [] }, isWanted)
  return done === 'written' ? { base, pieces, stored: new Set() } : null
}

async function putPart(
  { id, owner }: Pick<RecordName, 'id' | 'owner'>,
  { base, pieces, stored }: Storing,
  { nth, seq, put, sum }: ArrivingPart,
  isWanted: () => boolean,
): Promise<void> {
  const bytes = packPart({ base, put, gone: [], sum, seq })
  const content = await sealPart(partName(id, base, nth), bytes)
  if (content === null || !isWanted()) return
  const version = versionOf({ base, pieces, parts: pieces })
  const done = await writePart(version, { of: id, number: nth, owner, content }, isWanted)
  if (done === 'written') stored.add(nth)
  if (done === 'no room') recordStorageResult(id, false)
}

/** Notes that all parts are here, so that only the head is written if all of them were stored. */
export async function recordCompleteArrival(name: ListName, rows: readonly Row[]): Promise<void> {
  const { username } = readSession()
  if (username === null) return
  const id = recordId(username, name)
  const writes = pending.get(id) ?? new Set<Promise<void>>()
  await Promise.race([Promise.all(writes), pause(STORED_WITHIN_MS)])
  const at = await storing.get(id)
  storing.delete(id)
  // A short list is stored in its head.
  if (!at || at.stored.size < at.pieces || !needsParts(rows)) return
  const { base, pieces } = at
  storedVersions.set(id, { rows, base, pieces, parts: pieces })
}
