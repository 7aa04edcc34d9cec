import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { TestStep } from '#contract/own/connection-test.ts'
import { testConnection } from '#server/erp/connection-test.ts'
import type { ErpSettings } from '#server/erp/settings.ts'
import type { NetSuite } from '#test/netsuite/server.ts'
import { running } from '#test/netsuite/support/running.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'

const TITLES = [
  'Address and account ID',
  'Clock',
  'Sign-in',
  'REST Web Services',
  'Locations',
  'Bins',
  'Items',
  'Stock by location',
  'Sales orders',
  'Sales order lines',
  'Shipping addresses',
  'Inbound shipments',
  'Inbound shipment lines',
  'Concurrency limit',
]

/** Beyond the specification. */
const PROOFS = [
  'Columns',
  'Changes',
  'Features',
  'Adjustment account',
  'Booking adjustments',
  'Booking bin transfers',
  'Booking transfers between locations',
]

/** A small account whose role may do everything. */
async function complete(): Promise<NetSuite> {
  const netsuite = await running({ now: Date.now })
  netsuite.warehouse.add('account', { id: 212, acctnumber: '5100', fullname: 'Shrinkage' })
  return netsuite
}

async function tested(
  netsuite: NetSuite,
  more: Partial<ErpSettings> = {},
  now = Date.now,
): Promise<TestStep[]> {
  const settings = { ...netsuite.credentials, baseUrl: netsuite.url, ...more }
  return testConnection(settings, {
    now,
    nonce: () => randomUUID().replaceAll('-', ''),
    adjustmentAccount: '212',
    allowedHosts: [new URL(netsuite.url).origin],
    signal: AbortSignal.timeout(20_000),
  })
}

const states = (steps: readonly TestStep[]) => steps.map(({ state }) => state)
const step = (steps: readonly TestStep[], title: string) =>
  steps.find((each) => each.title === title)

test('the test runs all steps in order and reports the results', async () => {
  const netsuite = await complete()
  const steps = await tested(netsuite)
  expect(steps.map(({ title }) => title)).toEqual([...TITLES, ...PROOFS])
  const notPassed = steps.filter(({ state }) => state !== 'passed')
  expect(notPassed.map(({ title, state }) => [title, state])).toEqual([
    ['Inbound shipments', 'warning'],
    ['Inbound shipment lines', 'warning'],
  ])
  expect(step(steps, 'Concurrency limit')?.text).toBe(
    'The account allows 5 requests at once; this server sends at most 2.',
  )
})

test('a malformed account ID, or one that does not match the address, ends the test before anything is sent', async () => {
  const netsuite = await running({ now: Date.now })
  const wrong: readonly [Partial<ErpSettings>, string][] = [
    [{ accountId: 'my account' }, 'The account ID must look like 1234567 or 1234567_SB1'],
    [
      { accountId: '7654321', baseUrl: 'https://1234567-sb1.suitetalk.api.netsuite.com' },
      'The Base URL belongs to the account 1234567_SB1, but the account ID is 7654321.',
    ],
    [{ baseUrl: 'https://erp.example' }, 'Base URL must lie under netsuite.com'],
  ]
  for (const [more, text] of wrong) {
    const steps = await tested(netsuite, more)
    expect(steps[0]?.text).toContain(text)
    expect(states(steps)).toEqual(['failed', ...TITLES.slice(1).map(() => 'skipped')])
  }
  expect(netsuite.requests.total).toBe(0)
})

test('an unreachable address is reported if the first answer is missing', async () => {
  const netsuite = await running({ now: Date.now })
  const steps = await tested({ ...netsuite, url: `http://127.0.0.1:${DEAD_PORT}` })
  expect(step(steps, 'Clock')).toMatchObject({
    state: 'failed',
    text: expect.stringContaining("NetSuite isn't responding."),
  })
  expect(
    states(steps)
      .slice(2)
      .every((state) => state === 'skipped'),
  ).toBe(true)
})

test('a wrong clock is distinguished from wrong keys', async () => {
  const netsuite = await running({ now: Date.now })
  const late = await tested(netsuite, {}, () => Date.now() - 600_000)
  expect(step(late, 'Clock')).toMatchObject({
    state: 'failed',
    text: expect.stringContaining("This server's clock is 10 minutes behind NetSuite."),
  })
  expect(step(late, 'Sign-in')?.state).toBe('failed')
  const wrongKey = await tested(netsuite, { tokenSecret: 'another' })
  expect(states(wrongKey).slice(0, 4)).toEqual(['passed', 'passed', 'failed', 'skipped'])
  expect(step(wrongKey, 'Sign-in')?.text).toContain('NetSuite refused the login.')
})

test('missing permissions of the role are named: queries at all, or a table', async () => {
  const netsuite = await running({ now: Date.now })
  netsuite.faults.next({ kind: 'permission-403', match: 'dual' })
  const without = await tested(netsuite)
  expect(states(without).slice(0, 5)).toEqual(['passed', 'passed', 'passed', 'failed', 'skipped'])
  netsuite.faults.hidden.add('bin')
  netsuite.faults.next({ kind: 'permission-403', match: 'item' })
  const some = await tested(netsuite)
  expect([step(some, 'Bins')?.state, step(some, 'Items')?.state]).toEqual(['failed', 'failed'])
  expect(step(some, 'Locations')?.state).toBe('passed')
})

test('a low concurrency limit is a warning', async () => {
  const netsuite = await running({ now: Date.now })
  netsuite.faults.concurrencyLimit = 1
  expect(step(await tested(netsuite), 'Concurrency limit')).toMatchObject({
    state: 'warning',
    text: expect.stringContaining('allows only 1 requests at once'),
  })
})

describe('what pulls and bookings will need', () => {
  test('a missing column of any list is named, with what follows from it', async () => {
    const netsuite = await complete()
    for (const column of ['bin.memo', 'bin.custrecord_room', 'item.itemid', 'location.usebins'])
      netsuite.faults.hidden.add(column)
    const steps = await tested(netsuite)
    expect(step(steps, 'Columns')).toBeUndefined()
    expect(step(steps, 'Columns of locations')).toEqual({
      title: 'Columns of locations',
      state: 'passed',
      text: expect.stringMatching(/^The account has no usebins, so these fields stay empty\./),
    })
    expect(step(steps, 'Columns of bins')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/^Read without memo and custrecord_room, .*ERP_MAPPING/),
    })
    expect(step(steps, 'Columns of items')).toMatchObject({
      state: 'failed',
      text: expect.stringMatching(/^Can't be read without itemid\. Give the role access/),
    })
    expect(step(steps, 'Columns of sales orders')).toBeUndefined()
  })

  test('hidden deletions and names are named with the permission that shows them', async () => {
    const netsuite = await complete()
    netsuite.faults.hidden.add('deletedrecord')
    netsuite.faults.hidden.add('vendor')
    expect(step(await tested(netsuite), 'Changes')).toMatchObject({
      state: 'warning',
      text: expect.stringMatching(/Deleted Records.*names of suppliers.*Vendors/),
    })
  })

  test('features are named, and the table that bookings with one of them cannot read', async () => {
    const netsuite = await complete()
    const all = step(await tested(netsuite), 'Features')
    expect(all).toMatchObject({
      state: 'passed',
      text: 'The account has bins, lots and serial numbers, inventory statuses, units of measure, and subsidiaries.',
    })
    netsuite.faults.hidden.add('location.subsidiary')
    netsuite.faults.hidden.add('inventorynumber')
    const some = step(await tested(netsuite), 'Features')
    expect(some?.state).toBe('warning')
    expect(some?.text).toContain("lots and serial numbers, but the role can't read inventorynumber")
    expect(some?.text).toContain('It has no subsidiaries')
  })

  test('the adjustment account must exist and be active', async () => {
    const netsuite = await running({ now: Date.now })
    const state = async () => step(await tested(netsuite), 'Adjustment account')
    expect(await state()).toMatchObject({
      state: 'failed',
      text: 'There is no account with the internal ID 212. Correct ERP_ADJUSTMENT_ACCOUNT.',
    })
    netsuite.warehouse.add('account', { id: 212, isinactive: 'T' })
    expect(await state()).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('is inactive'),
    })
    netsuite.warehouse.change('account', 212, { isinactive: 'F' })
    expect(await state()).toMatchObject({ state: 'passed' })
    netsuite.faults.hidden.add('account')
    expect(await state()).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('Lists > Accounts'),
    })
  })

  test('a record type that the role may not write is named with its permission, and nothing is ever booked', async () => {
    const netsuite = await complete()
    const before = JSON.stringify(netsuite.warehouse.rows('inventorybalance'))
    netsuite.faults.unwritable.add('bintransfer')
    const steps = await tested(netsuite)
    expect(PROOFS.slice(4).map((title) => step(steps, title)?.state)).toEqual([
      'passed',
      'failed',
      'passed',
    ])
    expect(step(steps, 'Booking bin transfers')?.text).toContain('Transactions > Bin Transfer')
    const posts = netsuite.requests.log.filter(({ path }) => path.includes('/record/v1/'))
    expect(posts.map(({ status }) => status)).toEqual([400, 403, 400])
    expect(netsuite.warehouse.records.size).toBe(0)
    expect(JSON.stringify(netsuite.warehouse.rows('inventorybalance'))).toBe(before)
  })

  test('a record type that the account does not have names the feature to turn on', async () => {
    const netsuite = await complete()
    netsuite.faults.next({ kind: 'no-record-type', match: 'inventorytransfer' })
    expect(step(await tested(netsuite), 'Booking transfers between locations')).toMatchObject({
      state: 'warning',
      text: expect.stringContaining('Multi-Location Inventory'),
    })
  })

  test('a record that was saved against all expectation is not passed over', async () => {
    const netsuite = await complete()
    netsuite.faults.next({ kind: 'saved-204', match: 'inventoryadjustment' })
    expect(step(await tested(netsuite), 'Booking adjustments')).toMatchObject({
      state: 'failed',
      text: expect.stringContaining('(internal ID 4711)'),
    })
  })
})
