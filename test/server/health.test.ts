import { expect, test } from 'vitest'
import { databaseKind } from '#test/support/database.ts'
import { testApp } from '#test/support/app.ts'

test('the health check needs no token and tells the database and the version', async () => {
  const { app } = await testApp()
  const answer = await app.inject({ url: '/api/health' })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 'ok', database: databaseKind(), version: '0.1.0' })
})
