import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import {
  type CollectionName,
  collectionNames,
  collectionOf,
  type Row,
} from '#contract/collections.ts'
import { countRecords } from '#contract/row-identity.ts'
import { RESERVED_MOBILE_USER } from '#contract/constants.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { changeState } from '#server/db/mirror/collection-states.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { records } from '#server/db/schema/mirror.ts'
import { createRandom, pick } from '#test/netsuite/random.ts'
import { aMobileUser, anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
})

afterEach(() => app.close())

const put = (name: CollectionName, rows: readonly Row[]) =>
  putRecords(app.context.db, name, rows, app.context.now())

async function counts(session = token) {
  const { status, body } = await call(app.app, countsEndpoint, { token: session })
  expect(status).toBe(200)
  return countsEndpoint.reply.parse(body).data
}

/** The number that the console makes of the list. */
async function countOfList(name: CollectionName): Promise<number> {
  const { body } = await call(app.app, listEndpoint(name), { token })
  return countRecords(name, body['data'] as Row[])
}

describe('the counts of the collections', () => {
  test('a new database has no records, and one admin', async () => {
    const found = await counts()
    expect(Object.keys(found).toSorted()).toEqual([...collectionNames].toSorted())
    for (const name of collectionNames)
      expect([name, found[name]]).toEqual([name, { count: name === 'admins' ? 1 : 0, as_of: null }])
  })

  test('rows are counted by their identity, and those without one by one', async () => {
    const place = (location_id: number) => ({ item: 'A', internal_id: 1, location_id })
    await put('inventory', [
      ...[1, 2, 3].map(place),
      { item: 'A', internal_id: '1', location_id: 4 },
      { item: 'A', internal_id: 2, location_id: 1 },
      { item: '1:A', internal_id: 1, location_id: 1 },
    ])
    await put('salesOrders', [
      { internal_id: 1, line_id: 1, id: 7 },
      { internal_id: 1, line_id: 2, id: '7' },
      { internal_id: 1, line_id: 3, order_id: '7' },
      { internal_id: 1, line_id: 4, id: '', order_id: 8 },
      { internal_id: 1, line_id: 5, id: null },
      { internal_id: 1, line_id: 6, id: true, order_id: [8] },
      { internal_id: 1, line_id: 7 },
    ])
    await put('inboundShipments', [{ id: 1 }, { id: 2 }])
    await put('bins', [{ id: 1 }, { id: 2, bin_id: 1 }, { id: 'a' }])
    const found = await counts()
    expect(found).toMatchObject({
      inventory: { count: 3 },
      salesOrders: { count: 5 },
      inboundShipments: { count: 2 },
      bins: { count: 3 },
    })
    for (const name of collectionNames)
      expect([name, found[name]?.count]).toEqual([name, await countOfList(name)])
  })

  test('40 random lists are counted like the console counts them', async () => {
    const values = [
      1,
      2,
      1.5,
      -1,
      0,
      '1',
      '2',
      '1.5',
      '',
      ' ',
      'a',
      'true',
      'false',
      'null',
      '[1]',
      '{}',
      '仓库',
      null,
      true,
      [1],
      { a: 1 },
    ]
    const names = collectionNames.filter((name) => name !== 'admins' && name !== 'wmsAiUsers')
    for (let seed = 0; seed < 40; seed += 1) {
      const random = createRandom(seed)
      const name = pick(random, names)
      const { key, identity = [] } = collectionOf(name)
      const rows = Array.from({ length: Math.floor(random() * 30) }, (_, nth) => {
        const others = identity.flat().filter(() => random() < 0.8)
        const row = Object.fromEntries(others.map((field) => [field, pick(random, values)]))
        const keys = key.map((field) => [field, row[field] || nth])
        return {
          ...row,
          ...Object.fromEntries(keys.map(([field, value]) => [field, plain(value)])),
        }
      })
      await put(name, rows)
      expect([seed, name, (await counts())[name]?.count]).toEqual([
        seed,
        name,
        await countOfList(name),
      ])
    }
  })

  test('people are counted without the mobile user of the integration', async () => {
    await anAdmin(app.context)
    await aMobileUser(app.context)
    await aMobileUser(app.context, { userid: RESERVED_MOBILE_USER })
    expect(await counts()).toMatchObject({ admins: { count: 2 }, wmsAiUsers: { count: 1 } })
  })

  test('a count has the date of the pull', async () => {
    const asOf = new Date(app.clock.now() - 60_000)
    await put('bins', [{ id: 1 }])
    await app.context.db.transaction((tx) => changeState(tx, 'bins', { asOf }))
    const found = await counts()
    expect(found['bins']).toEqual({ count: 1, as_of: asOf.toISOString() })
    expect(found['items']).toEqual({ count: 0, as_of: null })
  })

  test('a change is counted at once', async () => {
    for (const count of [1, 2, 3]) {
      await put('salesOrders', [{ internal_id: count, line_id: 1, id: count }])
      expect((await counts())['salesOrders']?.count).toBe(count)
    }
  })

  test('a sequence is counted once, however many clients ask', async () => {
    const { db } = app.context
    await put('inventory', [{ item: 'A', internal_id: 1, location_id: 1 }])
    const all = await Promise.all(Array.from({ length: 20 }, () => counts()))
    expect(new Set(all.map((each) => each['inventory']?.count))).toEqual(new Set([1]))
    // No part of the product removes a row without raising the sequence.
    await db.delete(records).where(eq(records.collection, 'inventory'))
    expect((await counts())['inventory']?.count).toBe(1)
    await put('inventory', [{ item: 'B', internal_id: 2, location_id: 1 }])
    expect((await counts())['inventory']?.count).toBe(1)
    await put('inventory', [{ item: 'C', internal_id: 3, location_id: 1 }])
    expect((await counts())['inventory']?.count).toBe(2)
  })
})

describe('the counts that a caller gets', () => {
  const featureOf = (name: CollectionName): AdminFeature | null => {
    const { access } = collectionOf(name)
    return typeof access === 'object' ? access.feature : null
  }

  test.each(ADMIN_FEATURES)(
    'the flag %s opens the counts of its collections only',
    async (flag) => {
      const admin = await anAdmin(app.context, { features: [flag] })
      expect(Object.keys(await counts(await admin.session()))).toEqual(
        collectionNames.filter((name) => featureOf(name) === flag),
      )
    },
  )

  test('a super admin without flags gets the counts of people only', async () => {
    const admin = await anAdmin(app.context, { isSuperAdmin: true })
    expect(Object.keys(await counts(await admin.session()))).toEqual(['admins', 'wmsAiUsers'])
  })

  test('nobody gets counts before the second factor', async () => {
    const admin = await anAdmin(app.context, { features: ADMIN_FEATURES, isSuperAdmin: true })
    const early = await call(app.app, countsEndpoint, { token: await admin.session('first') })
    expect([early.status, early.body['data']]).toEqual([403, undefined])
    expect((await call(app.app, countsEndpoint)).status).toBe(401)
  })
})

/** A value that can be part of a key. */
function plain(value: unknown): string | number {
  return typeof value === 'number' || typeof value === 'string' ? value : JSON.stringify(value)
}
