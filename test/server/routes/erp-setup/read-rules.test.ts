/** What is read: its calls, with a simulated account behind them. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { PulledList } from '#contract/lists.ts'
import { NO_RULES, type ReadRules } from '#contract/own/read-rules.ts'
import { type CountedList, RuleChoices } from '#contract/own/read-rules-endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { audit } from '#server/db/schema/operations.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import type { Warehouse } from '#test/netsuite/warehouse.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

let app: ErpApp
let warehouse: Warehouse

beforeEach(async () => {
  warehouse = smallWarehouse()
  warehouse.add('subsidiary', { id: 1, name: 'North' })
  app = await erpApp({ warehouse })
})
afterEach(() => app.close())

type Given = Partial<Record<keyof ReadRules, unknown>>

const ask = (
  which: 'countRows' | 'readRules' | 'ruleChoices' | 'saveReadRules',
  rules: Given = {},
) =>
  call(app.app, ownEndpoints[which], {
    token: app.token,
    ...(/count|save/.test(which) && { body: { ...NO_RULES, ...rules } }),
  })

async function counted(rules: Given = {}): Promise<Map<string, CountedList>> {
  const { body } = await ask('countRows', rules)
  return new Map((body['lists'] as CountedList[]).map((one) => [one.list, one]))
}

const field = (more: object) => ({
  list: 'bins',
  name: 'Zone',
  column: 'custrecord_zone',
  kind: 'text',
  ...more,
})

describe('rows are counted before anything is saved', () => {
  test('for each list as the form says, beside what is there now', async () => {
    await app.pull('bins')
    const all = await counted()
    expect(all.get('bins')).toEqual({ list: 'bins', rows: 3, now: 3, sentence: null })
    const some = await counted({ locations: ['2'], without_inactive: ['bins'] })
    expect(some.get('bins')).toEqual({ list: 'bins', rows: 0, now: 3, sentence: null })
    expect(some.get('locations')?.rows).toBe(1)
    expect(some.get('items')?.rows).toBe(2)
    expect((await ask('readRules')).body).toEqual(NO_RULES)
  })

  test('and a pull then brings as many', async () => {
    const rules: Given = { locations: ['1', '10'], order_statuses: ['B'] }
    const expected = await counted(rules)
    await ask('saveReadRules', rules)
    for (const list of ['locations', 'bins', 'inventory', 'salesOrders'] satisfies PulledList[])
      expect((await app.pull(list)).body['total']).toBe(expected.get(list)?.rows)
  })

  test('a list that the account does not count says why, and the others are counted', async () => {
    app.netsuite.faults.hidden.add('inboundshipment')
    const all = await counted()
    expect(all.get('inboundShipments')).toMatchObject({
      rows: null,
      sentence: expect.stringContaining('inboundshipment') as string,
    })
    expect(all.get('items')?.rows).toBe(2)
  })

  test('an account that refuses the login says so once, and ends no session', async () => {
    app.netsuite.faults.next({ kind: 'invalid-login-401', times: 9 })
    const { status, text } = await ask('countRows')
    expect(status).toBe(502)
    expect(text).toContain('refused the login')
  })
})

test('subsidiaries and locations can be chosen, whatever is left out now', async () => {
  await ask('saveReadRules', { locations: ['2'] })
  const choices = RuleChoices.parse((await ask('ruleChoices')).body)
  expect(choices.locations.map(({ name }) => name)).toEqual(['WH 1', 'WH 2', 'WH 10'])
  expect(choices.subsidiaries).toEqual([{ id: '1', name: 'North' }])
  app.netsuite.faults.hidden.add('subsidiary')
  expect((await ask('ruleChoices')).body).toMatchObject({ subsidiaries: [] })
})

test('without an answer of the account there is nothing to choose from, and a reason', async () => {
  app.netsuite.faults.next({ kind: 'invalid-login-401', times: 9 })
  const { body, status } = await ask('ruleChoices')
  expect(status).toBe(200)
  expect(body).toMatchObject({ subsidiaries: [], locations: [] })
  expect(body['sentence']).toContain('refused the login')
})

test('what is saved is read back, and the trail has the old and the new rules', async () => {
  const rules = { locations: ['1'], changed_within_days: 90, fields: [field({})] }
  expect((await ask('saveReadRules', rules)).status).toBe(200)
  expect((await ask('readRules')).body).toEqual({ ...NO_RULES, ...rules })
  const entries = await app.context.db.select().from(audit)
  expect(entries.find(({ action }) => action === 'erp-reading-changed')).toMatchObject({
    actor: 'root',
    detail: {
      before: { locations: '', changed_within_days: '' },
      after: { locations: '1', changed_within_days: '90', fields: 'bins.custrecord_zone' },
    },
  })
})

describe('refused are', () => {
  test.each<[Given, number]>([
    [{ locations: ["1' OR '1' = '1"] }, 422],
    [{ subsidiaries: ['1) OR (1 = 1'] }, 422],
    [{ order_statuses: ["B'"] }, 422],
    [{ changed_within_days: 0 }, 422],
    [{ changed_within_days: 1.5 }, 422],
    [{ fields: [field({ column: 'custrecord_zone FROM bin --' })] }, 422],
    [{ fields: [field({ column: 'salary' })] }, 422],
    [{ fields: [field({ kind: 'sql' })] }, 422],
    [{ fields: [field({ column: 'custitem_brand' })] }, 400],
    [{ fields: [field({ name: 'Bin number' })] }, 400],
    [{ fields: [field({ name: 'Constructor' })] }, 400],
    [{ fields: [field({ name: '---' })] }, 400],
    [{ fields: [field({}), field({ name: 'Other' })] }, 400],
    [{ fields: [field({}), field({ column: 'custrecord_room' })] }, 400],
  ])('%j with %i', async (rules, status) => {
    app.netsuite.requests.reset()
    for (const which of ['saveReadRules', 'countRows'] as const)
      expect((await ask(which, rules)).status).toBe(status)
    expect(app.netsuite.requests.log).toEqual([])
    expect((await ask('readRules')).body).toEqual(NO_RULES)
  })
})
