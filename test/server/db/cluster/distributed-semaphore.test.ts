import pg from 'pg'
import { expect, test } from 'vitest'
import { createDistributedSemaphore } from '#server/db/cluster/distributed-semaphore.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'

/** Two processes with their own connections, and an observer. */
async function twoProcesses() {
  const connectionString = await freshServerDatabase()
  const pools = [0, 1, 2].map(() => {
    const pool = new pg.Pool({ connectionString })
    pool.on('error', () => undefined)
    return pool
  })
  const [first, second, onlooker] = pools
  if (!first || !second || !onlooker) throw new Error('there are three')
  return {
    one: createDistributedSemaphore(first, 2),
    other: createDistributedSemaphore(second, 2),
    first,
    onlooker,
    end: () => Promise.all(pools.map((pool) => pool.end())),
  }
}

test('two processes share two permits, which are free again once they are released', async () => {
  const { one, other, first, end } = await twoProcesses()
  const taken = await Promise.all([one.take(), one.take(), one.take()])
  expect(taken.map((place) => place !== null)).toEqual([true, true, false])
  expect(await other.take()).toBeNull()
  await taken[0]?.()
  const theirs = await other.take()
  expect(theirs).not.toBeNull()
  expect(await one.take()).toBeNull()
  await taken[1]?.()
  await theirs?.()
  expect([first.totalCount, first.idleCount]).toEqual([1, 1])
  const retaken = await Promise.all([other.take(), other.take()])
  expect(retaken).not.toContain(null)
  for (const giveBack of retaken) await giveBack?.()
  await end()
})

test('the permits of a process that dies are free at once, and the process can acquire new ones', async () => {
  const { one, other, onlooker, end } = await twoProcesses()
  const lost = await Promise.all([one.take(), one.take()])
  expect(lost).not.toContain(null)
  // Of this database only: others on the server have their own locks.
  await onlooker.query(`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
  const theirs: (() => Promise<void>)[] = []
  const taking = async () => {
    const place = await other.take()
    if (place) theirs.push(place)
    return theirs
  }
  await expect.poll(taking).toHaveLength(2)
  expect(await one.take().catch(() => null)).toBeNull()
  // A lost permit cannot be released.
  for (const giveBack of lost) await giveBack?.()
  expect(await one.take()).toBeNull()
  await theirs[0]?.()
  const again = await one.take()
  expect(again).not.toBeNull()
  await again?.()
  await theirs[1]?.()
  await end()
})
