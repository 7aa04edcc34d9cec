// What a request says besides its stock, as NetSuite takes it.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { startSession } from '#server/auth/sessions.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, aTransfer, listed, sendRecord } from '#test/support/floor.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

let app: ErpApp
beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse() })
  for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
})
afterEach(() => app.close())

describe('the memo', () => {
  const memoOf = async (userid: string): Promise<{ id: string; memo: string | null }> => {
    const scanner = await aScanner(app, { userid })
    const { body } = await sendRecord(app, scanner, 'binTransfer', aTransfer('c-1'))
    await app.erp.poll()
    const [saved] = app.warehouse.records.values()
    const memo = app.warehouse.find('transaction', saved?.id ?? 0)?.memo ?? null
    return { id: String(body['id']), memo }
  }

  test('it names the record and the person', async () => {
    const { id, memo } = await memoOf('picker1')
    expect(memo).toBe(`${id} by picker1`)
  })

  test('a user ID of 64 characters is cut so that a bin transfer takes it', async () => {
    const { id, memo } = await memoOf(`jonathan.${'x'.repeat(55)}`)
    expect(memo).toBe(`${id} by jonathan.${'x'.repeat(15)}`)
  })

  test('no letter of a long user ID is cut in half', async () => {
    const { id, memo } = await memoOf(`a${'𝐱'.repeat(20)}`)
    expect(memo).toBe(`${id} by a${'𝐱'.repeat(11)}`)
  })
})

test.each([
  ['an adjustment', 'binAdjustmentRecords', anAdjustment('c-1')],
  ['a transfer', 'binTransfer', aTransfer('c-1')],
] as const)(
  '%s is refused with the reason by an account that has bins but no inventory detail',
  async (_, kind, body) => {
    app.netsuite.faults.lacking.add('inventoryDetail')
    const { body: answer } = await sendRecord(app, await aScanner(app), kind, body)
    await app.erp.poll()
    expect(app.warehouse.records.size).toBe(0)
    const root = await startSession(app.context.db, 'root', 'full', app.clock.now())
    const row = (await listed(app, root, kind)).find(({ id }) => id === answer['id'])
    const response = row?.['netsuite_response'] as Row
    expect(response['netsuite_acknowledgment']).toMatchObject({
      success: false,
      message: expect.stringMatching(/no field inventoryDetail.* \(line 1, inventoryDetail\)/),
    })
  },
)
