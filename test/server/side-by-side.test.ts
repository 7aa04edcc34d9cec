/** Server processes on one Postgres server, on whatever database the suite runs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { addressOf, end, startBuilt } from '#test/support/built-server.ts'
import { get, post } from '#test/support/http.ts'
import { NEWCOMER } from '#test/support/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/postgres.ts'

vi.setConfig({ testTimeout: 60_000 })

let postgres: TestPostgres
let folder: string
beforeAll(async () => {
  postgres = await startPostgres()
  folder = mkdtempSync(join(tmpdir(), 'dockside-side-'))
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test('two that start at once on an empty database share it: what one writes the other reads', async () => {
  const url = await postgres.createDatabase('shared')
  const servers = [start(url), start(url)]
  const [one = '', two = ''] = await Promise.all(servers.map(addressOf))
  expect((await post(one, endpoints.register.path, NEWCOMER)).status).toBe(200)
  expect((await post(two, endpoints.register.path, NEWCOMER)).status).toBe(403)
  await Promise.all(servers.map(end))
})

test('one goes on when the database has broken all its connections', async () => {
  const url = await postgres.createDatabase('broken')
  const server = start(url)
  const address = await addressOf(server)
  const other = new pg.Client({ connectionString: url })
  await other.connect()
  await other.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await other.end()
  await server.said(/the database had a problem/)
  expect((await get(address, '/api/health')).status).toBe(200)
  await end(server)
})

function start(url: string) {
  return startBuilt({ PORT: '0', DATA_DIR: folder, DATABASE_URL: url })
}
