/** Reading every list from its beginning: by a person, or because ERP Setup leads to another account. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { pulledLists } from '#contract/lists.ts'
import { syncEndpoints } from '#contract/sync/runs.ts'
import { countOf } from '#server/db/mirror/mirror.ts'
import { settings } from '#server/db/schema/operations.ts'
import { runs } from '#server/db/schema/runs.ts'
import { createReadAgain } from '#server/erp/read-again.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

const BINS = 1_500
const LAST = pulledLists.at(-1) ?? ''

let app: ErpApp

beforeEach(async () => {
  const warehouse = makeWarehouse({
    locations: 3,
    bins: BINS,
    items: 10,
    inventory: 20,
    salesOrders: 4,
    inboundShipments: 3,
  })
  app = await erpApp({ warehouse })
})

afterEach(() => app.close())

const readAgain = () => call(app.app, syncEndpoints.readAgain, { token: app.token })

const save = (given: object) =>
  call(app.app, endpoints.saveErpSettings, {
    token: app.token,
    body: { ...Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])), ...given },
  })

async function pullAll(): Promise<void> {
  app.clock.advance(60_000)
  for (const list of pulledLists) await app.erp.pull(list, 'ada')
  await app.context.db.delete(runs)
  app.clock.advance(3_600_000)
}

/** The runs so far: which list, its state, and whether everything was read. */
async function told() {
  const found = await app.context.db.select().from(runs)
  return found.map(({ collection, reading, startedBy, state }) => ({
    collection,
    startedBy,
    state,
    isWhole: reading?.since === null,
  }))
}

const known = async (list: string) =>
  (await told()).filter(({ collection }) => collection === list).map(({ state }) => state)

/** Waits until the last list was read, and returns the runs. */
async function finished() {
  await expect.poll(() => known(LAST), { timeout: 20_000 }).toEqual(['success'])
  return told()
}

test('every list is read from its beginning, one after the other, in the name of who asked', async () => {
  await pullAll()
  const { status } = await readAgain()
  expect(status).toBe(200)
  const found = await finished()
  expect(found.map(({ collection }) => collection).toSorted()).toEqual(pulledLists.toSorted())
  expect(new Set(found.map(({ isWhole, startedBy }) => `${startedBy} ${isWhole}`))).toEqual(
    new Set(['root true']),
  )
  expect(app.netsuite.requests.peak).toBeLessThanOrEqual(2)
  expect(await told()).toHaveLength(pulledLists.length)
})

test('a pull of changes that runs already is followed by one that reads everything', async () => {
  await pullAll()
  const release = app.netsuite.faults.hold({ match: 'item', times: 1 })
  const running = app.erp.pull('items', 'ada')
  await expect.poll(app.netsuite.faults.pending).toBe(0)
  await readAgain()
  await expect.poll(() => known('bins')).toEqual(['success'])
  release()
  await running
  const items = (await finished()).filter(({ collection }) => collection === 'items')
  expect(items.map(({ isWhole }) => String(isWhole)).toSorted()).toEqual(['false', 'true'])
})

test('a pull whose run has ended but which is not done yet is followed by one that reads everything', async () => {
  const pulls: string[] = []
  const { db, log } = app.context
  const again = createReadAgain({
    db,
    log,
    isPulling: (list) => list === 'items' && pulls.length === 0,
    pull: async (list) => pulls.push(list),
  })
  again.start('root', ['items', 'bins'])
  await again.ended()
  expect(pulls).toEqual(['items', 'items', 'bins'])
})

test('a list that seems to have lost most of its rows is not believed, and the others are read', async () => {
  await pullAll()
  app.netsuite.faults.next({ kind: 'early-end', match: 'bin', times: 2 })
  await readAgain()
  const found = await finished()
  expect(found.filter(({ state }) => state === 'failed')).toEqual([])
  expect(await countOf(app.context.db, 'bins')).toBe(BINS)
})

test('after a refused login the other lists are not tried', async () => {
  await pullAll()
  app.netsuite.faults.next({ kind: 'invalid-login-401', times: 20 })
  await readAgain()
  await expect.poll(() => known('locations'), { timeout: 20_000 }).toEqual(['failed'])
  app.netsuite.faults.clear()
  await app.erp.pull('bins', 'ada')
  expect((await told()).map(({ collection }) => collection).toSorted()).toEqual([
    'bins',
    'locations',
  ])
})

test('the answer says what is missing if the connection is not set up', async () => {
  const bare = await erpApp({ isConfigured: false })
  const { status, body } = await call(bare.app, syncEndpoints.readAgain, { token: bare.token })
  await bare.close()
  expect([status, body['detail']]).toEqual([502, expect.stringContaining('is not configured')])
})

test('saving another account reads everything; the first set-up and the same account do not', async () => {
  const { credentials, url } = app.netsuite
  await app.context.db.delete(settings)
  const own = { NETSUITE_ACCOUNT_ID: credentials.accountId, NETSUITE_BASE_URL: url }
  const first = await save({
    ...own,
    NETSUITE_CONSUMER_KEY: credentials.consumerKey,
    NETSUITE_CONSUMER_SECRET: credentials.consumerSecret,
    NETSUITE_TOKEN_ID: credentials.tokenId,
    NETSUITE_TOKEN_SECRET: credentials.tokenSecret,
  })
  expect(first.body).not.toHaveProperty('reading')
  expect((await save(own)).body).not.toHaveProperty('reading')
  await app.erp.pull('bins', 'ada')
  expect(await told()).toMatchObject([{ collection: 'bins', startedBy: 'ada' }])
  expect((await save({ NETSUITE_ACCOUNT_ID: '7654321' })).body).toMatchObject({ reading: true })
  await expect.poll(() => known('locations')).toHaveLength(1)
})
