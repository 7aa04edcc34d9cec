import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { rowKey } from '#contract/row-identity.ts'
import type { Row } from '#contract/collections.ts'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { createSum } from '#contract/sync/checksum.ts'
import { toColumns } from '#contract/sync/columns.ts'
import {
  fetchCollection,
  type FetchOptions,
  type Snapshot,
} from '#console/data/api/fetch-collection.ts'
import { packColumns, unpackColumns } from '#console/data/device/packed-columns.ts'
import { arrivalOf, forgetArrivals } from '#console/data/collections/arrivals.ts'
import { fetchInParts, restoreArrival } from '#console/data/collections/fetch-in-parts.ts'
import { storeSnapshot } from '#console/data/device/store-snapshots.ts'
import { readSnapshot } from '#console/data/device/snapshot-store.ts'
import { createRandom, pick, type Random } from '#test/netsuite/random.ts'
import { offering } from '#test/support/console/console-config.ts'
import {
  emptyDisk,
  forgetTransactions,
  partsOnDisk,
  putPartOnDisk,
} from '#test/support/console/device.ts'
import { devicePage, NOON } from '#test/support/console/device-page.ts'
import { signedIn } from '#test/support/console/session.ts'
import { settled, until } from '#test/support/until.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 100)
const SEED = Number(process.env['SEED'] ?? 20_261_123)
const NAME = 'inventory'
const MAX_TRIES = 60
const DAY_MS = 86_400_000
const REFRESHES = 3
/** So many times more rows make a list that the device stores in parts; these histories take longer. */
const LONG = 200
const isLong = (history: number): boolean => history % 30 === 0
const WITHIN_MS = 10_000

/** A server that sends its list in parts of a few rows. */
function createServer(random: Random, times = 1) {
  let epoch = 'epoch 1'
  let seq = 1
  let rows = new Map<string, Row>()
  let lost: string | null = null
  const changedAt = new Map<string, number>()
  const goneAt = new Map<string, number>()
  const sorted = () => [...rows.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const facts = () => ({ seq, epoch, count: rows.size, sum: sumOf([...rows.values()]) })
  const put = (row: Row): void => {
    rows.set(keyOf(row), row)
    changedAt.set(keyOf(row), seq)
    goneAt.delete(keyOf(row))
  }
  for (let number = 0; number < (12 + random() * 20) * times; number += 1) put(aRow(number, random))
  return {
    present: () => rows,
    cursor: () => ({ since: seq, epoch }),
    /** From now on a row is missing from the parts. */
    loseFrom(key: string): void {
      lost = key
    },
    change(): void {
      seq += 1
      for (let nth = 0; nth < random() * 4 * times; nth += 1)
        put(aRow(Math.floor(random() * 40 * times), random))
      for (const key of rows.keys()) {
        if (random() > 0.08) continue
        rows.delete(key)
        goneAt.set(key, seq)
      }
    },
    restore(): void {
      epoch = `${epoch}'`
      rows = new Map(rows)
    },
    answer(query: URLSearchParams): object {
      const since = query.get('since')
      if (since !== null) {
        if (query.get('epoch') !== epoch)
          return { mode: 'full', ...facts(), data: [...rows.values()] }
        const isLater = (at: number | undefined): boolean => (at ?? 0) > Number(since)
        const data = [...rows].flatMap(([key, row]) => (isLater(changedAt.get(key)) ? [row] : []))
        const deleted = [...goneAt].flatMap(([key, at]) => (isLater(at) ? [key] : []))
        return { mode: 'delta', from: Number(since), ...facts(), deleted, data }
      }
      const all = sorted()
      if (query.get('part') === null) return { data: [...rows.values()] }
      const starts = all.flatMap(([key], nth) => (nth > 0 && nth % (5 * times) === 0 ? [key] : []))
      const [first] = starts
      const isFirst = query.get('part') === 'first'
      const from = isFirst ? '' : (query.get('from') ?? '')
      const to = isFirst ? first : query.get('to')
      const data = all.flatMap(([key, row]) =>
        key !== lost && key >= from && (to === null || to === undefined || key < to) ? [row] : [],
      )
      return { mode: 'part', ...facts(), ...(isFirst && { starts }), data: toColumns(data) }
    },
    headers: () => ({
      'content-type': 'application/json',
      etag: `"${epoch} ${String(seq)}"`,
      'x-seq': String(seq),
      'x-sync-epoch': epoch,
    }),
  }
}

type Server = ReturnType<typeof createServer>

const FATES = ['fine', 'fine', 'fine', 'lost', 'cut', 'html'] as const

/** A link that loses, cuts and replaces answers, and counts the parts that passed. */
function createLink(server: Server, random: Random) {
  const link = {
    passed: [] as string[],
    fates: FATES as readonly (typeof FATES)[number][],
    fetch: async (url: string): Promise<Response> => {
      const { searchParams, search } = new URL(url, 'http://x')
      await settled()
      const fate = pick(random, link.fates)
      if (fate === 'lost') throw new TypeError('Failed to fetch')
      if (fate === 'html')
        return new Response('<html>502</html>', { headers: { 'content-type': 'text/html' } })
      const text = JSON.stringify(server.answer(searchParams))
      if (fate === 'cut') return new Response(text.slice(0, -9), { headers: server.headers() })
      link.passed.push(search)
      return new Response(text, { headers: server.headers() })
    },
  }
  return link
}

const page = devicePage()
beforeEach(() => offering('deltas', 'parts'))
afterEach(() => vi.unstubAllGlobals())

const options = (): FetchOptions => ({
  urgency: 'person',
  signal: new AbortController().signal,
})

/** Closes the page and opens it again: what was not written is lost. */
function reload(): void {
  forgetArrivals()
  page.reload()
}

describe(`a list in parts in ${HISTORIES} random histories`, () => {
  test('the parts give the rows of the server, whatever happens between and within them', async () => {
    const random = createRandom(SEED)
    const seen = { failed: 0, reloaded: 0, changed: 0, restored: 0, kept: 0 }
    for (let history = 0; history < HISTORIES; history += 1) {
      const server = createServer(random, isLong(history) ? LONG : 1)
      const link = createLink(server, random)
      vi.stubGlobal('fetch', link.fetch)
      let fetched: Snapshot | null = null
      for (let attempt = 0; attempt < MAX_TRIES && !fetched; attempt += 1) {
        if (attempt > 30) link.fates = ['fine']
        fetched = await fetchInParts(NAME, options()).catch(() => null)
        if (fetched) break
        seen.failed += 1
        const chance = random()
        if (chance < 0.3) {
          // Sometimes in the middle of a write.
          if (random() < 0.5) await settled()
          reload()
          seen.reloaded += 1
        } else if (chance < 0.5) {
          server.change()
          seen.changed += 1
        } else if (chance < 0.53) {
          server.restore()
          seen.restored += 1
        }
      }
      const told = { seed: SEED, history }
      expect({ ...told, rows: byKey(fetched?.rows) }).toEqual({ ...told, rows: server.present() })
      expect({ ...told, count: fetched?.rows.length }).toEqual({
        ...told,
        count: server.present().size,
      })
      expect({ ...told, arrival: arrivalOf(NAME) }).toEqual({ ...told, arrival: undefined })
      link.fates = ['fine']
      for (let refresh = 0; refresh < REFRESHES; refresh += 1) {
        if (fetched) await storeSnapshot(NAME, fetched, () => true)
        if (random() < 0.5) reload()
        const kept = await readSnapshot(NAME)
        if (kept) seen.kept += 1
        expect({ ...told, rows: byKey(kept?.rows) }).toEqual({ ...told, rows: server.present() })
        server.change()
        fetched = await fetchCollection(NAME, kept ?? undefined, options())
        expect({ ...told, rows: byKey(fetched.rows) }).toEqual({ ...told, rows: server.present() })
      }
      await emptyDisk()
      await forgetTransactions()
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(HISTORIES / 50)
  }, 600_000)

  test('parts of one sequence need no request after them, and a wrong one is detected', async () => {
    const random = createRandom(SEED + 3)
    for (let history = 0; history < HISTORIES / 10; history += 1) {
      const server = createServer(random)
      const link = createLink(server, random)
      link.fates = ['fine']
      vi.stubGlobal('fetch', link.fetch)
      const { etag, rows, cursor } = await fetchInParts(NAME, options())
      expect({ history, rows: byKey(rows) }).toEqual({ history, rows: server.present() })
      expect({ etag, cursor }).toEqual({ etag: server.headers().etag, cursor: server.cursor() })
      expect(link.passed.filter((search) => !search.includes('part'))).toEqual([])

      reload()
      await emptyDisk()
      link.passed = []
      server.loseFrom(pick(random, [...server.present().keys()]))
      const mended = await fetchInParts(NAME, options())
      expect({ history, rows: byKey(mended.rows) }).toEqual({ history, rows: server.present() })
      expect(link.passed.some((search) => !search.includes('part'))).toBe(true)
      reload()
      await emptyDisk()
      await forgetTransactions()
    }
  }, 600_000)

  test('a fetch that finds all parts here asks what has changed since they came', async () => {
    const random = createRandom(SEED + 4)
    const server = createServer(random)
    const link = createLink(server, random)
    link.fates = ['fine']
    vi.stubGlobal('fetch', link.fetch)
    // A sync ends while the first fetch is about to be complete, and the list is fetched again.
    const first = fetchInParts(NAME, options())
    await until(() => arrivalOf(NAME)?.parts.every((part) => part !== null) === true)
    server.change()
    const second = await fetchInParts(NAME, options())
    await first
    expect(byKey(second.rows)).toEqual(server.present())
    expect(second.cursor).toEqual(server.cursor())
  })

  test('no part that was stored is requested again after a reload', async () => {
    const random = createRandom(SEED + 1)
    for (let history = 0; history < HISTORIES / 10; history += 1) {
      const link = createLink(createServer(random), random)
      vi.stubGlobal('fetch', link.fetch)
      let reloads = 0
      for (; reloads < MAX_TRIES; reloads += 1) {
        if (await fetchInParts(NAME, options()).catch(() => null)) break
        await untilStored()
        reload()
      }
      expect(reloads).toBeLessThan(MAX_TRIES)
      const parts = link.passed.filter((search) => search.includes('part'))
      expect({ history, twice: parts.length - new Set(parts).size }).toEqual({ history, twice: 0 })
      await emptyDisk()
      await forgetTransactions()
    }
  }, 600_000)

  test('what arrived before a reload keeps the age of its arrival until the rest has come', async () => {
    const server = createServer(createRandom(SEED + 5))
    const link = createLink(server, createRandom(SEED + 5))
    link.fates = ['fine']
    vi.stubGlobal('fetch', async (url: string) => {
      if (url.includes('part=range')) throw new TypeError('Failed to fetch')
      return link.fetch(url)
    })
    await expect(fetchInParts(NAME, options())).rejects.toThrow('network')
    await untilStored()
    reload()
    vi.setSystemTime(NOON + DAY_MS)
    await restoreArrival(NAME)
    const arrival = arrivalOf(NAME)
    expect(arrival?.parts[0]?.rows.length).toBeGreaterThan(0)
    expect(arrival?.fetchedAt).toBe(NOON)
    // The next test begins without parts.
    forgetArrivals()
    await emptyDisk()
    await forgetTransactions()
  })

  test('a part that was altered on the device is detected, and the list fetched again', async () => {
    const random = createRandom(SEED + 2)
    for (let history = 0; history < HISTORIES / 50; history += 1) {
      // Without a key the rows are stored as text.
      signedIn({ username: 'ada', features: ADMIN_FEATURES })
      const server = createServer(random, LONG)
      const link = createLink(server, random)
      link.fates = ['fine']
      vi.stubGlobal('fetch', link.fetch)
      await storeSnapshot(NAME, await fetchInParts(NAME, options()), () => true)
      const part = pick(random, await partsOnDisk())
      if ('iv' in part.content) throw new Error('the rows are encrypted')
      await putPartOnDisk({ ...part, content: altered(part.content, random) })
      reload()
      expect({ history, kept: await readSnapshot(NAME) }).toEqual({ history, kept: null })
      expect({ history, left: await partsOnDisk() }).toEqual({ history, left: [] })
      const { rows } = await fetchInParts(NAME, options())
      expect({ history, rows: byKey(rows) }).toEqual({ history, rows: server.present() })
      await emptyDisk()
      await forgetTransactions()
    }
  }, 600_000)
})

/** What has arrived is also on the disk. */
async function untilStored(): Promise<void> {
  const deadline = performance.now() + WITHIN_MS
  const here = arrivalOf(NAME)?.parts.filter((part) => part !== null).length ?? 0
  while ((await partsOnDisk()).length < here) {
    if (performance.now() > deadline) throw new Error('the parts were not stored')
    await settled()
  }
}

/** Another memo of one row, or a code that points elsewhere. */
function altered(content: Uint8Array<ArrayBuffer>, random: Random): Uint8Array<ArrayBuffer> {
  const { facts, columns } = unpackColumns(content)
  const now = columns.columns.map((column) => {
    if (column.name !== 'memo' || !('codes' in column)) return column
    const codes = Array.from(column.codes)
    const place = Math.floor(random() * codes.length)
    codes[place] = codes[place] === 0 ? 1 : 0
    return { ...column, codes }
  })
  return packColumns(Object(facts), { ...columns, columns: now })
}

function aRow(number: number, random: Random): Row {
  return {
    item: `SKU-${String(Math.floor(number / 3))}`,
    internal_id: Math.floor(number / 3),
    location_id: number % 3,
    memo: `m ${String(Math.floor(random() * 3))}`,
    ...(random() < 0.3 && { nested: { list: [Math.floor(random() * 3), { deep: 'x' }] } }),
    ...(random() < 0.2 && { quantity: random() < 0.5 ? null : number }),
  }
}

const keyOf = (row: Row): string => rowKey(NAME, row) ?? ''
const byKey = (rows: readonly Row[] = []): Map<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]))

function sumOf(rows: readonly Row[]): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}
