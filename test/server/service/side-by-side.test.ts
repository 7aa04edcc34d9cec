/** Server processes on one Postgres server, on whatever database the suite runs. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pulledCollections } from '#contract/collections.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { type SyncArea, syncEndpoints, type SyncRun } from '#contract/sync/runs.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { startNetSuite } from '#test/netsuite/server.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'
import { holdTable } from '#test/support/database/held-table.ts'
import { get, post } from '#test/support/server/clients/http.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'

vi.setConfig({ testTimeout: 180_000 })

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

test('two servers that start at once on an empty database share it: each reads what the other writes, and fifty requests make one pull per collection', async () => {
  const url = await postgres.createDatabase('shared')
  const warehouse = makeWarehouse({ bins: 1_200, items: 30, inventory: 60, salesOrders: 10 })
  const netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
  const servers = [start(url, netsuite.url), start(url, netsuite.url)]
  const [one = '', two = ''] = await Promise.all(servers.map(addressOf))
  const token = await firstAdmin(one)
  expect((await post(two, endpoints.register.path, NEWCOMER)).status).toBe(403)
  await setUpErp(one, token, netsuite)

  // Until all requests are sent no run can begin and nothing is answered, so that all of them meet.
  const release = netsuite.faults.hold()
  const runsTable = await holdTable(url, 'runs')
  const presses = Array.from({ length: 50 }, async (_, nth) => {
    const area = pulledCollections[nth % pulledCollections.length] ?? 'bins'
    const { body } = await ask(Math.floor(nth / 6) % 2 ? one : two, pullEndpoint(area), { token })
    return `${area} ${JSON.stringify(body)}`
  })
  const askers = servers.length * pulledCollections.length
  await expect.poll(runsTable.waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(askers)
  // A later request is answered, so the earlier ones have all arrived.
  for (const address of [one, two]) await ask(address, endpoints.ownProfile, { token })
  await runsTable.release()
  const present = async () => {
    const { body } = await ask(two, syncEndpoints.syncAreas, { token })
    return (body['areas'] as SyncArea[]).filter((area) => area.present !== null)
  }
  await expect.poll(present, { timeout: 20_000 }).toHaveLength(pulledCollections.length)
  await expect.poll(() => netsuite.requests.underWay, { timeout: 20_000 }).toBe(PULLS_AT_ONCE)
  release()
  expect(new Set(await Promise.all(presses)).size).toBe(pulledCollections.length)
  const { body } = await ask(two, syncEndpoints.syncRuns, { token })
  const runs = body['runs'] as SyncRun[]
  expect(runs.map(({ collection }) => collection).toSorted()).toEqual(
    [...pulledCollections].toSorted(),
  )
  expect(runs.every(({ state }) => state === 'success')).toBe(true)
  expect(netsuite.requests.byName['bin']).toBe(2)
  expect(netsuite.requests.peak).toBe(PULLS_AT_ONCE)
  await Promise.all(servers.map(end))
  await netsuite.close()
})

test('a server continues after the database has broken all its connections', async () => {
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
  // A connection may be broken although the server has not noticed yet.
  const health = async () => (await get(address, '/api/health')).status
  await expect.poll(health, { timeout: 20_000 }).toBe(200)
  await end(server)
})

function start(url: string, erp = '') {
  return startBuilt({ PORT: '0', DATA_DIR: folder, DATABASE_URL: url, ERP_ALLOWED_HOSTS: erp })
}
