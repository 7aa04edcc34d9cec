import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { audit } from '#server/db/schema/operations.ts'
import { deleteExpiredAudit } from '#server/start/audit-retention.ts'
import { testApp } from '#test/support/server/app.ts'

const DAY_MS = 24 * 60 * 60_000

test('audit entries are deleted after their retention period, and the youngest cannot be deleted', async () => {
  const { context } = await testApp()
  const { db } = context
  const now = Date.now()
  const entry = (target: string, daysAgo: number) => ({
    at: new Date(now - daysAgo * DAY_MS),
    actor: 'root',
    action: 'admin-changed' as const,
    target,
    address: '192.0.2.7',
  })
  const targets = async () => (await db.select().from(audit).orderBy(audit.id)).map((e) => e.target)
  await db.insert(audit).values([entry('old', 91), entry('older', 400), entry('kept', 89)])

  const said: object[] = []
  const log = {
    info: (facts: object) => said.push(facts),
    warn: (facts: object) => said.push(facts),
  }
  await deleteExpiredAudit({ db, now: () => now, log }, 90)
  expect(await targets()).toEqual(['kept'])
  expect(said).toEqual([{ entries: 2, keepDays: 90 }])

  await db.insert(audit).values(entry('young', 29))
  await expect(db.delete(audit).where(eq(audit.target, 'young'))).rejects.toThrow(/Failed query/)
  expect(await targets()).toEqual(['kept', 'young'])
})

test('with the shortest period and a clock ahead of the database, the entries that it still protects do not keep the others', async () => {
  const { context } = await testApp()
  const { db } = context
  const now = Date.now()
  const entry = (target: string, ms: number) => ({
    at: new Date(now - ms),
    actor: 'root',
    action: 'admin-changed' as const,
    target,
    address: '192.0.2.7',
  })
  const HOUR_MS = 3_600_000
  await db
    .insert(audit)
    .values([entry('old', 31 * DAY_MS), entry('protected', 30 * DAY_MS - HOUR_MS / 2)])
  const warned: object[] = []
  const log = { info: () => undefined, warn: (facts: object) => void warned.push(facts) }
  await deleteExpiredAudit({ db, now: () => now + HOUR_MS, log }, 30)
  expect(warned).toEqual([])
  const left = await db.select().from(audit)
  expect(left.map(({ target }) => target)).toEqual(['protected'])
})
