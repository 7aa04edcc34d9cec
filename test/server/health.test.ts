import { expect, test } from 'vitest'
import { VERSION } from '#contract/version.ts'
import { databaseKind } from '#test/support/database/database.ts'
import { testApp } from '#test/support/server/app.ts'
import { VERSION_PATTERN } from '#test/support/server/version-pattern.ts'

test('the health check needs no token and reports the database and the version', async () => {
  const { app } = await testApp()
  const answer = await app.inject({ url: '/api/health' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok', database: databaseKind(), version: VERSION })
  expect(VERSION).toMatch(VERSION_PATTERN)
})
