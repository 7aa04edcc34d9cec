/** Lists and pulls: each needs the flag of its collection, and a pull is for super admins too (decisions.md 4.2, 7.1). */
import { expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { collectionNames, collectionOf, pulledCollections } from '#contract/collections.ts'
import { listEndpoint, pullEndpoint, type Endpoint } from '#contract/endpoints.ts'
import { testApp } from '#test/support/app.ts'
import { call } from '#test/support/call.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'

const counts = { added: 0, changed: 0, removed: 0, total: 0, refused: 0 }

async function scene() {
  const erp = { pull: async () => counts, close: async () => {} }
  const { app, context } = await testApp({ erp })
  const status = async (endpoint: Pick<Endpoint, 'method' | 'path'>, token: string | null) =>
    (await call(app, endpoint, { token })).status
  return { context, status }
}

test.each(collectionNames)('the list of %s', async (name) => {
  const { context, status } = await scene()
  const { access } = collectionOf(name)
  const flag = typeof access === 'object' ? access.feature : null
  const others = ADMIN_FEATURES.filter((one) => one !== flag && one !== 'superAdmin')
  const root = await aSuperAdmin(context, flag ? { features: [flag] } : {})
  const without = await anAdmin(context, { username: 'without', features: others })
  const list = listEndpoint(name)

  expect(await status(list, null)).toBe(401)
  expect(await status(list, await root.session('first'))).toBe(403)
  expect(await status(list, await without.session())).toBe(403)
  expect(await status(list, await root.session())).toBe(200)
  if (!flag) return
  const flagged = await anAdmin(context, { username: 'flagged', features: [flag] })
  expect(await status(list, await flagged.session())).toBe(200)
  expect(await status(list, await flagged.session('first'))).toBe(403)
  const flagless = await aSuperAdmin(context, { username: 'flagless' })
  expect(await status(list, await flagless.session())).toBe(403)
})

test.each(pulledCollections)('the pull of %s', async (name) => {
  const { context, status } = await scene()
  const { access } = collectionOf(name)
  const flag = typeof access === 'object' ? access.feature : 'locations'
  const others = ADMIN_FEATURES.filter((one) => one !== flag && one !== 'superAdmin')
  const root = await aSuperAdmin(context)
  const flagged = await anAdmin(context, { username: 'flagged', features: [flag] })
  const without = await anAdmin(context, { username: 'without', features: others })
  const pull = pullEndpoint(name)

  expect(await status(pull, null)).toBe(401)
  expect(await status(pull, await root.session('first'))).toBe(403)
  expect(await status(pull, await without.session())).toBe(403)
  expect(await status(pull, await flagged.session())).toBe(200)
  expect(await status(pull, await root.session())).toBe(200)
})
