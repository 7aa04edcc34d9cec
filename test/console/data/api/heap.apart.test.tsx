/**
 * The heap over a day of polling on a fake clock, measured after garbage collection. POLLED_HOURS
 * sets the length.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { cleanup, render } from '@testing-library/react'
import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { createSum } from '#contract/sync/checksum.ts'
import {
  collectionNames,
  collectionOf,
  type CollectionName,
  type Row,
} from '#contract/collections.ts'
import { useCollection } from '#console/data/collections/use-collection.ts'
import { countRows } from '#console/data/collections/count.ts'
import { readRecord } from '#console/data/device/device-store.ts'
import { startFirstPaintCache } from '#console/data/collections/first-paint.ts'
import { useFreshness } from '#console/data/collections/freshness.ts'
import { useVisibleList } from '#console/data/collections/visible-lists.ts'
import { startSnapshots } from '#console/data/collections/snapshots.ts'
import { emptyDisk, forgetTransactions } from '#test/support/console/device.ts'
import { CACHE_KEY } from '#test/support/people.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled } from '#test/support/until.ts'

const HOURS = Number(process.env['POLLED_HOURS'] ?? 2)
const HOUR_MS = 3_600_000
const STEP_MS = 30_000
const LOOKS_AFTER_HOURS = [1, 2, 6, 12, 24].filter((hours) => hours <= HOURS)
/**
 * Well below what 500 leaked answers an hour would take; decisions/console/offline.md allows 10 MB
 * a day.
 */
const MAY_GROW_BYTES = 4_000_000
const ROWS = 150
/** A list changes once in this many answers. */
const CHANGES_EVERY = 5

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const opened: (() => void)[] = []

beforeEach(async () => {
  vi.useFakeTimers({
    now: Date.UTC(2026, 4, 11, 12),
    toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
  })
  signedIn({ features: ADMIN_FEATURES, isSuperAdmin: true, cacheKey: CACHE_KEY })
  await readRecord('makes the database')
  await emptyDisk()
})
afterEach(async () => {
  cleanup()
  for (const close of opened.splice(0)) close()
  onlineManager.setOnline(true)
  await settled()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A server whose lists change now and then, and that sends deltas. */
function changingServer(): { readonly asked: () => number } {
  const lists = new Map(collectionNames.map((name) => [collectionOf(name).path, listOf(name)]))
  let asked = 0
  vi.stubGlobal('fetch', (url: string) => {
    asked += 1
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const since = searchParams.get('since')
    const answer = lists.get(pathname.replace('/api', ''))?.(since === null ? null : Number(since))
    return Promise.resolve(answer ?? Response.json({ detail: 'Not Found' }, { status: 404 }))
  })
  return { asked: () => asked }
}

/** Answers with everything, or with the one row that changed since. */
function listOf(name: CollectionName): (since: number | null) => Response {
  const rows = Array.from({ length: ROWS }, (_, number) => aRow(name, number, 0))
  let seq = 0
  return (since) => {
    seq += 1
    const headers = { etag: `"${String(seq)}"`, 'x-seq': String(seq), 'x-sync-epoch': 'e' }
    if (since === null) return Response.json({ data: rows }, { headers })
    const data = seq % CHANGES_EVERY === 0 ? [aRow(name, seq % ROWS, seq)] : []
    for (const row of data) rows[seq % ROWS] = row
    const sum = createSum()
    for (const row of rows) sum.add(row)
    const delta = { mode: 'delta', from: since, seq, epoch: 'e', deleted: [], count: ROWS }
    return Response.json({ ...delta, data, sum: sum.text() }, { headers })
  }
}

function aRow(name: CollectionName, number: number, seq: number): Row {
  const key = Object.fromEntries(collectionOf(name).key.map((field) => [field, String(number)]))
  return { ...key, memo: `${String(seq)} ${'x'.repeat(200)}` }
}

/** Uses a list as a card and a table do. */
function Shown({ name }: { readonly name: CollectionName }) {
  const { snapshot, error } = useCollection(name)
  useVisibleList(name)
  const freshness = useFreshness(name, snapshot)
  return (
    <p>
      {name} {snapshot && countRows(name, snapshot.rows)} {freshness?.text} {error?.message}
    </p>
  )
}

async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += STEP_MS) {
    await vi.advanceTimersByTimeAsync(STEP_MS)
    await settled()
  }
}

async function heapBytes(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    await settled()
    await forgetTransactions()
    collect()
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

test(
  `${String(HOURS)} hours of polling leave the heap as large as one`,
  { timeout: 120_000 + HOURS * 60_000 },
  async () => {
    const server = changingServer()
    const client = new QueryClient()
    client.mount()
    opened.push(startSnapshots(client), startFirstPaintCache(client), () => client.unmount())
    render(
      <QueryClientProvider client={client}>
        {collectionNames.map((name) => (
          <Shown key={name} name={name} />
        ))}
      </QueryClientProvider>,
    )
    const heaps: number[] = []
    for (let hour = 1; hour <= HOURS; hour += 1) {
      await pass(HOUR_MS)
      if (LOOKS_AFTER_HOURS.includes(hour)) heaps.push(await heapBytes())
    }
    const megabytes = heaps.map((bytes) => (bytes / 1e6).toFixed(1)).join(', ')
    process.stdout.write(
      `Heap after ${LOOKS_AFTER_HOURS.join(', ')} h: ${megabytes} MB (${String(server.asked())} requests)\n`,
    )
    expect(server.asked()).toBeGreaterThan(500 * HOURS)
    const [first = 0] = heaps
    expect(Math.max(...heaps) - first).toBeLessThan(MAY_GROW_BYTES)
  },
)
