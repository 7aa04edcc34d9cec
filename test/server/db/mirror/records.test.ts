import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { rowSum } from '#contract/sync/checksum.ts'
import type { Row } from '#contract/collections.ts'
import { stateOf } from '#server/db/mirror/collection-states.ts'
import type { Database } from '#server/db/database.ts'
import { listRecords, putRecords } from '#server/db/mirror/records.ts'
import { canonicalJson, hashOf, UnstorableRow } from '#server/db/row-hash.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

const NOW = Date.UTC(2026, 4, 11, 12)

let db: Database

beforeEach(async () => {
  db = (await cleanDatabase()).db
})

async function rows(): Promise<Row[]> {
  return JSON.parse((await listRecords(db, 'binCountRecords')).json) as Row[]
}

const put = (...given: Row[]) => putRecords(db, 'binCountRecords', given, NOW)
const seq = async () => (await stateOf(db, 'binCountRecords')).seq

describe('writing rows', () => {
  test('rows are added, and replaced if they are written again with other content', async () => {
    expect(await put({ id: 1, bin_name: 'A' }, { id: 2, bin_name: 'B' })).toEqual({
      added: 2,
      changed: 0,
    })
    expect(await put({ id: 2, bin_name: 'C' }, { id: 3, bin_name: 'D' })).toEqual({
      added: 1,
      changed: 1,
    })
    expect(await rows()).toEqual([
      { id: 1, bin_name: 'A' },
      { id: 2, bin_name: 'C' },
      { id: 3, bin_name: 'D' },
    ])
  })

  test('the sequence is raised once, and only if something differs', async () => {
    expect(await seq()).toBe(0)
    await put({ id: 1, bin_name: 'A' }, { id: 2 })
    expect(await seq()).toBe(1)
    expect(await put({ bin_name: 'A', id: 1 })).toEqual({ added: 0, changed: 0 })
    expect(await seq()).toBe(1)
    await put({ id: 1, bin_name: 'B' })
    expect(await seq()).toBe(2)
  })

  test('rows and sequence are written in one transaction', async () => {
    await put({ id: 1, bin_name: 'A' })
    await db.execute(sql`ALTER TABLE collection_states ADD CONSTRAINT stuck CHECK (seq < 2)`)
    try {
      await expect(put({ id: 1, bin_name: 'B' }, { id: 2 })).rejects.toThrow('Failed query')
    } finally {
      await db.execute(sql`ALTER TABLE collection_states DROP CONSTRAINT stuck`)
    }
    expect([await seq(), await rows()]).toEqual([1, [{ id: 1, bin_name: 'A' }]])
  })

  test('the last of several rows with the same key counts', async () => {
    expect(await put({ id: 1, bin_name: 'A' }, { id: '1', bin_name: 'B' })).toEqual({
      added: 1,
      changed: 0,
    })
    expect(await rows()).toEqual([{ id: '1', bin_name: 'B' }])
  })

  test('many rows can be written at once', async () => {
    const many = Array.from({ length: 12_345 }, (_, id) => ({ id, bin_name: `bin ${id}` }))
    expect(await put(...many)).toEqual({ added: 12_345, changed: 0 })
    const { count, json } = await listRecords(db, 'binCountRecords')
    expect(count).toBe(12_345)
    const listed = JSON.parse(json) as Row[]
    expect(listed.toSorted((a, b) => Number(a['id']) - Number(b['id']))).toEqual(many)
    expect(await seq()).toBe(1)
  })

  test('rows are returned unchanged, whatever they contain', async () => {
    const odd = {
      id: 'ключ "1" \\ \n',
      text: '<script>\u2028\u2029\t😀',
      nested: { list: [1, 'two', null, { deep: true }], empty: {} },
      numbers: [0, -1.5, 1e21, 1e-7, 123456789012345680000],
      none: null,
    }
    await put(odd)
    expect(await rows()).toEqual([odd])
  })

  test.each([{ bin_name: 'no id' }, { id: '', bin_name: 'empty id' }, { id: null }])(
    'rows without a key are refused: %j',
    async (row) => {
      await expect(put(row)).rejects.toThrow(RangeError)
    },
  )

  test.each(['a\0b', '\ud800'])(
    'rows that the database cannot store are refused: %j',
    async (text) => {
      await expect(put({ id: 1 }, { id: 2, text })).rejects.toThrow(UnstorableRow)
      expect(await rows()).toEqual([])
    },
  )

  test('two concurrent writers get different sequences', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, id) => put({ id })))
    expect(await seq()).toBe(20)
    expect(await rows()).toHaveLength(20)
  })
})

test('a collection that was never written is empty and already has an epoch', async () => {
  const first = await listRecords(db, 'binTransfer')
  expect(first).toMatchObject({ count: 0, json: '[]', state: { seq: 0, asOf: null } })
  expect(first.state.epoch).toMatch(/^[0-9a-f-]{36}$/)
  expect((await listRecords(db, 'binTransfer')).state.epoch).toBe(first.state.epoch)
})

describe('the hash of a row', () => {
  test('equal rows have the same hash, however they are written', () => {
    const one = canonicalJson({ b: { d: 1, c: [1, 2] }, a: 'x', gone: undefined })
    expect(one).toBe('{"a":"x","b":{"c":[1,2],"d":1}}')
    expect(one).toBe(canonicalJson(JSON.parse('{"b": {"c": [1, 2], "d": 1.0}, "a": "x"}')))
  })

  test('different rows have different hashes', () => {
    const rowsOf = [{ a: 1 }, { a: '1' }, { a: [1] }, { a: null }, {}, { b: 1 }, { a: [1, 2] }]
    const hashes = rowsOf.map((row) => hashOf(canonicalJson(row)))
    expect(new Set(hashes).size).toBe(rowsOf.length)
  })

  test('a hash begins with the checksum by which a client notices drift', () => {
    const row = { a: 1, nested: { z: [1], b: 'x' } }
    expect(hashOf(canonicalJson(row))).toMatch(new RegExp(`^${rowSum(row)}[0-9a-f]{48}$`))
  })
})
