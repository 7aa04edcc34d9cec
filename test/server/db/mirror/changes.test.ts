import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SyncCursor } from '#contract/sync/changes.ts'
import { createSum, EMPTY_SUM } from '#contract/sync/checksum.ts'
import { type PulledCollection, pulledCollections, type Row } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { allRows, type Changes, changesSince } from '#server/db/mirror/changes.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import { mergeRun } from '#server/db/mirror/mirror.ts'
import { stagePage } from '#server/db/mirror/staging.ts'
import type { Database } from '#server/db/database.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { canonicalJson, hashOf } from '#server/db/row-hash.ts'
import { claimRun } from '#server/db/mirror/runs.ts'
import { collectionStates, records } from '#server/db/schema/mirror.ts'
import { createRandom, type Random } from '#test/netsuite/random.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

const DAY_MS = 86_400_000
const STOPPED = { fault: 'stopped', error: 'stopped' }

let db: Database
let now: number

beforeEach(async () => {
  db = (await cleanDatabase()).db
  now = Date.UTC(2026, 4, 11, 12)
})

const put = (collection: PulledCollection, ...rows: Row[]) => putRecords(db, collection, rows, now)

/** Pulls exactly these rows, in two pages. */
async function pull(collection: PulledCollection, rows: readonly Row[]): Promise<void> {
  now += 1_000
  const claim = await claimRun(db, collection, 'root', now, STOPPED)
  if (claim.kind !== 'ours') throw new Error('the run is taken')
  const read = rows.map((row) => {
    const body = canonicalJson(row)
    return { id: rowKey(collection, row) ?? '', body, hash: hashOf(body) }
  })
  const middle = Math.ceil(read.length / 2)
  for (const part of [read.slice(0, middle), read.slice(middle)])
    await stagePage(db, claim.run.id, { rows: part, refused: [], cursor: ['1'], readAt: now })
  await mergeRun(db, collection, claim.run.id, now)
}

/**
 * A client as in decisions/console/collections.md: merges what it gets and notices drift.
 * @param knowsState whether the server has just read the state of the collection, as it has when it answers
 */
function createClient(collection: PulledCollection, knowsState = false) {
  const rows = new Map<string, Row>()
  let cursor: SyncCursor = { since: -1, epoch: '' }
  return {
    rows,
    at: () => cursor,
    async refresh(from: SyncCursor = cursor): Promise<Changes> {
      const present = knowsState ? await stateOf(db, collection) : undefined
      const known = await changesSince(db, collection, from, present)
      const changes = known ?? (await allRows(db, collection))
      if (changes.mode === 'full') rows.clear()
      for (const row of JSON.parse(changes.json) as Row[])
        rows.set(rowKey(collection, row) ?? '', row)
      for (const id of changes.deleted) rows.delete(id)
      cursor = { since: changes.state.seq, epoch: changes.state.epoch }
      return changes
    },
  }
}

/** The checksum as a client computes it from its rows. */
function sumOf(rows: Iterable<Row>): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

const bins = (from: number, to: number, memo = 'x') =>
  Array.from({ length: to - from }, (_, index) => ({ id: from + index, memo }))

describe('the changes since a cursor', () => {
  test('the checksum is computed once per sequence, however many clients ask', async () => {
    await pull('bins', bins(0, 50))
    const { count, sum } = await createClient('bins').refresh()
    // No part of the product removes a row without raising the sequence.
    await db.delete(records).where(eq(records.id, '7'))
    expect(await createClient('bins').refresh()).toMatchObject({ count, sum })
    await put('bins', { id: 50, memo: 'x' })
    const next = await createClient('bins').refresh()
    const present = bins(0, 51).filter(({ id }) => id !== 7)
    expect(next).toMatchObject({ count: 50, sum: sumOf(present) })
  })

  test('an up-to-date client gets no changes', async () => {
    await pull('bins', bins(0, 50))
    const client = createClient('bins')
    await client.refresh()
    expect(await client.refresh()).toMatchObject({ mode: 'delta', json: '[]', deleted: [] })
  })

  test('a client gets the added and changed rows, and the ids of deleted ones', async () => {
    await pull('bins', bins(0, 50))
    const client = createClient('bins')
    await client.refresh()
    await pull('bins', [...bins(2, 49), { id: 49, memo: 'new' }, { id: 100, memo: 'x' }])
    const changes = await client.refresh()
    expect(changes).toMatchObject({ mode: 'delta', deleted: ['0', '1'], count: 49 })
    expect(JSON.parse(changes.json)).toEqual([
      { id: 100, memo: 'x' },
      { id: 49, memo: 'new' },
    ])
    expect(client.rows.size).toBe(49)
  })

  test('a client with another epoch, a later sequence or none gets everything', async () => {
    await pull('bins', bins(0, 50))
    const client = createClient('bins')
    await client.refresh()
    const { epoch } = client.at()
    for (const cursor of [
      { since: 1, epoch: 'another' },
      { since: 2, epoch },
      { since: -1, epoch },
    ])
      expect((await client.refresh(cursor)).mode).toBe('full')
    expect((await client.refresh({ since: 1, epoch })).mode).toBe('delta')
  })

  test('a client gets everything if more than half of the rows changed', async () => {
    await pull('bins', bins(0, 100))
    const client = createClient('bins')
    await client.refresh()
    const { since, epoch } = client.at()
    await pull('bins', [...bins(0, 60, 'new'), ...bins(60, 100)])
    expect((await client.refresh({ since, epoch })).mode).toBe('delta')
    await pull('bins', [...bins(0, 61, 'new'), ...bins(61, 100)])
    expect((await client.refresh({ since, epoch })).mode).toBe('full')
  })

  test('a client that was away longer than deletions are remembered gets everything', async () => {
    await pull('bins', bins(0, 50))
    const [early, late] = [createClient('bins'), createClient('bins')]
    await early.refresh()
    await pull('bins', bins(1, 50))
    await late.refresh()
    now += 31 * DAY_MS
    await pull('bins', bins(1, 50))
    expect((await early.refresh()).mode).toBe('full')
    expect((await late.refresh()).mode).toBe('delta')
    for (const client of [early, late]) expect(client.rows.size).toBe(49)
  })

  test('a row that was deleted and came back is in the changes', async () => {
    await pull('bins', bins(0, 50))
    const client = createClient('bins')
    await client.refresh()
    await pull('bins', bins(1, 50))
    await pull('bins', bins(0, 50))
    const changes = await client.refresh()
    expect(changes).toMatchObject({ mode: 'delta', json: '[{"id": 0, "memo": "x"}]', deleted: [] })
  })

  test('the changes are the same whether or not the state was read before', async () => {
    await pull('bins', bins(0, 50))
    const cursor = { since: 1, epoch: (await stateOf(db, 'bins')).epoch }
    await pull('bins', [...bins(2, 49), { id: 49, memo: 'new' }, { id: 100, memo: 'x' }])
    const slow = await changesSince(db, 'bins', cursor)
    expect(slow).toMatchObject({ deleted: ['0', '1'], count: 49 })
    expect(await changesSince(db, 'bins', cursor, await stateOf(db, 'bins'))).toEqual(slow)
  })

  test('the changes are those of now if the state that was read before has passed', async () => {
    await pull('bins', bins(0, 50))
    const passed = await stateOf(db, 'bins')
    const cursor = { since: passed.seq, epoch: passed.epoch }
    expect(await changesSince(db, 'bins', cursor, passed)).toMatchObject({ json: '[]', count: 50 })
    await put('bins', { id: 50, memo: 'x' })
    const changes = await changesSince(db, 'bins', cursor, passed)
    expect(changes).toMatchObject({
      json: '[{"id": 50, "memo": "x"}]',
      count: 51,
      state: { seq: 2 },
    })
    const restored = { ...(await stateOf(db, 'bins')), epoch: 'restored' }
    expect(await changesSince(db, 'bins', { since: 1, epoch: 'restored' }, restored)).toBeNull()
  })

  test('more changes than one statement reads are read in pieces', async () => {
    await put('bins', ...bins(0, 15_000))
    await createClient('bins').refresh()
    const present = await stateOf(db, 'bins')
    await put('bins', ...bins(0, 5_001, 'new'))
    const client = createClient('bins', true)
    const changes = await client.refresh({ since: present.seq, epoch: present.epoch })
    expect([changes.mode, client.rows.size]).toEqual(['delta', 5_001])
    const again = await client.refresh({ since: present.seq, epoch: present.epoch })
    expect(again.json).toBe(changes.json)
  })

  test('a missing, additional, changed or duplicate row changes the checksum', async () => {
    await pull('bins', bins(0, 50))
    const client = createClient('bins')
    const { sum } = await client.refresh()
    expect(sum).toBe(sumOf(client.rows.values()))
    expect(sum).not.toBe(sumOf(bins(0, 49)))
    expect(sum).not.toBe(sumOf([...bins(0, 49), { id: 49, memo: 'y' }]))
    expect((await allRows(db, 'items')).sum).toBe(EMPTY_SUM)
  })
})

const HISTORIES = Number(process.env['HISTORIES'] ?? 20)
const STEPS = 4

test(
  `clients that follow ${HISTORIES} random histories have the same rows as the server`,
  async () => {
    const seed = Number(process.env['SEED'] ?? 20_260_511)
    const random = createRandom(seed)
    const models = new Map(pulledCollections.map((name) => [name, new Map<string, Row>()]))
    const modes = { delta: 0, full: 0 }

    for (let history = 0; history < HISTORIES; history += 1) {
      const collection = pulledCollections[history % pulledCollections.length] ?? 'bins'
      const model = models.get(collection) ?? new Map<string, Row>()
      const clients = [createClient(collection), createClient(collection, true)]
      for (let step = 0; step < STEPS; step += 1) {
        await change(collection, model, random)
        for (const client of clients) {
          if (random() < 0.4) continue
          const { count, sum, mode } = await client.refresh()
          modes[mode] += 1
          expect({ seed, history, step, rows: client.rows, count, sum }).toEqual({
            seed,
            history,
            step,
            rows: model,
            count: model.size,
            sum: sumOf(model.values()),
          })
        }
      }
    }
    expect(modes.delta).toBeGreaterThan(HISTORIES / 2)
    expect(modes.full).toBeGreaterThan(HISTORIES / 2)
  },
  120_000 + HISTORIES * 200,
)

/** An event in the life of a collection, applied to the model and to the server. */
async function change(
  collection: PulledCollection,
  model: Map<string, Row>,
  random: Random,
): Promise<void> {
  const chance = random()
  if (chance < 0.5) {
    const rows = Array.from({ length: Math.floor(random() * 6) }, () => aRow(collection, random))
    for (const row of rows) model.set(rowKey(collection, row) ?? '', row)
    await put(collection, ...rows)
  } else if (chance < 0.95) {
    const gone = random() < 0.2 ? 0.7 : 0.05
    for (const id of model.keys()) if (random() < gone) model.delete(id)
    while (model.size === 0 || random() < 0.7) {
      const row = aRow(collection, random)
      model.set(rowKey(collection, row) ?? '', row)
    }
    await pull(collection, [...model.values()])
  } else if (chance < 0.98) {
    now += 31 * DAY_MS
  } else {
    // The database was restored from a backup: sequences begin in another epoch.
    await db.update(collectionStates).set({ epoch: `restored at ${now}` })
  }
}

function aRow(collection: PulledCollection, random: Random): Row {
  const number = Math.floor(random() * 40)
  const key = { id: number, item: `SKU-${number}`, internal_id: number, location_id: 1, line_id: 1 }
  return { ...key, memo: `${collection} ${Math.floor(random() * 3)}` }
}
