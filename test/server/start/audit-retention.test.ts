import { expect, test } from 'vitest'
import { forgetAudit } from '#server/db/repositories/audit.ts'
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
  await expect(forgetAudit(db, new Date(now))).rejects.toThrow(/Failed query/)
  expect(await targets()).toEqual(['kept', 'young'])
})
