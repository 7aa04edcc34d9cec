/**
 * The database on the device: one record per collection and admin, with parts for long lists. If
 * storage fails, only the cache is lost (decisions/console/offline.md).
 */
import Dexie, { type EntityTable, type Table } from 'dexie'
import type { ListName } from '#contract/lists.ts'
import type { Sealed } from '#console/data/device/sealing.ts'

/** The version of the record format; records of other versions are not read. */
export const RECORD_FORMAT = 4

/** Text is stored unencrypted only if the server gives no key. */
export type Content = Sealed | string

/** The bytes of a part (`part-format.ts`), unencrypted only if the server gives no key. */
export type PartContent = Sealed | Uint8Array<ArrayBuffer>

/** The record of the cases, which are no list. */
export const CASES_RECORD = 'exceptionCases'

/** What is stored beside the collections: the things that the person opened lately, and the cases. */
export type OtherRecord = 'recent' | typeof CASES_RECORD

/** A collection as stored on the device, or a record beside them. */
export interface DeviceRecord {
  readonly id: string
  readonly format: number
  readonly owner: string
  readonly collection: ListName | OtherRecord
  readonly fetchedAt: number
  /** Identifies the stored rows, in this record and its parts. */
  readonly version: string
  /**
   * Only the first rows of a longer list are stored: the others have not arrived yet, or there was
   * no space for them.
   */
  readonly isFirstOnly?: true
  readonly content: Content
}

/**
 * Rows of a collection, stored apart from its record, which is rewritten at every refresh. Pieces of a long list are
 * read in the order of their numbers; the rows of its head have a number before them.
 */
export interface DevicePart {
  readonly of: string
  readonly number: number
  readonly owner: string
  readonly content: PartContent
}

/**
 * What to do with the stored rows: add to them, replace them, or replace them only if they are
 * first rows.
 */
export type RowsChange =
  | { readonly kind: 'more'; readonly after: string; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'replace'; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'first only'; readonly parts: readonly DevicePart[] }

/** The outcome of a write; if there was no space, the previous rows are still stored. */
export type Written = 'written' | 'not wanted' | 'other rows' | 'no room'

/** Why the device does not store the rows. */
export type StoreFailure = 'full' | 'unusable'

/** If the first answer takes longer, the screen continues without the device. */
const ANSWERS_WITHIN_MS = 1_500
/** Long lists take longer, a few seconds on a slow tablet. */
const DONE_WITHIN_MS = 20_000
/** A busy tablet may answer late; only storage that has not answered by then is said not to work. */
const TOLD_AFTER_MS = 10_000

class DeviceStore extends Dexie {
  declare readonly snapshots: EntityTable<DeviceRecord, 'id'>
  declare readonly parts: Table<DevicePart, [string, number]>

  constructor() {
    super('dockside')
    this.version(1).stores({ snapshots: 'id, owner' })
    this.version(2).stores({ snapshots: 'id, owner', parts: '[of+number], of, owner' })
  }
}

/** Created on first use, because the sign-in page does not need it. */
let made: DeviceStore | undefined
const failureListeners = new Set<(failure: StoreFailure) => void>()
const failures = new Map<StoreFailure, 'untold' | 'told'>()
/** A database blocked by another tab never answers, so nothing waits for it again until it has. */
let isHung = false

function store(): DeviceStore {
  return (made ??= new DeviceStore())
}

/** Calls the listener once for each kind of storage failure, including earlier ones. */
export function onStoreFailure(listener: (failure: StoreFailure) => void): () => void {
  failureListeners.add(listener)
  tellFailures()
  return () => failureListeners.delete(listener)
}

function tellFailures(): void {
  if (failureListeners.size === 0) return
  for (const [failure, state] of failures) {
    failures.set(failure, 'told')
    if (state === 'untold') for (const listener of failureListeners) listener(failure)
  }
}

/** Whether the device answered last time; otherwise waiting for it is pointless. */
export function isAnswering(): boolean {
  return !isHung
}

/** The id of a record. */
export function recordId(owner: string, collection: ListName | OtherRecord): string {
  return `${owner}|${collection}`
}

/** A record; undefined if there is none or the device does not answer in time. */
export async function readRecord(id: string): Promise<DeviceRecord | undefined> {
  return isHung
    ? undefined
    : withStore(() => store().snapshots.get(id), { withinMs: ANSWERS_WITHIN_MS })
}

/** The number of the part with the rows of the head. */
export const HEAD_PART = -1

/** A record with the rows of its head, if they are stored apart. */
export async function readRecordAndHead(
  id: string,
): Promise<{ readonly record: DeviceRecord; readonly head: DevicePart | undefined } | undefined> {
  if (isHung) return undefined
  const read = async () => {
    const record = await store().snapshots.get(id)
    return record && { record, head: await store().parts.get([id, HEAD_PART]) }
  }
  return withStore(() => store().transaction('r', store().snapshots, store().parts, read), {
    withinMs: ANSWERS_WITHIN_MS,
  })
}

/** Their bytes are copied within a few milliseconds, and a long list takes few transactions. */
const PARTS_AT_ONCE = 32

/** The next parts of a record, starting at a number, in order; undefined if the version has changed. */
export async function readParts(
  record: DeviceRecord,
  from: number,
): Promise<readonly DevicePart[] | undefined> {
  return withStore(() =>
    store().transaction('r', store().snapshots, store().parts, async () => {
      const there = await store().snapshots.get(record.id)
      if (there?.version !== record.version) return undefined
      return store()
        .parts.where('[of+number]')
        .between([record.id, from], [record.id, Infinity])
        .limit(PARTS_AT_ONCE)
        .toArray()
    }),
  )
}

/**
 * Writes a record and its parts atomically, unless a newer one is stored or `mayStillWrite` returns
 * false. Reports if the rows to add to are not stored, and if there is no space.
 */
export async function writeRecord(
  record: DeviceRecord,
  rows: RowsChange,
  stillWanted: () => boolean,
): Promise<Written> {
  const done = await withStore<Written>(
    () =>
      store().transaction('rw', store().snapshots, store().parts, async () => {
        const there = await store().snapshots.get(record.id)
        if (!stillWanted() || (there && there.fetchedAt > record.fetchedAt)) return 'not wanted'
        if (rows.kind === 'more' && there?.version !== rows.after) return 'other rows'
        // A complete older list is more useful than the first rows of a newer one.
        if (rows.kind === 'first only' && there && !there.isFirstOnly) return 'not wanted'
        if (rows.kind !== 'more') await store().parts.where('of').equals(record.id).delete()
        // One at a time, because cloning a long list at once would block the page.
        for (const part of rows.parts) await store().parts.put(part)
        await store().snapshots.put(record)
        return 'written'
      }),
    { whenFull: 'no room' },
  )
  return done ?? 'not wanted'
}

/** Adds a part to a list that is arriving, if its record is still the one with this version. */
export async function writePart(
  version: string,
  part: DevicePart,
  stillWanted: () => boolean,
): Promise<Written> {
  const done = await withStore<Written>(
    () =>
      store().transaction('rw', store().snapshots, store().parts, async () => {
        const there = await store().snapshots.get(part.of)
        if (!stillWanted()) return 'not wanted'
        if (there?.version !== version) return 'other rows'
        await store().parts.put(part)
        return 'written'
      }),
    { whenFull: 'no room' },
  )
  return done ?? 'not wanted'
}

/** Removes the records of everyone but `owner`, or all records if there is no owner. */
export async function removeRecords(keepOwner: string | null): Promise<void> {
  await withStore(() =>
    store().transaction('rw', store().snapshots, store().parts, async () => {
      for (const table of [store().snapshots, store().parts] as const) {
        if (keepOwner === null) await table.clear()
        else await table.where('owner').notEqual(keepOwner).delete()
      }
    }),
  )
}

/** Removes a record with its parts. */
export async function removeRecord(id: string): Promise<void> {
  await withStore(() => removeWithParts([id]))
}

/** Removes an unreadable record, unless another tab has replaced it meanwhile. */
export async function removeUnreadable({ id, version, fetchedAt }: DeviceRecord): Promise<void> {
  await withStore(() =>
    store().transaction('rw', store().snapshots, store().parts, async () => {
      const there = await store().snapshots.get(id)
      if (there?.version === version && there.fetchedAt === fetchedAt) await removeWithParts([id])
    }),
  )
}

/** Removes all unencrypted records. */
export async function removePlainRecords(): Promise<void> {
  await withStore(async () => {
    const plain = store().snapshots.filter((record) => typeof record.content === 'string')
    await removeWithParts(await plain.primaryKeys())
  })
}

async function removeWithParts(ids: readonly string[]): Promise<void> {
  await store().transaction('rw', store().snapshots, store().parts, async () => {
    await store().snapshots.bulkDelete([...ids])
    await store()
      .parts.where('of')
      .anyOf([...ids])
      .delete()
  })
}

interface StoreOptions<T> {
  readonly withinMs?: number
  /** The result if the device has no space; without it, that is a failure like any other. */
  readonly whenFull?: T
}

async function withStore<T>(
  work: () => PromiseLike<T>,
  { withinMs = DONE_WITHIN_MS, whenFull }: StoreOptions<T> = {},
): Promise<T | undefined> {
  return inTime(attempt(work, whenFull), withinMs)
}

/** The result of the work; a failure is noted and costs only the result. */
async function attempt<T>(
  work: () => PromiseLike<T>,
  whenFull: T | undefined,
): Promise<T | undefined> {
  try {
    const answer = await work()
    // It may have answered late, for example after the tablet slept, but it works.
    isHung = false
    return answer
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === Dexie.errnames.NotFound) void recreateDatabase()
    const failure = isFull(thrown) ? 'full' : 'unusable'
    noteFailure(failure)
    return failure === 'full' ? whenFull : undefined
  }
}

function noteFailure(failure: StoreFailure): void {
  if (!failures.has(failure)) failures.set(failure, 'untold')
  tellFailures()
}

/** Chromium reports this on commit, and the library wraps it in an error of its own. */
function isFull(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  const { name, inner } = thrown as { readonly name?: unknown; readonly inner?: unknown }
  return name === Dexie.errnames.QuotaExceeded || isFull(inner)
}

/**
 * A database that lost its tables would never store anything again, so it is recreated for the next
 * write.
 */
async function recreateDatabase(): Promise<void> {
  try {
    await store().delete({ disableAutoOpen: false })
  } catch {
    // Another tab has it open; the next failure tries again.
  }
}

/** Stops waiting after a time, long before the storage is said not to work. */
function inTime<T>(work: Promise<T | undefined>, ms: number): Promise<T | undefined> {
  return new Promise((resolve) => {
    const givingUp = setTimeout(() => {
      isHung = true
      resolve(undefined)
    }, ms)
    const telling = setTimeout(() => noteFailure('unusable'), Math.max(ms, TOLD_AFTER_MS))
    void work.then(resolve).finally(() => {
      clearTimeout(givingUp)
      clearTimeout(telling)
    })
  })
}
