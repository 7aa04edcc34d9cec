import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { settings } from '#server/db/schema/operations.ts'
import { openLog } from '#server/log.ts'
import { cleanDatabase } from '#test/support/database/database.ts'

test('a failed query is logged with its statement, without its values', async () => {
  const { db } = await cleanDatabase()
  const row = { name: 'a', sealedValue: 'SECRET1\nSECRET2', updatedAt: new Date(), updatedBy: 'x' }
  await db.insert(settings).values(row)
  const failing = db.insert(settings).values(row)
  const text = await logOf(failing)
  expect(text).toContain('insert into \\"settings\\"')
  expect(text).toContain('duplicate key value')
  expect(text).toContain('"code":"23505"')
  expect(text).toMatch(/at .*log\.test\.ts|at .*session/)
  expect(text).not.toContain('SECRET')

  const numbers = db.select().from(settings).where(eq(settings.name, 'SECRET\u0000'))
  expect(await logOf(numbers)).not.toContain('SECRET')
})

test('the level decides what is written', () => {
  const lines: string[] = []
  const log = openLog('warn', { write: (line) => void lines.push(line) })
  log.info('quiet')
  log.warn('loud')
  expect(lines.map((line) => Object(JSON.parse(line)).msg)).toEqual(['loud'])
})

async function logOf(failing: PromiseLike<unknown>): Promise<string> {
  const lines: string[] = []
  const log = openLog('info', { write: (line) => void lines.push(line) })
  try {
    await failing
  } catch (err) {
    log.error({ err }, 'failed')
  }
  expect(lines).toHaveLength(1)
  return lines.join('')
}
