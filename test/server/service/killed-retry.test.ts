/**
 * Records are retried in bulk by two servers on one database that are killed again and again: each record is
 * booked once, and all are answered.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { exceptionEndpoints } from '#contract/own/exception-endpoints.ts'
import { Case, Retry } from '#contract/records/exceptions.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { startPostgres, type TestPostgres } from '#test/support/database/postgres.ts'
import { scannerAt } from '#test/support/scanner.ts'
import { addressOf, type BuiltServer, end, startBuilt } from '#test/support/server/built-server.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'

const RECORDS = Number(process.env['RETRIED'] ?? 30)
const KILLS = Number(process.env['RETRY_KILLS'] ?? 2)
/** Each item has an order of its own, in which its records are booked. */
const ITEMS = 25
const FIRST_ITEM = 1_000
/** Slow enough that the retry outlives the kills. */
const LATENCY_MS = 250

let postgres: TestPostgres
let folder: string
let netsuite: NetSuite
let url: string
const warehouse = smallWarehouse()

beforeAll(async () => {
  postgres = await startPostgres()
  url = await postgres.createDatabase('retried')
  folder = mkdtempSync(join(tmpdir(), 'dockside-retry-'))
  for (let nth = 0; nth < ITEMS; nth += 1)
    warehouse.add('item', { id: FIRST_ITEM + nth, itemid: `PART-${String(nth)}` })
  netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
})
afterAll(async () => {
  await netsuite.close()
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

test(
  `${String(RECORDS)} records are retried while two servers are killed ${String(KILLS)} times: each is booked once, and all are answered`,
  async () => {
    const random = createRandom(7)
    const servers = [start(), start()]
    const addresses = await Promise.all(servers.map(addressOf))
    const [one = ''] = addresses
    const token = await firstAdmin(one)
    await setUpErp(one, token, netsuite, url)
    for (const area of ['locations', 'bins', 'items'] as const)
      await ask(one, pullEndpoint(area), { token })
    const scanner = await scannerAt(one, token, 'binAdjustments')

    netsuite.faults.next({ kind: 'lock', match: 'inventoryadjustment', times: RECORDS })
    for (let nth = 0; nth < RECORDS; nth += 1)
      await ask(one, mobileEndpoints.sendBinAdjustment, { token: scanner, body: adjustment(nth) })
    const cases = async (address: string) => {
      const { body } = await ask(address, exceptionEndpoints.exceptions, { token })
      return (body['data'] as unknown[]).map((each) => Case.parse(each))
    }
    await expect.poll(async () => (await cases(one)).length, WITHIN).toBe(RECORDS)
    expect(warehouse.records.size).toBe(0)

    netsuite.faults.latencyMs = LATENCY_MS
    const started = await ask(one, exceptionEndpoints.startRetry, {
      token,
      body: { action_id: randomUUID(), cause: 'locked-by-workflow' },
    })
    const id = String(started.body['id'])
    expect(started.body).toMatchObject({ total: RECORDS })
    let interrupted = 0
    for (let kill = 0; kill < KILLS; kill += 1) {
      const due = Math.floor(((kill + random()) / KILLS) * RECORDS)
      await expect.poll(() => warehouse.records.size, OFTEN).toBeGreaterThanOrEqual(due)
      if (warehouse.records.size < RECORDS) interrupted += 1
      const which = pick(random, [0, 1] as const)
      servers[which]?.kill('SIGKILL')
      await servers[which]?.ended
      const next = start()
      servers[which] = next
      addresses[which] = await addressOf(next)
    }

    // A slow machine starts them again more slowly than the other server books.
    expect(interrupted).toBeGreaterThanOrEqual(KILLS / 2)

    const watch = { ...exceptionEndpoints.retry, path: `/exceptions/retries/${id}` }
    const present = async () => Retry.parse((await ask(addresses[1] ?? '', watch, { token })).body)
    await expect.poll(async () => (await present()).ended_at, WITHIN).not.toBeNull()
    expect(await present()).toMatchObject({
      total: RECORDS,
      succeeded: RECORDS,
      failed: 0,
      waiting: 0,
      stopped_because: null,
    })
    // A request that was repeated after a kill replaces what it had saved.
    expect(warehouse.records.size).toBe(RECORDS)
    const stock = Array.from({ length: ITEMS }, (_, nth) => onHand(FIRST_ITEM + nth))
    expect(stock.reduce((sum, quantity) => sum + quantity, 0)).toBe(RECORDS)
    const left = (await cases(addresses[0] ?? '')).filter(({ state }) => state !== 'resolved')
    expect(left).toEqual([])
    await Promise.all(servers.map(end))
  },
  30 * 60_000,
)

const WITHIN = { timeout: 20 * 60_000, interval: 500 }
const OFTEN = { timeout: 20 * 60_000, interval: 10 }

function onHand(item: number): number {
  return warehouse
    .rows('inventorybalance')
    .filter((row) => row.item === item)
    .reduce((sum, { quantityonhand }) => sum + Number(quantityonhand), 0)
}

function adjustment(nth: number) {
  const item = FIRST_ITEM + (nth % ITEMS)
  const line = { item_internal_id: item, quantity: 1, bin_number: 'A-01', location: 'WH 1' }
  return { client_id: `c-${String(nth)}`, item_data: [line] }
}

function start(): BuiltServer {
  return startBuilt({
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: url,
    ERP_ALLOWED_HOSTS: netsuite.url,
    ERP_ADJUSTMENT_ACCOUNT: '58',
  })
}
