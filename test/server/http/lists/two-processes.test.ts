/** What one process still answers after another one has ended a session or a right, or changed a row. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, completeFeatures } from '#contract/access.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { problem } from '#contract/problem.ts'
import { refusals } from '#contract/refusals.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { openDatabase } from '#server/db/open.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { changeAdmin, removeAdmin } from '#server/db/repositories/admins.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { freshServerDatabase } from '#test/support/database/database.ts'
import { aSuperAdmin, type Person } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'

let opened: OpenDatabase[]
let url: string
let here: TestApp
let there: TestApp
let who: Person
let token: string

/** A process on the database, with connections of its own. */
async function start(beside?: TestApp): Promise<TestApp> {
  const fail = (error: Error): never => {
    throw error
  }
  const database = await openDatabase(
    { databaseUrl: url, dataDir: 'unused' },
    { onTrouble: fail, onDeath: fail },
  )
  opened.push(database)
  return testApp({ database: 'server', db: database.db, ...(beside && { beside }) })
}

beforeEach(async () => {
  opened = []
  url = await freshServerDatabase()
  here = await start()
  there = await start(here)
  who = await aSuperAdmin(there.context, { features: ADMIN_FEATURES })
  token = await who.session()
  await putRecords(there.context.db, 'items', [{ id: 1 }], there.clock.now())
})

afterEach(async () => {
  await Promise.all([here.close(), there.close()])
  await Promise.all(opened.map(({ close }) => close()))
})

async function get({ app }: TestApp, path: string, etag?: string) {
  const { statusCode, headers, body } = await app.inject({
    url: `${API_PREFIX}${path}`,
    headers: {
      authorization: `Bearer ${token}`,
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
  })
  return { status: statusCode, headers, body }
}

const COUNTS = '/collection-counts'

/** Every answer with data that a list has, and the counts. */
const WITH_DATA = [
  '/data_items',
  '/data_items?part=first',
  '/data_items?part=range&from=0',
  '/data_items?since=0&epoch=another',
  '/master-admin-details',
  COUNTS,
]

/** Both processes have just answered everything, so all that they keep is in memory. */
async function warm(): Promise<string> {
  for (const process of [here, there])
    for (const path of WITH_DATA) expect((await get(process, path)).status).toBe(200)
  const etag = String((await get(here, '/data_items')).headers['etag'])
  expect((await get(here, '/data_items', etag)).status).toBe(304)
  return etag
}

const NO_COUNTS = [401, JSON.stringify({ ...problem(refusals.noSession), code: 'no-session' })]

describe.each([
  ['ends the session', () => endSessionsOf(there.context.db, who.username), 401, NO_COUNTS],
  ['deletes the account', () => removeAdmin(there.context.db, who.username), 401, NO_COUNTS],
  [
    'removes the rights',
    () =>
      changeAdmin(
        there.context.db,
        who.username,
        { isSuperAdmin: false, features: completeFeatures({}) },
        new Date(there.clock.now()),
      ),
    403,
    [200, '{"data":{}}'],
  ],
] as const)('when another process %s', (_, end, refused, counts) => {
  test('no process sends data once that is confirmed', async () => {
    await warm()
    await end()
    for (const process of [here, there]) {
      for (const path of WITH_DATA.filter((one) => one !== COUNTS))
        expect([path, (await get(process, path, '"another"')).status]).toEqual([path, refused])
      // A caller without rights sees no collection.
      const { status, body } = await get(process, COUNTS)
      expect([status, body]).toEqual(counts)
    }
  })

  test('the other process refuses a 304 at once, and this one after a second', async () => {
    const etag = await warm()
    await end()
    expect((await get(there, '/data_items', etag)).status).toBe(refused)
    expect(await get(here, '/data_items', etag)).toMatchObject({ status: 304, body: '' })
    here.clock.advance(1_000)
    expect((await get(here, '/data_items', etag)).status).toBe(refused)
  })
})

test('a row that another process changes is in every answer with data at once, and ends a 304 after a second', async () => {
  const etag = await warm()
  await putRecords(there.context.db, 'items', [{ id: 2 }], there.clock.now())
  expect((await get(there, '/data_items', etag)).status).toBe(200)
  expect(JSON.parse((await get(here, '/data_items')).body)).toEqual({
    data: [{ id: 1 }, { id: 2 }],
  })
  expect(JSON.parse((await get(here, COUNTS)).body)).toMatchObject({
    data: { items: { count: 2 } },
  })
  here.clock.advance(1_000)
  const { status, headers } = await get(here, '/data_items', etag)
  expect([status, headers['x-seq']]).toEqual([200, '2'])
})

test('a process that starts later knows what a client already has', async () => {
  const etag = await warm()
  const restarted = await start(here)
  const { status, headers } = await get(restarted, '/data_items', etag)
  expect([status, headers['etag']]).toEqual([304, etag])
  await restarted.close()
})
