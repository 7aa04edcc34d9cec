/**
 * The database on the device. If it fails or does not answer, only the cache is lost
 * (decisions/console/offline.md).
 */
import Dexie, { type EntityTable, type Table } from 'dexie'
import type { DevicePart, DeviceRecord } from '#console/data/device/device-record.ts'

/** Why the device does not store the rows. */
export type StoreFailure = 'full' | 'unusable'

/** If the first answer takes longer, the screen continues without the device. */
const ANSWERS_WITHIN_MS = 1_500
/** Long lists take longer, a few seconds on a slow tablet. */
const DONE_WITHIN_MS = 20_000
/** A busy tablet may answer late; only storage that has not answered by then is said not to work. */
const TOLD_AFTER_MS = 10_000

class DeviceDatabase extends Dexie {
  declare readonly snapshots: EntityTable<DeviceRecord, 'id'>
  declare readonly parts: Table<DevicePart, [string, number]>

  constructor() {
    super('dockside')
    this.version(1).stores({ snapshots: 'id, owner' })
    this.version(2).stores({ snapshots: 'id, owner', parts: '[of+number], of, owner' })
  }
}

/** Created on first use, because the sign-in page does not need it. */
let made: DeviceDatabase | undefined
const failureListeners = new Set<(failure: StoreFailure) => void>()
const failures = new Map<StoreFailure, 'untold' | 'told'>()
/** A database blocked by another tab never answers, so nothing waits for it again until it has. */
let isHung = false

/** The database, which is opened by its first use. */
export function database(): DeviceDatabase {
  return (made ??= new DeviceDatabase())
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

/**
 * The result of work on the database; undefined if it failed or took too long, which costs only the cache.
 * @param whenFull the result if the device has no space; without it, that is a failure like any other
 */
export async function onDevice<T>(
  work: () => PromiseLike<T>,
  whenFull?: T,
): Promise<T | undefined> {
  return inTime(attempt(work, whenFull), DONE_WITHIN_MS)
}

/** The result of a short read that a screen waits for; undefined at once if the device did not answer last time. */
export async function soonOnDevice<T>(work: () => PromiseLike<T>): Promise<T | undefined> {
  return isHung ? undefined : inTime(attempt(work, undefined), ANSWERS_WITHIN_MS)
}

/**
 * Starts a removal that a sign-in or a logout waits for: briefly, or not at all if the device did not answer last time.
 * It continues in the background, even if the device answers late.
 */
export async function startOnDevice(work: () => PromiseLike<void>): Promise<void> {
  await inTime(attempt(work, undefined), isHung ? 0 : ANSWERS_WITHIN_MS)
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
    await database().delete({ disableAutoOpen: false })
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
