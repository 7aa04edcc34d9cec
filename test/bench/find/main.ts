/** The index of the box beside MiniSearch and react-admin's search over the same rows, in Node: processor time and memory. */
import type { Row } from '#contract/collections.ts'
import { entryOfRow } from '#console/data/engine/find/entries.ts'
import type { Entry, FoundList } from '#console/data/engine/find/entry.ts'
import { findExactly, findIn } from '#console/data/engine/find/find-in.ts'
import { makePart, type Part } from '#console/data/engine/find/part.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { warehouseOf } from '#test/bench/find/warehouse.ts'

/** What is used of the peer. */
interface Peer {
  readonly addAll: (documents: readonly object[]) => void
  readonly search: (query: string, options: object) => readonly unknown[]
}
type PeerClass = new (options: object) => Peer

/** What is used of react-admin's data provider in memory, whose lists a search goes through. */
interface Provider {
  readonly getList: (resource: string, asked: object) => Promise<{ readonly data: unknown[] }>
}
export type MakeProvider = (
  data: Readonly<Record<string, readonly object[]>>,
  log: boolean,
) => Provider

interface Contender {
  readonly name: string
  readonly buildMs: number
  readonly sliceMs: number | null
  readonly megabytes: number
  readonly exact: Search
  readonly typed: Search
  /** One search in this many is measured: all of them would take a slow contender an hour. */
  readonly every: number
}

/** The number of hits. */
type Search = (query: string) => number | Promise<number>

const LOOKUPS = 2_000
const WARM_UP = 100
const MOST = 8

/** Measures and returns the report. `BENCH_SHARE` is the part of the warehouse, 1 for all of it. */
export async function main(MiniSearch: PeerClass, makeProvider: MakeProvider): Promise<string> {
  const share = Number(process.env['BENCH_SHARE'] ?? 1)
  const lists = warehouseOf(share)
  const entries = [...lists.values()].reduce((sum, rows) => sum + rows.length, 0)
  const contenders = [ours(lists), peer(lists, MiniSearch), provider(lists, makeProvider)]
  const rows: string[][] = []
  for (const one of contenders) {
    const isDue = (_: string, nth: number): boolean => nth % one.every === 0
    const exact = await timesOf(codesIn(lists, LOOKUPS).filter(isDue), one.exact)
    const typed = await timesOf(queriesIn(lists).filter(isDue), one.typed)
    rows.push([
      one.name,
      one.buildMs.toFixed(0),
      one.sliceMs?.toFixed(1) ?? '–',
      one.megabytes.toFixed(1),
      ...[exact, typed].flatMap((times) => [at(times, 0.5).toFixed(3), at(times, 0.95).toFixed(3)]),
    ])
  }
  const head = [
    'index',
    'build',
    'longest slice',
    'MB',
    'exact p50',
    'exact p95',
    'typed p50',
    'typed p95',
  ]
  const table = [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`)
  const today = new Date().toISOString().slice(0, 10)
  return `${today}, Node ${process.versions.node}, ${entries.toLocaleString('en')} rows; milliseconds.\n\n${table.join('\n')}\n`
}

function ours(lists: ReadonlyMap<FoundList, readonly Row[]>): Contender {
  let sliceMs = 0
  const before = memory()
  const began = process.cpuUsage()
  const parts = new Map<FoundList, Part>()
  for (const [list, rows] of lists) {
    const work = makePart(rows, entryOfRow(list))
    for (;;) {
      const from = process.cpuUsage()
      const step = work.next()
      sliceMs = Math.max(sliceMs, cpuMs(from))
      if (!step.done) continue
      parts.set(list, step.value)
      break
    }
  }
  const buildMs = cpuMs(began)
  return {
    name: 'the box',
    buildMs,
    sliceMs,
    megabytes: memory() - before,
    exact: (code) => findExactly(parts, code).hits.length,
    typed: (query) => runSync(findIn(parts, query, { limit: MOST })).length,
    every: 1,
  }
}

const FIELDS = ['codes', 'names', 'ids', 'words'] as const

function peer(lists: ReadonlyMap<FoundList, readonly Row[]>, MiniSearch: PeerClass): Contender {
  const before = memory()
  const began = process.cpuUsage()
  const index = new MiniSearch({ fields: FIELDS, storeFields: ['open', 'name', 'number', 'where'] })
  for (const [list, rows] of lists)
    index.addAll(
      rows.flatMap((row, nth) => {
        const entry = entryOfRow(list)(row, rows[nth - 1])
        return entry ? documentOf(`${list} ${String(nth)}`, entry) : []
      }),
    )
  const buildMs = cpuMs(began)
  return {
    name: 'MiniSearch 7.2.0',
    buildMs,
    sliceMs: null,
    megabytes: memory() - before,
    exact: (code) => index.search(code, { combineWith: 'AND' }).length,
    typed: (query) =>
      index.search(query, { combineWith: 'AND', prefix: true }).slice(0, MOST).length,
    every: 1,
  }
}

/** react-admin's search: the filter `q` of each list, which its data provider in memory looks for in all fields. */
function provider(
  lists: ReadonlyMap<FoundList, readonly Row[]>,
  makeProvider: MakeProvider,
): Contender {
  const before = memory()
  const began = process.cpuUsage()
  const made = makeProvider(
    Object.fromEntries(
      [...lists].map(([list, rows]) => [list, rows.map((row, id) => ({ ...row, id }))]),
    ),
    false,
  )
  const buildMs = cpuMs(began)
  const search: Search = async (q) => {
    let hits = 0
    for (const list of lists.keys()) {
      const page = { page: 1, perPage: MOST }
      const sort = { field: 'id', order: 'ASC' }
      const { data } = await made.getList(list, { filter: { q }, pagination: page, sort })
      hits += data.length
    }
    return hits
  }
  return {
    name: 'react-admin 5.15.4',
    buildMs,
    sliceMs: null,
    megabytes: memory() - before,
    exact: search,
    typed: search,
    every: 40,
  }
}

function documentOf(id: string, entry: Entry): object {
  const texts = FIELDS.map((field) => [field, entry[field].join(' ')])
  const { open, name, number, where } = entry
  return { id, open, name, number, where, ...Object.fromEntries(texts) }
}

/** Product numbers, bins and orders from all over the lists, and some that are nowhere. */
function codesIn(lists: ReadonlyMap<FoundList, readonly Row[]>, count: number): string[] {
  const fields = [
    ['items', 'upc_code'],
    ['bins', 'bin_number'],
    ['salesOrders', 'transaction_id'],
  ] as const
  return Array.from({ length: count }, (_, nth) => {
    const [list, field] = fields[nth % fields.length] ?? fields[0]
    const rows = lists.get(list) ?? []
    const code = String(rows[(nth * 7_919) % rows.length]?.[field])
    return nth % 10 === 9 ? `${code}X` : code
  })
}

/** What people type, letter by letter. */
function queriesIn(lists: ReadonlyMap<FoundList, readonly Row[]>): string[] {
  const whole = [
    ...codesIn(lists, 24),
    'bolt steel',
    'blue 96',
    'warehouse 3',
    'sons',
    'so 2001',
    'inge',
    'a-01',
    'zzz',
  ]
  return whole.flatMap((text) => Array.from(text, (_, nth) => text.slice(0, nth + 1)))
}

async function timesOf(queries: readonly string[], ask: Search): Promise<number[]> {
  for (const query of queries.slice(0, WARM_UP)) await ask(query)
  const times: number[] = []
  for (const query of queries) {
    const from = process.cpuUsage()
    await ask(query)
    times.push(cpuMs(from))
  }
  return times.toSorted((one, other) => one - other)
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function cpuMs(from: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(from)
  return (user + system) / 1_000
}

/** In MB, heap and typed arrays. */
function memory(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}
