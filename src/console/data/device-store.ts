/** The database on the device: one record a collection and admin. Storage that fails costs the cache only (decisions.md 6.6). */
import Dexie, { type EntityTable } from 'dexie'
import type { CollectionName } from '#contract/collections.ts'
import type { Sealed } from '#console/data/sealing.ts'

/** The number of the record format; another one is not read. */
export const RECORD_FORMAT = 1

/** A collection as it lies on the device. Text is kept plain only where the server gives no key. */
export interface DeviceRecord {
  readonly id: string
  readonly format: number
  readonly owner: string
  readonly collection: CollectionName
  readonly fetchedAt: number
  readonly content: Sealed | string
}

const OPENS_WITHIN_MS = 1_500

class DeviceStore extends Dexie {
  declare readonly snapshots: EntityTable<DeviceRecord, 'id'>

  constructor() {
    super('dockside')
    this.version(1).stores({ snapshots: 'id, owner' })
  }
}

const store = new DeviceStore()
const failureListeners = new Set<() => void>()
let failed = false

/** Tells once when the device turns out not to keep data. */
export function onStoreFailure(listener: () => void): () => void {
  failureListeners.add(listener)
  return () => failureListeners.delete(listener)
}

/** The id of a record. */
export function recordId(owner: string, collection: CollectionName): string {
  return `${owner}|${collection}`
}

/** A record, or undefined where there is none or the device does not answer in time. */
export async function readRecord(id: string): Promise<DeviceRecord | undefined> {
  return withStore((snapshots) => snapshots.get(id))
}

/** Writes a record unless a newer one is there or `stillWanted` says no: both inside one transaction. */
export async function writeRecord(record: DeviceRecord, stillWanted: () => boolean): Promise<void> {
  await withStore(async (snapshots) => {
    await store.transaction('rw', snapshots, async () => {
      const there = await snapshots.get(record.id)
      if (!stillWanted() || (there && there.fetchedAt > record.fetchedAt)) return
      await snapshots.put(record)
    })
  })
}

/** Removes what belongs to others than `owner`; without an owner, everything. */
export async function removeRecords(keepOwner: string | null): Promise<void> {
  await withStore((snapshots) =>
    keepOwner === null
      ? snapshots.clear()
      : snapshots
          .where('owner')
          .notEqual(keepOwner)
          .delete()
          .then(() => undefined),
  )
}

/** Removes single records. */
export async function removeRecord(id: string): Promise<void> {
  await withStore((snapshots) => snapshots.delete(id))
}

/** Removes the records of an admin that are not encrypted. */
export async function removePlainRecords(): Promise<void> {
  await withStore((snapshots) =>
    snapshots
      .filter((record) => typeof record.content === 'string')
      .delete()
      .then(() => undefined),
  )
}

async function withStore<T>(
  work: (snapshots: EntityTable<DeviceRecord, 'id'>) => PromiseLike<T>,
): Promise<T | undefined> {
  try {
    return await inTime(Promise.resolve(work(store.snapshots)))
  } catch {
    if (!failed) for (const listener of failureListeners) listener()
    failed = true
    return undefined
  }
}

/** A database that another tab blocks never answers. */
function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error('The device store did not answer')),
      OPENS_WITHIN_MS,
    )
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
