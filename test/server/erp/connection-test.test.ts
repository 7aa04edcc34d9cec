import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TestStep } from '#contract/connection-test.ts'
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

/** Answers carry the time of this machine, whatever the clock of the account. */
async function tested(
  netsuite: NetSuite,
  more: Partial<ErpSettings> = {},
  now = Date.now,
): Promise<TestStep[]> {
  const settings = { ...netsuite.credentials, baseUrl: netsuite.url, ...more }
  return testConnection(settings, {
    now,
    nonce: () => randomUUID().replaceAll('-', ''),
    allowedHosts: [new URL(netsuite.url).origin],
    signal: AbortSignal.timeout(20_000),
  })
}

const states = (steps: readonly TestStep[]) => steps.map(({ state }) => state)
const step = (steps: readonly TestStep[], title: string) =>
  steps.find((each) => each.title === title)

test('the test runs all steps in order and reports the results', async () => {
  const netsuite = await running({ now: Date.now })
  const steps = await tested(netsuite)
  expect(steps.map(({ title }) => title)).toEqual(TITLES)
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
