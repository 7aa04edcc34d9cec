import { PGlite } from '@electric-sql/pglite'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { engineOf } from '#server/db/embedded/engine.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openEngine } from '#server/db/open.ts'
import { startVacuum, createVacuum } from '#server/db/embedded/vacuum.ts'
import { emptyDatabaseDump } from '#test/support/database/empty-database.ts'

const TEN_MINUTES_MS = 10 * 60_000

let database: OpenDatabase
beforeAll(async () => {
  const engine = engineOf(await PGlite.create({ loadDataDir: await emptyDatabaseDump() }))
  database = await openEngine(engine, { onTrouble: () => {} })
})
afterAll(() => database.close())
afterEach(() => vi.useRealTimers())

test('a round frees the space of old rows and truncates the write-ahead log', async () => {
  const { pool } = database
  await pool.query('INSERT INTO attempts SELECT n, 1, now() FROM generate_series(1, 20000) AS n')
  await pool.query('DELETE FROM attempts')
  const before = await facts()
  await createVacuum(pool)()
  const after = await facts()
  expect(before.size).toBeGreaterThan(0)
  expect(after.size).toBe(0)
  expect(after.checkpoint).not.toBe(before.checkpoint)
})

test('a round does nothing if nothing was written', async () => {
  const tidy = createVacuum(database.pool)
  await tidy()
  const before = await facts()
  await tidy()
  expect(await facts()).toEqual(before)
})

test('rounds run every ten minutes until stopped, and report failures', async () => {
  vi.useFakeTimers()
  const told: string[] = []
  const stop = startVacuum({ query: () => Promise.reject(new Error('not now')) }, ({ message }) =>
    told.push(message),
  )
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS - 1)
  expect(told).toEqual([])
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS + 1)
  expect(told).toEqual(['not now', 'not now'])
  stop()
  await vi.advanceTimersByTimeAsync(TEN_MINUTES_MS)
  expect(told).toHaveLength(2)
})

async function facts(): Promise<{ size: number; checkpoint: string }> {
  const { rows } = await database.pool.query<{ size: number; checkpoint: string }>(
    `SELECT pg_relation_size('attempts')::int AS size, redo_lsn::text AS checkpoint
     FROM pg_control_checkpoint()`,
  )
  return rows[0] ?? { size: Number.NaN, checkpoint: '' }
}
