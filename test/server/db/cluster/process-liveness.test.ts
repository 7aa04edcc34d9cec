import pg from 'pg'
import { afterEach, expect, test, vi } from 'vitest'
import {
  endAttempt,
  insertFloorRecord,
  isBookingDue,
  claimBooking,
} from '#server/db/mirror/floor-records.ts'
import { type Liveness, announceLiveness } from '#server/db/cluster/process-liveness.ts'
import { claimRun, isRunAbandoned } from '#server/db/mirror/runs.ts'
import { cleanDatabase, freshServerDatabase } from '#test/support/database/database.ts'
import { silenceRuns } from '#test/support/database/silent-runs.ts'

const NOW = Date.UTC(2026, 4, 11, 12)
const STOPPED = { fault: 'stopped', error: 'The server was stopped.' }
const AGAIN_MS = 1_000

afterEach(() => vi.useRealTimers())

test('a run belongs to its process while the process lives, and is free once it is dead', async () => {
  const { db, pool } = await cleanDatabase()
  const [one, other] = [await announceLiveness(pool), await announceLiveness(pool)]
  const claim = (owner: number) => claimRun(db, 'bins', 'root', NOW, STOPPED, { owner })
  const first = await claim(one.owner)
  const runId = first.kind === 'ours' ? first.run.id : ''
  expect(await claim(other.owner)).toEqual({ kind: 'theirs', runId })
  expect(await isRunAbandoned(db, runId)).toBe(false)
  one.end()
  await expect.poll(() => isRunAbandoned(db, runId)).toBe(true)
  expect(await claim(other.owner)).toMatchObject({ kind: 'ours', run: { owner: other.owner } })
  other.end()
})

test('a run of a live process is free once the process has given no sign of it for a minute', async () => {
  const { db, pool } = await cleanDatabase()
  const life = await announceLiveness(pool)
  const first = await claimRun(db, 'bins', 'root', NOW, STOPPED, { owner: life.owner })
  const runId = first.kind === 'ours' ? first.run.id : ''
  await silenceRuns(db, 50_000)
  expect(await isRunAbandoned(db, runId)).toBe(false)
  await silenceRuns(db, 10_001)
  expect(await isRunAbandoned(db, runId)).toBe(true)
  expect(await claimRun(db, 'bins', 'ada', NOW, STOPPED)).toMatchObject({ kind: 'ours' })
  life.end()
})

test('a booking cannot be taken by another process until its own is dead', async () => {
  const { db, pool } = await cleanDatabase()
  const [one, other] = [await announceLiveness(pool), await announceLiveness(pool)]
  const at = new Date(NOW)
  const record = { collection: 'binTransfer', id: '1', userid: 'mo', clientId: 'c-1', hash: 'h' }
  await db.transaction((tx) =>
    insertFloorRecord(tx, {
      ...record,
      booking: 'waiting',
      nextAt: at,
      createdAt: at,
      madeAt: at,
    }),
  )
  const take = ({ owner }: Liveness) =>
    claimBooking(db, { dueAt: at }, at, {
      lease: `of ${owner}`,
      leasedUntil: new Date(NOW + 600_000),
      leaseOwner: owner,
    })
  expect(await take(one)).toMatchObject({ id: '1', attempts: 1 })
  expect(await take(other)).toBeNull()
  one.end()
  await expect.poll(() => isBookingDue(db, at)).toBe(true)
  expect(await take(other)).toMatchObject({ id: '1', attempts: 2, leaseOwner: other.owner })
  expect(await endAttempt(db, record, `of ${one.owner}`, { booking: 'booked' })).toBe(false)
  other.end()
})

test('a liveness connection that breaks while it is replaced holds one connection, and none in the end', async () => {
  const pool = new pg.Pool({ connectionString: await freshServerDatabase() })
  pool.on('error', () => undefined)
  const given: pg.PoolClient[] = []
  pool.on('connect', (client) => {
    given.push(client)
    const ask = client.query.bind(client)
    // The second one breaks during its query.
    if (given.length === 2)
      Object.assign(client, { query: () => breakOff(client, ask('SELECT 1')) })
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const life = await announceLiveness(pool)
  const inUse = () => pool.totalCount - pool.idleCount
  const [first] = given
  if (first) await breakOff(first, first.query('SELECT 1')).catch(() => undefined)
  for (const times of [2, 3]) {
    await expect.poll(inUse).toBe(0)
    vi.advanceTimersByTime(AGAIN_MS)
    await expect.poll(() => given).toHaveLength(times)
  }
  await expect.poll(inUse).toBe(1)
  vi.advanceTimersByTime(10 * AGAIN_MS)
  // Connections are handed out in order, so the earlier request is served before this one.
  await pool.query('SELECT 1')
  expect(given).toHaveLength(4)
  life.end()
  expect(inUse()).toBe(0)
  await pool.end()
})

/** As if the database machine had vanished during a query. */
function breakOff<T>(client: pg.PoolClient, asked: Promise<T>): Promise<T> {
  client.connection.stream.destroy()
  return asked
}
