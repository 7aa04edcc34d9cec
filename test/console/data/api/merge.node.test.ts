import { describe, expect, test } from 'vitest'
import { createSum } from '#contract/sync/checksum.ts'
import type { Delta } from '#contract/sync/changes.ts'
import { collectionOf, type CollectionName, type Row } from '#contract/collections.ts'
import { rowKey } from '#contract/row-identity.ts'
import { applyDelta, knownSum, rememberSum } from '#console/data/api/merge.ts'
import { derivationOf } from '#console/rows/derivation.ts'
import { createRandom, pick, shuffle, type Random } from '#test/netsuite/random.ts'

const HISTORIES = Number(process.env['HISTORIES'] ?? 100)
const SEED = Number(process.env['SEED'] ?? 20_261_123)
const STEPS = 6
const NAMES = ['items', 'inventory', 'salesOrders'] as const satisfies CollectionName[]
const { signal } = new AbortController()

/** Key fields as servers send them: texts, numbers, and texts that contain the separator of keys. */
const KEYS = ['1', 1, '01', 1.5, 0, -0, 1e21, 'a', 'a|b', 'b|a', '|', 'b', ' 1', null, ''] as const

function aRow(name: CollectionName, random: Random): Row {
  const key = collectionOf(name).key.map((field) => [field, pick(random, KEYS)])
  return {
    ...Object.fromEntries(key),
    memo: Math.floor(random() * 3),
    ...(random() < 0.3 && { nested: { list: [Math.floor(random() * 2)] } }),
  }
}

/** What the server says after it has changed, deleted and added some rows. */
function aDelta(name: CollectionName, rows: readonly Row[], random: Random): Delta {
  const some = (share: number): Row[] => rows.filter(() => random() < share)
  const changed = some(0.3).map((row) => ({ ...row, memo: Math.floor(random() * 3) }))
  const added = Array.from({ length: Math.floor(random() * 4) }, () => aRow(name, random))
  const data = [...changed, ...added]
  shuffle(random, data)
  const gone = [...some(0.15), ...Array.from({ length: 2 }, () => aRow(name, random))]
  const deleted = gone.flatMap((row) => rowKey(name, row) ?? [])
  const facts = { mode: 'delta', from: 1, seq: 2, epoch: 'one' } as const
  const delta = { ...facts, data, deleted, count: 0, sum: '' }
  const after = plainly(name, rows, delta)
  return { ...delta, count: after.length, sum: sumOf(after) }
}

/** The rows after a delta, in the plainest way. */
function plainly(name: CollectionName, rows: readonly Row[], { data, deleted }: Delta): Row[] {
  const given = new Map(data.map((row) => [rowKey(name, row), row]))
  const merged: Row[] = []
  for (const row of rows) {
    const key = rowKey(name, row)
    if (key !== null && deleted.includes(key)) continue
    const fresh = given.get(key)
    given.delete(key)
    merged.push(fresh && JSON.stringify(fresh) !== JSON.stringify(row) ? fresh : row)
  }
  return [...merged, ...given.values()]
}

function sumOf(rows: readonly Row[]): string {
  const sum = createSum()
  for (const row of rows) sum.add(row)
  return sum.text()
}

/** The places at which two lists hold different objects. */
function differences(one: readonly object[], other: readonly object[]): number[] {
  const length = Math.max(one.length, other.length)
  return Array.from({ length }, (_, place) => place).filter((place) => one[place] !== other[place])
}

/** The list that a derivation describes; what it does not say is taken from the list itself. */
function rederived(before: readonly Row[], rows: readonly Row[]): readonly object[] {
  if (before === rows) return before
  const { from, replaced, removed, added } = derivationOf(rows) ?? fail()
  const isGone = new Set(removed)
  const isOther = new Set(replaced)
  const kept = from.flatMap((row, place) => (isGone.has(place) ? [] : [{ row, place }]))
  const expected: object[] = kept.map(({ row, place }, nth) =>
    isOther.has(place) ? (rows[nth] ?? {}) : row,
  )
  expect(from).toBe(before)
  expect(replaced.filter((place) => isGone.has(place))).toEqual([])
  for (const places of [replaced, removed])
    expect(places).toEqual([...new Set(places)].toSorted((a, b) => a - b))
  return [...expected, ...rows.slice(rows.length - added)]
}

function fail(): never {
  throw new Error('the list does not know how it was made')
}

describe(`in ${String(HISTORIES)} random histories`, () => {
  test('a delta gives the same objects in the same places as going through all rows', async () => {
    const random = createRandom(SEED)
    let derived = 0
    for (let history = 0; history < HISTORIES; history += 1) {
      const name = pick(random, NAMES)
      let rows: readonly Row[] = Array.from({ length: Math.floor(random() * 30) }, () =>
        aRow(name, random),
      )
      for (let step = 0; step < STEPS; step += 1) {
        const told = { seed: SEED, history, step }
        const delta = aDelta(name, rows, random)
        const expected = plainly(name, rows, delta)
        const after = await applyDelta(name, rows, delta, signal)
        expect({ ...told, differences: differences(after ?? [], expected) }).toEqual({
          ...told,
          differences: [],
        })
        if (after === null) continue
        expect({ ...told, sum: knownSum(after) }).toEqual({ ...told, sum: delta.sum })
        const isUnchanged = differences(rows, expected).length === 0
        expect({ ...told, isSameList: after === rows }).toEqual({
          ...told,
          isSameList: isUnchanged,
        })
        expect({ ...told, differences: differences(rederived(rows, after), after) }).toEqual({
          ...told,
          differences: [],
        })
        if (after !== rows) derived += 1
        rows = after
      }
    }
    expect(derived).toBeGreaterThan(HISTORIES)
  }, 600_000)

  test('rows that differ from those of the server are never taken for its rows', async () => {
    const random = createRandom(SEED + 1)
    for (let history = 0; history < HISTORIES; history += 1) {
      const name = pick(random, NAMES)
      const rows = Array.from({ length: 1 + Math.floor(random() * 30) }, () => aRow(name, random))
      const delta = aDelta(name, rows, random)
      const place = Math.floor(random() * rows.length)
      const drifted = pick(random, [
        () => rows.toSpliced(place, 1),
        () => [...rows, { id: 'drifted' }],
        () => rows.toSpliced(place, 1, { ...rows[place], memo: 'drifted' }),
      ])()
      const wanted = sumOf(plainly(name, drifted, delta)) === delta.sum
      const isTaken = (await applyDelta(name, drifted, delta, signal)) !== null
      expect({ seed: SEED, history, isTaken }).toEqual({ seed: SEED, history, isTaken: wanted })
    }
  }, 600_000)
})

describe('the checksum of a list', () => {
  const rows: readonly Row[] = [{ id: 1 }, { id: 2 }]
  const delta: Delta = {
    mode: 'delta',
    from: 1,
    seq: 2,
    epoch: 'one',
    data: [{ id: 2, name: 'two' }],
    deleted: ['1'],
    count: 1,
    sum: sumOf([{ id: 2, name: 'two' }]),
  }

  test('rows are summed once, and not at all if their checksum was remembered', async () => {
    const read: number[] = []
    const watched = rows.map((row, nth) => ({
      get id() {
        read.push(nth)
        return row['id']
      },
    }))
    rememberSum(watched, sumOf(rows))
    read.length = 0
    const untouched = { ...delta, data: [], deleted: [], count: 2, sum: sumOf(rows) }
    expect(await applyDelta('items', watched, untouched, signal)).toBe(watched)
    expect(read).toEqual([])
  })

  test('a checksum that does not belong to the rows is noticed', async () => {
    const given = [...rows]
    rememberSum(given, sumOf([{ id: 1 }, { id: 3 }]))
    expect(await applyDelta('items', given, delta, signal)).toBeNull()
  })

  test('a result that is not that of the server is not remembered', async () => {
    const given = [...rows]
    expect(await applyDelta('items', given, { ...delta, count: 2 }, signal)).toBeNull()
    expect(knownSum(given)).toBe(sumOf(rows))
  })
})
