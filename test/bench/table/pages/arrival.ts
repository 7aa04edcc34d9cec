/** Rows that arrive: from the device at a start without a network, and from a server. */
import type { Row } from '#contract/collections.ts'
import { fetchCollection } from '#console/data/api/fetch-collection.ts'
import { storeSnapshot } from '#console/data/device/store-snapshots.ts'
import { readHeadRows, readSnapshot } from '#console/data/device/snapshot-store.ts'
import { passFirstFactor, passSecondFactor } from '#console/session/steps.ts'
import { frame, pause } from '#test/bench/table/pages/paint.ts'
import { benchRows } from '#test/bench/table/pages/rows.ts'

const NAME = 'items'
const RIVAL = 'bench-json'

/** Stores rows on the device as the console does, and also as one JSON text, the usual way. */
export async function fillDevice(count: number): Promise<void> {
  signIn()
  const rows = benchRows(count)
  const snapshot = {
    rows: rows.map((row) => ({ ...row })),
    etag: null,
    asOf: null,
    fetchedAt: Date.now(),
  }
  await storeSnapshot(NAME, snapshot, () => true)
  await keepAsText(NAME, rows)
}

/** Writes rows as one text, the usual way. */
export async function keepAsText(name: string, rows: readonly object[]): Promise<void> {
  const store = await rivalStore('readwrite')
  const { transaction } = store
  store.put(JSON.stringify(rows), name)
  // A page that is closed before this loses the write.
  await new Promise((resolve, reject) => {
    transaction.addEventListener('complete', resolve)
    transaction.addEventListener('abort', reject)
  })
  transaction.db.close()
}

/** How long reading takes after a start, in ms. */
export async function coldStart(): Promise<{
  readonly first: number
  readonly all: number
  /** Null where Chromium does not give so large a text back, as it does now and then. */
  readonly json: number | null
}> {
  signIn()
  const start = performance.now()
  const head = await readHeadRows(NAME)
  const first = performance.now() - start
  const whole = await readSnapshot(NAME)
  const all = performance.now() - start
  if (!head || !whole) throw new Error('nothing lay on the device')

  await pause(SETTLE_MS)
  const json = await readText(whole.rows.length).catch(() => null)
  return { first, all, json }
}

/** How long it takes to read all rows as one text, in ms. */
async function readText(count: number): Promise<number> {
  const start = performance.now()
  const store = await rivalStore('readonly')
  const text: unknown = await answered(store.get(NAME))
  const rows: unknown = JSON.parse(String(text))
  const took = performance.now() - start
  store.transaction.db.close()
  if (!Array.isArray(rows) || rows.length !== count) throw new Error('rows are missing')
  return took
}

const SETTLE_MS = 300
const INDEXED_WITHIN_MS = 3_000

/** The longest task of the page, in ms, from asking a server until the rows are shown and indexed. */
export async function longestTask(show: (records: readonly Row[]) => void): Promise<number> {
  signIn()
  await pause(SETTLE_MS)
  const tasks: number[] = []
  const observer = new PerformanceObserver((list) =>
    tasks.push(...list.getEntries().map(({ duration }) => duration)),
  )
  observer.observe({ type: 'longtask' })
  const { signal } = new AbortController()
  const { rows } = await fetchCollection(NAME, undefined, { urgency: 'visible', signal })
  show(rows)
  await pause(INDEXED_WITHIN_MS)
  await frame()
  observer.disconnect()
  return Math.max(0, ...tasks)
}

/** Creates the key as the console does after a sign-in. */
export function signIn(): void {
  const now = Date.now()
  const account = { token: 'bench', username: 'bench', password: '', isSuperAdmin: false }
  passFirstFactor(account, now)
  passSecondFactor({ token: 'bench', features: {}, cacheKey: KEY }, now)
}

/** 32 bytes, like the server's key. */
const KEY = btoa('the key of a bench: thirty-two b')

async function rivalStore(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const asked = indexedDB.open(RIVAL)
  asked.addEventListener('upgradeneeded', () => asked.result.createObjectStore('texts'))
  const database = await answered(asked)
  return database.transaction('texts', mode).objectStore('texts')
}

function answered<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('no answer')))
  })
}
