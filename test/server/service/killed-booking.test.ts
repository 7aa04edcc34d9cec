/**
 * The server is killed between a booking in NetSuite and storing its result: it is booked once, and
 * acknowledged by the next start.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listEndpoint, pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { ErpResponse } from '#contract/records/erp-response.ts'
import { savedDatabaseFile } from '#server/auth/saved-database.ts'
import { sandboxCredentials } from '#test/netsuite/auth/credentials.ts'
import { type NetSuite, startNetSuite } from '#test/netsuite/server.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { addressOf, type BuiltServer, end, startBuilt } from '#test/support/server/built-server.ts'
import { databaseKind, freshServerDatabase } from '#test/support/database/database.ts'
import { ask, firstAdmin, setUpErp } from '#test/support/server/first-admin.ts'
import { scannerAt } from '#test/support/scanner.ts'

const warehouse = smallWarehouse()
let folder: string
let databaseUrl: string | null
let netsuite: NetSuite

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-booking-'))
  databaseUrl = databaseKind() === 'server' ? await freshServerDatabase() : null
  netsuite = await startNetSuite({ credentials: sandboxCredentials, warehouse })
})

afterAll(async () => {
  await netsuite.close()
  rmSync(folder, { recursive: true })
})

test('a record whose server is killed after NetSuite accepted it is booked once, and acknowledged after the restart', async () => {
  const killed = start()
  const before = await addressOf(killed)
  const token = await firstAdmin(before)
  await setUpErp(before, token, netsuite)
  rmSync(savedDatabaseFile(folder))
  // A record is booked only on what was pulled.
  for (const collection of ['locations', 'bins', 'items'] as const)
    await ask(before, pullEndpoint(collection), { token })
  const scanner = await scannerAt(before, token, 'binAdjustments')

  const release = netsuite.faults.hold({ match: 'inventoryadjustment', times: 1 })
  const sent = await ask(before, mobileEndpoints.sendBinAdjustment, {
    token: scanner,
    body: ADJUSTMENT,
  })
  await expect.poll(netsuite.faults.pending, { timeout: 30_000 }).toBe(0)
  killed.kill('SIGKILL')
  await killed.ended
  // NetSuite carries out the request, and the answer reaches no server.
  expect(netsuite.warehouse.records.size).toBe(0)
  release()
  await expect.poll(() => netsuite.warehouse.records.size, { timeout: 30_000 }).toBe(1)

  const restarted = start()
  const address = await addressOf(restarted)
  const answer = async () => {
    const { body } = await ask(address, listEndpoint('binAdjustmentRecords'), { token })
    const [record, ...others] = body['data'] as Row[]
    expect([record?.['id'], others]).toEqual([sent.body['id'], []])
    const stored = record?.['netsuite_response']
    return stored ? ErpResponse.parse(stored).netsuite_acknowledgment : null
  }
  await expect.poll(answer, { timeout: 60_000 }).toMatchObject({ success: true })
  const [booking, ...others] = [...netsuite.warehouse.records.values()]
  expect(others).toEqual([])
  expect(booking).toMatchObject({
    externalId: `dockside-${String(sent.body['id'])}`,
    saves: 2,
    lines: [{ item: 5 }],
  })
  expect((await answer())?.inventoryAdjustmentId).toBe(String(booking?.id))

  // The device may not know that the record was stored, and sends it again.
  const again = await ask(address, mobileEndpoints.sendBinAdjustment, {
    token: scanner,
    body: ADJUSTMENT,
  })
  expect(again.body).toEqual(sent.body)
  expect(netsuite.warehouse.records.size).toBe(1)
  await end(restarted)
}, 180_000)

const ADJUSTMENT = {
  client_id: 'c-1',
  item_data: [{ item_internal_id: 5, quantity: 3, bin_number: 'A-01', location: 'WH 1' }],
}

function start(): BuiltServer {
  return startBuilt({
    PORT: '0',
    DATA_DIR: folder,
    ERP_ALLOWED_HOSTS: netsuite.url,
    ERP_ADJUSTMENT_ACCOUNT: '58',
    ...(databaseUrl !== null && { DATABASE_URL: databaseUrl }),
  })
}
