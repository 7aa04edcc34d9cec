import { expect, test } from 'vitest'
import { VERSION } from '#contract/version.ts'
import { databaseKind } from '#test/support/database/database.ts'
import { testApp } from '#test/support/server/app.ts'

test('the health check needs no token and reports the database and the version', async () => {
  const { app } = await testApp()
  const answer = await app.inject({ url: '/api/health' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok', database: databaseKind(), version: VERSION })
  // The commit is known only in a checkout.
  expect(VERSION).toMatch(/^0\.1\.0(\+[0-9a-f]{7,}(-dirty)?)?$/)
})
