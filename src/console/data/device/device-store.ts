/** The database on the device: one record a collection and admin, with parts where it is long. Storage that fails costs the cache only (decisions/console/offline.md). */
import Dexie, { type EntityTable, type Table } from 'dexie'
import type { CollectionName } from '#contract/collections.ts'
import type { Sealed } from '#console/data/device/sealing.ts'

/** The number of the record format; another one is not read. */
export const RECORD_FORMAT = 2

/** Text is kept plain only where the server gives no key. */
export type Content = Sealed | string

/** A collection as it lies on the device. */
export interface DeviceRecord {
  readonly id: string
  readonly format: number
  readonly owner: string
  readonly collection: CollectionName
  readonly fetchedAt: number
  /** Names the rows that lie there, in this record and its parts. */
  readonly version: string
  /** There are first rows alone, of a list that has more: all of them have yet to come, or had no room. */
  readonly isFirstOnly?: true
  readonly content: Content
}

/** A piece of the rows of a long collection; read in the order of their numbers. */
export interface DevicePart {
  readonly of: string
  readonly number: number
  readonly owner: string
  readonly content: Content
}

/** What to do with the rows that lie there: add to them, replace them, or leave them unless they are first rows alone. */
export type RowsChange =
  | { readonly kind: 'more'; readonly after: string; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'anew'; readonly parts: readonly DevicePart[] }
  | { readonly kind: 'first only'; readonly parts: readonly [] }

/** How a write ended; where the device has no room, what lay there before still does. */
export type Written = 'written' | 'not wanted' | 'other rows' | 'no room'

/** Why the device does not keep what it is given. */
export type StoreFailure = 'full' | 'unusable'

/** A first answer comes within this time, or the screen goes on without the device. */
const ANSWERS_WITHIN_MS = 1_500
/** Long lists take longer, on a slow tablet a few seconds. */
const DONE_WITHIN_MS = 20_000

class DeviceStore extends Dexie {
  declare readonly snapshots: EntityTable<DeviceRecord, 'id'>
  declare readonly parts: Table<DevicePart, [string, number]>

  constructor() {
    super('dockside')
    this.version(1).stores({ snapshots: 'id, owner' })
    this.version(2).stores({ snapshots: 'id, owner', parts: '[of+number], of, owner' })
  }
}

/** Made at its first use: the sign-in page needs none. */
let made: DeviceStore | undefined
const failureListeners = new Set<(failure: StoreFailure) => void>()
const failures = new Map<StoreFailure, 'untold' | 'told'>()
/** A database that another tab blocks never answers: it is not waited for again until it has. */
let isHung = false

function store(): DeviceStore {
  return (made ??= new DeviceStore())
}

/** Tells once of each failure when the device turns out not to keep data, also when that was before. */
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

/** Whether the device answered the last time: one that does not is not worth waiting for. */
export function isAnswering(): boolean {
  return !isHung
}

/** The id of a record. */
export function recordId(owner: string, collection: CollectionName): string {
  return `${owner}|${collection}`
}

/** A record, or undefined where there is none or the device does not answer in time. */
export async function readRecord(id: string): Promise<DeviceRecord | undefined> {
  return isHung
    ? undefined
    : withStore(() => store().snapshots.get(id), { withinMs: ANSWERS_WITHIN_MS })
}

/** A few parts are handed over within a few milliseconds; all of a long list would come in one piece. */
const PARTS_AT_ONCE = 8

/** The next parts of a record from a number on, in their order; undefined where it is another version by now. */
export async function readParts(
  record: DeviceRecord,
  from: number,
): Promise<readonly DevicePart[] | undefined> {
  return withStore(() =>
    store().transaction('r', store().snapshots, store().parts, async () => {
      const there = await store().snapshots.get(record.id)
      if (there?.version !== record.version) return undefined
      const to = from + PARTS_AT_ONCE
      return store()
        .parts.where('[of+number]')
        .between([record.id, from], [record.id, to])
        .sortBy('number')
    }),
  )
}

/**
 * Writes a record and its parts, all or nothing, unless a newer one is there or `stillWanted` says
 * no. Says so where what was to be added to does not lie there, and where there is no room.
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
        // An older list that is whole serves better than the first rows of a newer one.
        if (rows.kind === 'first only' && there && !there.isFirstOnly) return 'not wanted'
        if (rows.kind === 'anew') await store().parts.where('of').equals(record.id).delete()
        // One by one: handing over all of a long list would take the page a blink.
        for (const part of rows.parts) await store().parts.put(part)
        await store().snapshots.put(record)
        return 'written'
      }),
    { whenFull: 'no room' },
  )
  return done ?? 'not wanted'
}

/** Removes what belongs to others than `owner`; without an owner, everything. */
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

/** Removes what could not be read, unless another tab has put something else there meanwhile. */
export async function removeUnreadable({ id, version, fetchedAt }: DeviceRecord): Promise<void> {
  await withStore(() =>
    store().transaction('rw', store().snapshots, store().parts, async () => {
      const there = await store().snapshots.get(id)
      if (there?.version === version && there.fetchedAt === fetchedAt) await removeWithParts([id])
    }),
  )
}

/** Removes the records of an admin that are not encrypted. */
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
  /** What is given where the device has no room; otherwise that is a failure like any other. */
  readonly whenFull?: T
}

async function withStore<T>(
  work: () => PromiseLike<T>,
  { withinMs = DONE_WITHIN_MS, whenFull }: StoreOptions<T> = {},
): Promise<T | undefined> {
  try {
    return await inTime(Promise.resolve(work()), withinMs)
  } catch (thrown) {
    if (thrown instanceof Error && thrown.name === Dexie.errnames.NotFound) void makeAnew()
    const failure = isFull(thrown) ? 'full' : 'unusable'
    if (!failures.has(failure)) failures.set(failure, 'untold')
    tellFailures()
    return failure === 'full' ? whenFull : undefined
  }
}

/** Chromium says so when it commits, and the library wraps that in an error of its own. */
function isFull(thrown: unknown): boolean {
  if (typeof thrown !== 'object' || thrown === null) return false
  const { name, inner } = thrown as { readonly name?: unknown; readonly inner?: unknown }
  return name === Dexie.errnames.QuotaExceeded || isFull(inner)
}

/** A database that lost its tables keeps nothing for ever: it is made again, for what comes next. */
async function makeAnew(): Promise<void> {
  try {
    await store().delete({ disableAutoOpen: false })
  } catch {
    // Another tab holds it: the next one that fails tries again.
  }
}

function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      isHung = true
      reject(new Error('The device store did not answer'))
    }, ms)
    work
      .then((answer) => {
        // Late, as after a sleep of the tablet, but it lives.
        isHung = false
        resolve(answer)
      }, reject)
      .finally(() => clearTimeout(timer))
  })
}
