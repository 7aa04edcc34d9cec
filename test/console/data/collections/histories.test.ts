import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSum } from '#contract/sync/checksum.ts'
import {
  collectionNames,
  collectionOf,
  type CollectionName,
  type Row,
} from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { fetchCollection, type Snapshot } from '#console/data/api/fetch-collection.ts'
import { createRandom, pick, shuffle, type Random } from '#test/netsuite/random.ts'
import { offering } from '#test/support/console/console-config.ts'
import { signedIn } from '#test/support/console/session.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 40)
const SEED = Number(process.env['SEED'] ?? 20_261_121)
const STEPS = 8
/** The lists of people have no sequence, so they are always sent whole. */
const names = collectionNames.filter((name) => collectionOf(name).access !== 'super-admin')

type Rows = ReadonlyMap<string, Row>

/** An in-memory server that follows decisions/console/collections.md and remembers all of its states. */
function createServer(name: CollectionName) {
  let epoch = 'epoch 1'
  let seq = 0
  let rows: Rows = new Map()
  let changedAt = new Map<string, number>()
  let goneAt = new Map<string, number>()
  let deltaFrom = 0
  const was = new Map<string, Rows>([[`${epoch} ${String(seq)}`, rows]])
  const remember = (): void => void was.set(`${epoch} ${String(seq)}`, rows)
  return {
    present: () => rows,
    /** Its state at a cursor that it sent. */
    at: ({ cursor }: Snapshot) => was.get(`${cursor?.epoch} ${String(cursor?.since)}`),
    change(put: readonly Row[], gone: readonly string[]): void {
      seq += 1
      const next = new Map(rows)
      for (const key of gone) if (next.delete(key)) goneAt.set(key, seq)
      for (const row of put) {
        const key = keyOf(name, row)
        next.set(key, row)
        changedAt.set(key, seq)
        goneAt.delete(key)
      }
      rows = next
      remember()
    },
    forget: () => void (deltaFrom = seq),
    restore(): void {
      epoch = `epoch ${String(was.size)}`
      seq = Math.floor(seq / 2)
      changedAt = new Map([...rows.keys()].map((key) => [key, seq]))
      goneAt = new Map()
      remember()
    },
    answer(since: number, of: string | null, random: Random): object {
      const listed = [...rows.values()]
      const facts = { seq, epoch, count: rows.size, sum: sumOf(listed) }
      if (of !== epoch || since < deltaFrom || since > seq)
        return { mode: 'full', ...facts, deleted: [], data: shuffled(listed, random) }
      const data = listed.filter((row) => (changedAt.get(keyOf(name, row)) ?? 0) > since)
      const deleted = [...goneAt].flatMap(([key, at]) => (at > since ? [key] : []))
      return { mode: 'delta', from: since, ...facts, deleted, data: shuffled(data, random) }
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

/** What can happen to an answer on its way. */
const FATES = [
  'fine',
  'fine',
  'fine',
  'fine',
  'lost',
  'cut',
  'html',
  'twice',
  'whole',
  'plain',
  'old',
] as const

/** The connection between console and server. */
function createLink(server: Server, random: Random) {
  const told: Response[] = []
  const link = {
    asked: [] as string[],
    fates: FATES as readonly (typeof FATES)[number][],
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      link.asked.push(url)
      const fate = pick(random, link.fates)
      const { searchParams } = new URL(url, 'http://x')
      const since = searchParams.get('since')
      const headers = server.headers()
      const known = new Headers(init.headers).get('if-none-match')
      const older = told[Math.floor(random() * told.length)]
      if (fate === 'lost') throw new TypeError('Failed to fetch')
      if (fate === 'html')
        return new Response('<html>502</html>', { headers: { 'content-type': 'text/html' } })
      if (fate === 'plain') return Response.json([...server.present().values()])
      if (fate === 'old' && older) return older.clone()
      if (known === headers.etag) return new Response(null, { status: 304, headers })
      const body =
        since === null || fate === 'whole'
          ? { data: [...server.present().values()] }
          : server.answer(Number(since), searchParams.get('epoch'), random)
      const text = JSON.stringify(fate === 'twice' ? doubled(body) : body)
      const answer = new Response(fate === 'cut' ? text.slice(0, -9) : text, { headers })
      if (fate === 'fine') told.push(answer.clone())
      return answer
    },
  }
  return link
}

beforeEach(() => {
  offering('deltas')
  signedIn()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const fetched = (name: CollectionName, known: Snapshot | undefined): Promise<Snapshot> =>
  fetchCollection(name, known, { urgency: 'behind', signal: new AbortController().signal })

describe(`in ${HISTORIES} random histories`, () => {
  test('a console never has other rows than the server had at its cursor', async () => {
    const random = createRandom(SEED)
    const seen = { delta: 0, whole: 0, kept: 0, faults: 0 }
    for (let history = 0; history < HISTORIES; history += 1) {
      const name = pick(random, names)
      const server = createServer(name)
      const link = createLink(server, random)
      vi.stubGlobal('fetch', link.fetch)
      let known: Snapshot | undefined
      for (let step = 0; step < STEPS; step += 1) {
        happen(name, server, random)
        if (known && random() < 0.1) known = JSON.parse(JSON.stringify(known)) as Snapshot
        const before: Snapshot | undefined = known
        link.asked.length = 0
        const fresh = await fetched(name, before).catch(() => null)
        const told = { seed: SEED, history, step }
        seen[fresh === null ? 'faults' : fresh.rows === before?.rows ? 'kept' : 'delta'] += 1
        if (link.asked.some((url) => !url.includes('since'))) seen.whole += 1
        if (fresh === null) continue
        known = fresh
        const expected = fresh.cursor ? server.at(fresh) : server.present()
        expect({ ...told, rows: byKey(name, fresh.rows) }).toEqual({ ...told, rows: expected })
        expect({ ...told, count: fresh.rows.length }).toEqual({ ...told, count: expected?.size })
        expectSameObjects(name, before, fresh)
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(HISTORIES / 4)
  }, 600_000)

  test('every planted drift is detected with the next change and repaired', async () => {
    const random = createRandom(SEED + 1)
    let asked = 0
    for (let history = 0; history < HISTORIES; history += 1) {
      const name = pick(random, names)
      const server = createServer(name)
      const link = createLink(server, random)
      link.fates = ['fine']
      vi.stubGlobal('fetch', link.fetch)
      server.change(
        Array.from({ length: 12 }, (_, number) => aRow(name, number, random)),
        [],
      )
      const present = await fetched(name, undefined)
      const drifted = { ...present, rows: drift(name, present.rows, random) }
      // Uses a key of its own, so that the change does not repair the drift by chance.
      server.change([aRow(name, 100, random)], [])
      link.asked.length = 0
      const healed = await fetched(name, drifted)
      expect({ history, rows: byKey(name, healed.rows) }).toEqual({
        history,
        rows: server.present(),
      })
      expect({ history, count: healed.rows.length }).toEqual({
        history,
        count: server.present().size,
      })
      expect({ history, asked: link.asked.map((url) => url.includes('since')) }).toEqual({
        history,
        asked: [true, false],
      })
      asked += 1
    }
    expect(asked).toBe(HISTORIES)
  }, 600_000)
})

/** Something that goes wrong on a device; each leaves other rows than the server has. */
function drift(name: CollectionName, rows: readonly Row[], random: Random): readonly Row[] {
  const place = Math.floor(random() * rows.length)
  const row = rows[place] ?? {}
  const ways: (() => readonly Row[])[] = [
    () => rows.toSpliced(place, 1),
    () => rows.toSpliced(place, 1, { ...row, memo: 'drifted' }),
    () => rows.toSpliced(place, 1, { ...row, extra: null }),
    () => [...rows, aRow(name, 200, random)],
    () => [...rows, row],
    () => rows.toSpliced(place, 1, aRow(name, 200, random)),
    () => rows.toSpliced(place, 1, rows[(place + 1) % rows.length] ?? {}),
    () => [],
  ]
  return pick(random, ways)()
}

function happen(name: CollectionName, server: Server, random: Random): void {
  const chance = random()
  if (chance < 0.2) return
  if (chance < 0.24) return server.forget()
  if (chance < 0.27) return server.restore()
  const put = Array.from({ length: Math.floor(random() * 6) }, () =>
    aRow(name, Math.floor(random() * 40), random),
  )
  const gone = [...server.present().keys()].filter(() => random() < 0.1)
  server.change(put, gone)
}

function aRow(name: CollectionName, number: number, random: Random): Row {
  const key = collectionOf(name).key.map((field) => [
    field,
    field === 'id' ? number : `${field} ${String(number)}`,
  ])
  const nested = { list: [Math.floor(random() * 3), { deep: 'x' }] }
  return {
    ...Object.fromEntries(key),
    memo: `m ${String(Math.floor(random() * 3))}`,
    ...(random() < 0.3 && { nested }),
  }
}

/** Unchanged rows must be the same objects as before. */
function expectSameObjects(
  name: CollectionName,
  before: Snapshot | undefined,
  fresh: Snapshot,
): void {
  const old = byKey(name, before?.rows ?? [])
  const renewed = fresh.rows.filter((row) => {
    const known = old.get(keyOf(name, row))
    return known !== row && JSON.stringify(known) === JSON.stringify(row)
  })
  expect(renewed).toEqual([])
}

const keyOf = (name: CollectionName, row: Row): string => rowKey(name, row) ?? ''

const byKey = (name: CollectionName, rows: readonly Row[]): Map<string, Row> =>
  new Map(rows.map((row) => [keyOf(name, row), row]))

function sumOf(rows: readonly Row[]): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

/** A delta with every entry twice; whole lists have each row once. */
function doubled(body: object): object {
  if (!('mode' in body) || body.mode !== 'delta') return body
  const { data, deleted } = body as unknown as { data: Row[]; deleted: string[] }
  return { ...body, data: [...data, ...data], deleted: [...deleted, ...deleted] }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const list = [...items]
  shuffle(random, list)
  return list
}
