import { expect, test } from 'vitest'
import {
  endAttempt,
  insertFloorRecord,
  isBookingDue,
  takeBooking,
} from '#server/db/floor-records.ts'
import { type Life, showLife } from '#server/db/life.ts'
import { claimRun, isOrphaned } from '#server/db/runs.ts'
import { cleanDatabase } from '#test/support/database.ts'

const NOW = Date.UTC(2026, 4, 11, 12)
const STOPPED = { fault: 'stopped', error: 'The server was stopped.' }

test('the run of a process is its own as long as that lives, and free as soon as it is dead', async () => {
  const { db, pool } = await cleanDatabase()
  const [one, other] = [await showLife(pool), await showLife(pool)]
  const claim = (owner: number) => claimRun(db, 'bins', 'root', NOW, STOPPED, { owner })
  const first = await claim(one.owner)
  const runId = first.kind === 'ours' ? first.run.id : ''
  expect(await claim(other.owner)).toEqual({ kind: 'theirs', runId })
  expect(await isOrphaned(db, runId)).toBe(false)
  one.end()
  await expect.poll(() => isOrphaned(db, runId)).toBe(true)
  expect(await claim(other.owner)).toMatchObject({ kind: 'ours', run: { owner: other.owner } })
  other.end()
})

test('so is a booking: taken by nobody else, until the process is dead', async () => {
  const { db, pool } = await cleanDatabase()
  const [one, other] = [await showLife(pool), await showLife(pool)]
  const at = new Date(NOW)
  const record = { collection: 'binTransfer', id: '1', userid: 'mo', clientId: 'c-1', hash: 'h' }
  await db.transaction((tx) =>
    insertFloorRecord(tx, { ...record, booking: 'waiting', nextAt: at, createdAt: at }),
  )
  const take = ({ owner }: Life) =>
    takeBooking(db, { dueAt: at }, at, {
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
