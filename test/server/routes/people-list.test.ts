import { beforeEach, afterEach, describe, expect, test } from 'vitest'
import { ADMIN_FEATURES, completeFeatures } from '#contract/access.ts'
import { createSum } from '#contract/sync/checksum.ts'
import type { PeopleCollection, Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import {
  changeAdmin,
  storePendingTotpSecret,
  removeAdmin,
  consumeTotpStep,
} from '#server/db/repositories/admins.ts'
import { changeMobileUser, removeMobileUser } from '#server/db/repositories/mobile-users.ts'
import { type TestApp, testApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aMobileUser, anAdmin, aSuperAdmin } from '#test/support/people.ts'

let app: TestApp
let token: string

beforeEach(async () => {
  app = await testApp()
  token = await (await aSuperAdmin(app.context, { features: ADMIN_FEATURES })).session()
  await anAdmin(app.context, { username: 'ada' })
  await anAdmin(app.context, { username: 'bob' })
  await aMobileUser(app.context, { userid: 'picker1' })
  await aMobileUser(app.context, { userid: 'picker2' })
})

afterEach(() => app.close())

const whole = (name: PeopleCollection, headers: Record<string, string> = {}) =>
  call(app.app, listEndpoint(name), { token, headers })

/** What changed since the last whole list. */
async function changesBehind(name: PeopleCollection, change: () => Promise<unknown>) {
  const { headers } = await whole(name)
  await change()
  const path = `${listEndpoint(name).path}?since=${String(headers['x-seq'])}&epoch=${String(headers['x-sync-epoch'])}`
  const { body } = await call(app.app, { method: 'GET', path }, { token })
  return { before: Number(headers['x-seq']), body }
}

async function sumOf(name: PeopleCollection): Promise<string> {
  const sum = createSum()
  for (const row of (await whole(name)).body['data'] as Row[]) sum.add(row)
  return sum.text()
}

const at = () => new Date(app.clock.now())

describe('the changes of a list of people', () => {
  test('an edited admin is in the changes, with what the client needs to verify its rows', async () => {
    const { before, body } = await changesBehind('admins', () =>
      changeAdmin(app.context.db, 'ada', { companyName: 'Elsewhere' }, at()),
    )
    expect(body).toMatchObject({
      mode: 'delta',
      from: before,
      seq: before + 1,
      deleted: [],
      count: 3,
      sum: await sumOf('admins'),
      data: [{ username: 'ada', company_name: 'Elsewhere' }],
    })
  })

  test('a new admin and the name of a deleted one are in the changes', async () => {
    const { body } = await changesBehind('admins', async () => {
      await anAdmin(app.context, { username: 'cleo' })
      await removeAdmin(app.context.db, 'bob')
    })
    expect(body).toMatchObject({ mode: 'delta', deleted: ['bob'], data: [{ username: 'cleo' }] })
    expect(body['sum']).toBe(await sumOf('admins'))
  })

  test('an admin who is back does not count as deleted', async () => {
    const { body } = await changesBehind('admins', async () => {
      await removeAdmin(app.context.db, 'bob')
      await anAdmin(app.context, { username: 'bob' })
    })
    expect(body).toMatchObject({ mode: 'delta', deleted: [], data: [{ username: 'bob' }] })
  })

  test('mobile users who were changed, added or deleted are in the changes', async () => {
    const { body } = await changesBehind('wmsAiUsers', async () => {
      await changeMobileUser(app.context.db, 'picker1', { location: 'North' }, at())
      await aMobileUser(app.context, { userid: 'picker3' })
      await removeMobileUser(app.context.db, 'picker2')
    })
    expect(body).toMatchObject({ mode: 'delta', deleted: ['picker2'], count: 2 })
    expect((body['data'] as Row[]).map(({ userid }) => userid)).toEqual(['picker1', 'picker3'])
    expect(body['sum']).toBe(await sumOf('wmsAiUsers'))
  })

  test('there are no changes if the same was written again, or nothing that a list shows', async () => {
    const { before, body } = await changesBehind('admins', async () => {
      const { db } = app.context
      await changeAdmin(db, 'ada', { companyName: 'Dockside' }, at())
      const { before: again } = await changesBehind('admins', async () => {
        await changeAdmin(db, 'ada', { companyName: 'Dockside' }, at())
        await storePendingTotpSecret(db, 'ada', 'sealed')
        await consumeTotpStep(db, 'ada', 'none', 1)
      })
      expect(again).toBe(Number((await whole('admins')).headers['x-seq']))
    })
    expect(body['seq']).toBe(before + 1)
  })

  test('a change that was undone is not counted', async () => {
    const { before, body } = await changesBehind('admins', () =>
      app.context.db
        .transaction(async (tx) => {
          await changeAdmin(tx, 'ada', { features: completeFeatures({ bins: true }) }, at())
          throw new Error('undone')
        })
        .catch(() => undefined),
    )
    expect(body).toMatchObject({ mode: 'delta', seq: before, data: [], deleted: [] })
  })
})

test('the tag of a list of people changes with every change, and only then', async () => {
  const { headers } = await whole('admins')
  const tag = { 'if-none-match': String(headers['etag']) }
  expect((await whole('admins', tag)).status).toBe(304)
  await changeAdmin(app.context.db, 'ada', { companyName: 'Elsewhere' }, at())
  expect((await whole('admins', tag)).status).toBe(200)
  await changeAdmin(app.context.db, 'ada', { companyName: 'Elsewhere' }, at())
  const next = await whole('admins')
  expect(next.headers['x-seq']).toBe(String(Number(headers['x-seq']) + 1))
})
