import { beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, MOBILE_FEATURES, type MobileFeature } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { type FloorCollection, mobileEndpoints, SENDS } from '#contract/mobile-endpoints.ts'
import { changeMobileUser, removeMobileUser } from '#server/db/repositories/mobile-users.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { floorRecords } from '#server/db/schema/floor.ts'
import { audit } from '#server/db/schema/operations.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import {
  anAdjustment,
  aScanner,
  aTransfer,
  listed,
  sendRecord,
  signIn,
} from '#test/support/floor.ts'
import { aMobileUser, aSuperAdmin } from '#test/support/people.ts'

const HOUR_MS = 3_600_000

const KINDS = Object.keys(SENDS) as FloorCollection[]
const FLAG: Record<FloorCollection, MobileFeature> = {
  binCountRecords: 'binCount',
  binAdjustmentRecords: 'binAdjustments',
  binTransfer: 'binTransfer',
  inboundDataRecords: 'inbound',
}
const BODY: Record<FloorCollection, Row> = {
  binCountRecords: {
    client_id: 'c-1',
    bin_name: 'A-01',
    bin_id: 1,
    bin_data: [{ binName: 'A-01', itemData: [{ itemName: 'BOLT', quantity: '4' }] }],
    note: 'a field of its own',
  },
  binAdjustmentRecords: anAdjustment('c-1'),
  binTransfer: aTransfer('c-1'),
  inboundDataRecords: {
    client_id: 'c-1',
    inbound_data: { binName: 'A-01', itemData: [{ itemName: 'BOLT', enteredQuantity: 4 }] },
  },
}

let app: TestApp
let root: string
beforeEach(async () => {
  app = await testApp()
  root = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
})

async function trail(): Promise<unknown[]> {
  const rows = await app.context.db.select().from(audit).orderBy(audit.id)
  return rows.map(({ action, actor, target, detail }) => ({ action, actor, target, detail }))
}

describe('the sign-in of a mobile user', () => {
  test("the sign-in returns a token, the user's flags and location", async () => {
    await aMobileUser(app.context, { features: ['binCount', 'inbound'], location: 'WH 2' })
    const { status, body } = await signIn(app, 'PICKER1', 'pallet')
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', locations: ['WH 2'] })
    expect(body['features']).toMatchObject({ binCount: true, inbound: true, binTransfer: false })
    expect(Object.keys(body['features'] as object)).toEqual([...MOBILE_FEATURES])
    expect(await trail()).toEqual([
      { action: 'mobile-signed-in', actor: 'picker1', target: 'picker1', detail: null },
    ])
  })

  test('the sign-in returns all locations to a user of several, the own one first, the others as a person counts', async () => {
    const rows = ['WH 10', 'WH 1', 'WH 2', 'WH 9'].map((name, nth) => ({ id: String(nth), name }))
    await putRecords(app.context.db, 'locations', rows, app.clock.now())
    await aMobileUser(app.context, { location: 'WH 2', isEverywhere: true })
    const { body } = await signIn(app, 'picker1', 'pallet')
    expect(body['locations']).toEqual(['WH 2', 'WH 1', 'WH 9', 'WH 10'])
  })

  test('the sign-in answers a wrong password and an unknown user alike, and is audited without either', async () => {
    await aMobileUser(app.context)
    await aMobileUser(app.context, { userid: 'erp-integration' })
    const answers = [
      await signIn(app, 'picker1', 'wrong'),
      await signIn(app, 'nobody', 'pallet'),
      await signIn(app, 'erp-integration', 'pallet'),
    ]
    for (const { status, body } of answers)
      expect([status, body]).toEqual([
        401,
        { detail: 'Invalid user id or password', code: 'mobile-sign-in' },
      ])
    const unknown = '(unknown account)'
    const detail = { reason: 'mobile password' }
    expect(await trail()).toEqual(
      ['picker1', unknown, unknown].map((who) => ({
        action: 'sign-in-refused',
        actor: who,
        target: who,
        detail,
      })),
    )
  })

  test('the sign-in is refused after ten wrong passwords, until the wait is over', async () => {
    await aMobileUser(app.context)
    for (let wrong = 0; wrong < 10; wrong += 1)
      expect((await signIn(app, 'picker1', 'wrong')).status).toBe(401)
    const refused = await signIn(app, 'picker1', 'pallet')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    app.clock.advance(HOUR_MS)
    expect((await signIn(app, 'picker1', 'pallet')).status).toBe(200)
  })

  test('the sign-in of a mobile user does not lock out an admin of the same name', async () => {
    await aMobileUser(app.context, { userid: 'root' })
    for (let wrong = 0; wrong < 11; wrong += 1) await signIn(app, 'root', 'wrong')
    const body = { username: 'root', password: 'open-sesame' }
    expect((await call(app.app, endpoints.login, { body })).status).toBe(200)
  })
})

describe('a session of a mobile user', () => {
  const stillSends = async (token: string) =>
    (await sendRecord(app, token, 'binCountRecords', BODY.binCountRecords)).status

  test('a session ends after a shift', async () => {
    const token = await aScanner(app)
    app.clock.advance(12 * HOUR_MS - 1)
    expect(await stillSends(token)).toBe(201)
    app.clock.advance(1)
    expect(await stillSends(token)).toBe(401)
  })

  test('a session ends with a new password and with the account, and loses a flag at once', async () => {
    const { db } = app.context
    const at = new Date(app.clock.now())
    const token = await aScanner(app)
    await changeMobileUser(db, 'picker1', { features: {} as Record<MobileFeature, boolean> }, at)
    expect(await stillSends(token)).toBe(403)
    await changeMobileUser(db, 'picker1', { passwordHash: 'another' }, at)
    expect(await stillSends(token)).toBe(401)
    const other = await aScanner(app, { userid: 'picker2' })
    await removeMobileUser(db, 'picker2')
    expect(await stillSends(other)).toBe(401)
  })

  test('a session of the app opens no call of the console, and the other way round', async () => {
    const token = await aScanner(app)
    for (const endpoint of [listEndpoint('items'), endpoints.ownProfile, endpoints.tokenRefresh])
      expect((await call(app.app, endpoint, { token })).status).toBe(401)
    expect(await stillSends(root)).toBe(401)
  })
})

describe.each(KINDS)('a record of %s', (kind) => {
  test('a record is stored once with its person and time, answered 201 and then 200, and listed', async () => {
    const token = await aScanner(app)
    const first = await sendRecord(app, token, kind, BODY[kind])
    app.clock.advance(60_000)
    const second = await sendRecord(app, token, kind, BODY[kind])
    expect([first.status, second.status]).toEqual([201, 200])
    expect(second.body).toEqual(first.body)
    const { client_id: _, ...sent } = BODY[kind]
    const at = new Date(app.clock.now() - 60_000).toISOString()
    expect(await listed(app, root, kind)).toEqual([
      { ...sent, id: first.body['id'], username: 'picker1', created_at: at, updated_at: at },
    ])
  })

  test('a record that is sent ten times at once is stored once', async () => {
    const token = await aScanner(app)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendRecord(app, token, kind, BODY[kind])),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 9 }, () => 200),
      201,
    ])
    expect(new Set(answers.map(({ body }) => body['id'])).size).toBe(1)
    expect(await listed(app, root, kind)).toHaveLength(1)
  })

  test('a record needs its flag, whatever other flags there are', async () => {
    const others = MOBILE_FEATURES.filter((flag) => flag !== FLAG[kind])
    const without = await aScanner(app, { userid: 'without', features: others })
    const only = await aScanner(app, { userid: 'only', features: [FLAG[kind]] })
    expect((await sendRecord(app, without, kind, BODY[kind])).status).toBe(403)
    expect((await sendRecord(app, null, kind, BODY[kind])).status).toBe(401)
    // Before the body is read: this one has an unknown media type.
    const headers = { 'content-type': 'text/plain' }
    const unread = { token: without, body: {}, headers }
    expect((await call(app.app, mobileEndpoints[SENDS[kind]], unread)).status).toBe(403)
    expect(await listed(app, root, kind)).toEqual([])
    expect((await sendRecord(app, only, kind, BODY[kind])).status).toBe(201)
  })

  test('a record brings no acknowledgment and no other person with it', async () => {
    const token = await aScanner(app)
    const forged = {
      id: 7,
      username: 'root',
      user: 'root',
      netsuite_response: { netsuite_acknowledgment: { success: true } },
      netsuite_acknowledgement_success: true,
      created_at: '2026-05-11T10:00:00+02:00',
      updated_at: '2020-01-01T00:00:00Z',
    }
    const { body } = await sendRecord(app, token, kind, { ...BODY[kind], ...forged })
    const [row] = await listed(app, root, kind)
    expect(row).toMatchObject({
      id: body['id'],
      username: 'picker1',
      created_at: '2026-05-11T08:00:00.000Z',
      updated_at: new Date(app.clock.now()).toISOString(),
    })
    expect(JSON.stringify(row)).not.toMatch(/root|success/)
  })

  test('a record of a device with a wrong clock is dated by its arrival', async () => {
    const token = await aScanner(app)
    for (const created_at of [
      '1970-01-01T00:03:00Z',
      '0001-01-01T00:00:00Z',
      '2999-01-01T00:00:00Z',
    ])
      await sendRecord(app, token, kind, { ...BODY[kind], client_id: created_at, created_at })
    const came = { created_at: new Date(app.clock.now()).toISOString() }
    expect(await listed(app, root, kind)).toMatchObject([came, came, came])
  })

  test('a record appears to a console that asks for changes', async () => {
    const token = await aScanner(app)
    const before = await call(app.app, listEndpoint(kind), { token: root })
    await sendRecord(app, token, kind, BODY[kind])
    const etag = String(before.headers['etag'])
    const after = await call(app.app, listEndpoint(kind), {
      token: root,
      headers: { 'if-none-match': etag },
    })
    expect(after.status).toBe(200)
    expect(after.body['data']).toHaveLength(1)
  })
})

describe('a client id', () => {
  test('two users may have made the same client id', async () => {
    const one = await aScanner(app, { userid: 'one' })
    const two = await aScanner(app, { userid: 'two' })
    for (const token of [one, two])
      expect((await sendRecord(app, token, 'binCountRecords', BODY.binCountRecords)).status).toBe(
        201,
      )
    expect(await listed(app, root, 'binCountRecords')).toHaveLength(2)
  })

  test('a client id of another record is refused, and neither record is lost or changed', async () => {
    const token = await aScanner(app)
    await sendRecord(app, token, 'binCountRecords', BODY.binCountRecords)
    const other = { ...BODY.binCountRecords, bin_name: 'B-01' }
    expect(await sendRecord(app, token, 'binCountRecords', other)).toMatchObject({
      status: 409,
      body: {
        detail: 'This client_id belongs to another record. Use a new one for a new record.',
        code: 'client-id-taken',
      },
    })
    expect(await listed(app, root, 'binCountRecords')).toMatchObject([{ bin_name: 'A-01' }])
  })
})

const deep = JSON.parse(`${'['.repeat(50)}${']'.repeat(50)}`) as unknown

test.each<[string, FloorCollection, Row, (string | number)[]]>([
  ['no client id', 'binCountRecords', { client_id: undefined }, ['client_id']],
  ['an empty client id', 'binCountRecords', { client_id: '' }, ['client_id']],
  ['a client id of spaces', 'binCountRecords', { client_id: '   ' }, ['client_id']],
  ['a client id that is a number', 'binTransfer', { client_id: 7 }, ['client_id']],
  ['an endless client id', 'binTransfer', { client_id: 'x'.repeat(101) }, ['client_id']],
  ['bins that are no list', 'binCountRecords', { bin_data: 'A-01' }, ['bin_data']],
  ['a bin that is a text', 'binCountRecords', { bin_data: ['A-01'] }, ['bin_data', 0]],
  [
    'a quantity in words',
    'binAdjustmentRecords',
    { item_data: [{ quantity: 3 }, { quantity: 'three' }] },
    ['item_data', 1, 'quantity'],
  ],
  [
    'an object for a name',
    'binTransfer',
    { bin_data: [{ itemData: [{ itemName: {} }] }] },
    ['bin_data', 0, 'itemData', 0, 'itemName'],
  ],
  [
    'a quantity that is a list',
    'inboundDataRecords',
    { inbound_data: { itemData: [{ enteredQuantity: [] }] } },
    ['inbound_data', 'itemData', 0, 'enteredQuantity'],
  ],
  ['inbound data that is a list', 'inboundDataRecords', { inbound_data: [] }, ['inbound_data']],
  ['a time without a zone', 'binCountRecords', { created_at: '2026-05-11' }, ['created_at']],
  [
    'a day that does not exist',
    'binCountRecords',
    { created_at: '2026-02-31T10:00:00Z' },
    ['created_at'],
  ],
  [
    'a month that does not exist',
    'binTransfer',
    { created_at: '2026-13-01T10:00:00Z' },
    ['created_at'],
  ],
  ['a text that cannot be stored', 'binCountRecords', { note: 'a\0b' }, ['note']],
  ['half a character', 'binCountRecords', { note: '\ud800' }, ['note']],
  ['endless nesting', 'binCountRecords', { note: deep }, []],
])('a record with %s is refused as a whole, with the field named', async (_, kind, wrong, loc) => {
  const token = await aScanner(app)
  const { status, body } = await sendRecord(app, token, kind, { ...BODY[kind], ...wrong })
  expect(status).toBe(422)
  expect((body['detail'] as Row[])[0]).toMatchObject({ loc: ['body', ...loc] })
  expect(await listed(app, root, kind)).toEqual([])
  expect(await app.context.db.select().from(floorRecords)).toEqual([])
})
