import { beforeEach, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { AUDIT_PAGE_ROWS, AuditPage } from '#contract/records/audit.ts'
import { audit } from '#server/db/schema/operations.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aSuperAdmin } from '#test/support/people.ts'

let server: TestApp
let token: string

beforeEach(async () => {
  server = await testApp()
  token = await (await aSuperAdmin(server.context)).session()
})

async function page(query = ''): Promise<AuditPage> {
  const endpoint = { ...ownEndpoints.auditTrail, path: `${ownEndpoints.auditTrail.path}${query}` }
  const { status, text } = await call(server.app, endpoint, { token })
  expect(status).toBe(200)
  return AuditPage.parse(JSON.parse(text))
}

const entry = (target: string) => ({
  at: new Date(server.context.now()),
  actor: 'root',
  action: 'admin-changed' as const,
  target,
  address: '192.0.2.7',
  detail: { before: { company_name: 'Dock' }, after: { company_name: 'Quay' }, reason: 'x' },
})

test('the trail says who did what to whom, when, from where, before and after', async () => {
  await server.context.db.insert(audit).values(entry('ada'))
  expect(await page()).toEqual({
    data: [
      {
        id: expect.any(Number),
        at: new Date(server.context.now()).toISOString(),
        actor: 'root',
        action: 'admin-changed',
        target: 'ada',
        address: '192.0.2.7',
        before: { company_name: 'Dock' },
        after: { company_name: 'Quay' },
        more: { reason: 'x' },
      },
    ],
    next: null,
  })
})

test('the trail lists newest entries first, page by page, each once even while others are written', async () => {
  const names = Array.from({ length: AUDIT_PAGE_ROWS + 3 }, (_, nth) => `admin${String(nth)}`)
  await server.context.db.insert(audit).values(names.map(entry))
  const first = await page()
  expect(first.data).toHaveLength(AUDIT_PAGE_ROWS)
  await server.context.db.insert(audit).values(entry('late'))
  const second = await page(`?before=${String(first.next)}`)
  expect(second.next).toBeNull()
  const targets = [...first.data, ...second.data].map(({ target }) => target)
  expect(targets).toEqual(names.toReversed())
})

test('an invalid cursor gets the first page', async () => {
  await server.context.db.insert(audit).values(entry('ada'))
  expect((await page('?before=x')).data).toHaveLength(1)
})
