import { beforeEach, expect, test } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { settings } from '#server/db/schema/operations.ts'
import { createRecentReads } from '#server/http/lists/recent-reads.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

let db: Database
let now: number

beforeEach(async () => {
  db = (await cleanDatabase()).db
  now = 1_000_000
})

const opened = () => createRecentReads<string>({ db, now: () => now })

test('what was read is known for less than a second', () => {
  const recent = opened()
  recent.put('a', 'read', recent.now())
  now += 999
  expect([recent.get('a'), recent.get('b')]).toEqual(['read', null])
  now += 1
  expect(recent.get('a')).toBeNull()
})

test('what was read is forgotten when the clock is set back', () => {
  const recent = opened()
  recent.put('a', 'read', recent.now())
  now -= 1
  expect(recent.get('a')).toBeNull()
})

test('what was read is forgotten when this process writes', async () => {
  const recent = opened()
  recent.put('a', 'read', recent.now())
  await db.delete(settings)
  expect(recent.get('a')).toBeNull()
})

test('what was asked for before a write is never known after it', async () => {
  const recent = opened()
  const read = recent.now()
  await db.delete(settings)
  recent.put('a', 'read before the write', read)
  expect(recent.get('a')).toBeNull()
})

test('of more callers than a second has, the earlier ones are forgotten', () => {
  const recent = opened()
  for (let nth = 0; nth < 10_001; nth += 1) recent.put(String(nth), 'read', recent.now())
  expect([recent.get('0'), recent.get('10000')]).toEqual([null, 'read'])
})
