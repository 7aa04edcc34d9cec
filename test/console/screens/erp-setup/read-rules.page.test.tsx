import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { readRulesTexts } from '#contract/texts/own/read-rules-texts.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { passBothFactors } from '#console/session/steps.ts'
import { audit } from '#server/db/schema/operations.ts'
import { savedReadRules } from '#server/erp/read-rules.ts'
import type { Erp } from '#server/erp/erp.ts'
import { standardSources } from '#server/erp/pull/sources.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import { runOn, smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { putRecords } from '#server/db/mirror/records.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { call } from '#test/support/server/clients/call.ts'
import { anAdmin, CACHE_KEY } from '#test/support/people.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const warehouse = smallWarehouse()
warehouse.add('subsidiary', { id: 1, name: 'North' })
const run = runOn(warehouse)
let fault: ErpFault | null = null
const erp: Erp = {
  ...NO_ERP,
  ask: (work) => {
    if (fault) return Promise.reject(fault)
    const query = async (sql: string) => ({ rows: [...run(sql)], hasMore: false })
    return work({ query }, standardSources)
  },
}
const consoleUnderTest = consoleServer({ erp })
const { api, server } = consoleUnderTest

async function openSetup(isSuperAdmin = true) {
  await setErpUp(server())
  await signedInAdmin(server(), { isSuperAdmin, features: ['locations'] })
  return renderConsole({ path: '/netsuite-setup' })
}

const section = () => screen.findByRole('region', { name: 'What to read' })

const saved = () => {
  const { db, seal } = server().context
  return savedReadRules(db, (purpose, sealed) => seal.open(purpose, sealed))
}

test('a super admin counts what filters would bring, and saves them', async () => {
  fault = null
  await putRecords(server().context.db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
  const page = await openSetup()
  const part = within(await section())
  await page.user.click(await part.findByRole('checkbox', { name: 'WH 1' }))
  await page.user.click(part.getByRole('checkbox', { name: 'Bins' }))
  await page.press('Count rows')
  const counts = await part.findByRole('list', { name: 'Rows of each list' })
  const rows = within(counts).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toContain('Binsabout 2 rows1 now')
  expect(rows.map(({ textContent }) => textContent)).toContain('Locationsabout 1 row0 now')
  expect((await saved()).locations).toEqual([])

  await page.user.click(part.getByRole('checkbox', { name: 'WH 2' }))
  expect(part.queryByRole('list', { name: 'Rows of each list' })).toBeNull()

  await page.press('Save what to read')
  await waitFor(async () =>
    expect(await saved()).toMatchObject({ locations: ['1', '2'], without_inactive: ['bins'] }),
  )
  const again = await part.findByRole('checkbox', { name: 'WH 2', checked: true })
  expect(again).toBeDefined()
})

test('after a save on a weak link the form shows what was saved, and the next save keeps it', async () => {
  fault = null
  const page = await openSetup()
  const part = within(await section())
  const isIdle = () =>
    waitFor(() =>
      expect(part.getByRole('button', { name: 'Save what to read' }).ariaBusy).toBe('false'),
    )
  await page.user.click(await part.findByRole('checkbox', { name: 'Bins' }))
  api.use(http.get('*/provide-env-data/reading', () => HttpResponse.error()))
  await page.press('Save what to read')
  await screen.findByText(readRulesTexts.saved)
  await isIdle()
  expect(part.getByRole('checkbox', { name: 'Bins', checked: true })).toBeDefined()
  expect(part.queryByRole('alert')).toBeNull()
  await page.user.type(part.getByLabelText(/^Only orders and shipments changed/), '90')
  await page.press('Save what to read')
  await waitFor(async () => expect((await saved()).changed_within_days).toBe(90))
  expect((await saved()).without_inactive).toEqual(['bins'])
})

test('after a lock, an unchanged form shows what another super admin has saved meanwhile', async () => {
  fault = null
  const page = await openSetup()
  const part = within(await section())
  await part.findByRole('checkbox', { name: 'Bins', checked: false })
  const { token, username } = readSession()
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const kim = await anAdmin(server().context, { username: 'kim', isSuperAdmin: true })
  const body = { ...(await saved()), without_inactive: ['bins'] }
  const { status } = await call(server().app, ownEndpoints.saveReadRules, {
    token: await kim.session(),
    body,
  })
  expect(status).toBe(200)
  const facts = { token: token ?? '', username: username ?? '', isSuperAdmin: true }
  const features = { locations: true }
  act(() => passBothFactors({ ...facts, features, cacheKey: CACHE_KEY }, Date.now()))
  await page.go('/netsuite-setup')
  const again = within(await section())
  const bins = await again.findByRole('checkbox', { name: 'Bins' })
  expect(bins).toHaveProperty('checked', true)
  await page.press('Save what to read')
  await screen.findByText(readRulesTexts.saved)
  expect((await saved()).without_inactive).toEqual(['bins'])
})

test('a custom field is added with its list, title, ID and kind', async () => {
  fault = null
  const page = await openSetup()
  const part = within(await section())
  await page.press('Add a custom field')
  await page.press('Save what to read')
  expect((await part.findByRole('alert')).textContent).toBe(
    'Each custom field needs a column title and a field ID.',
  )
  await page.user.selectOptions(part.getByRole('combobox', { name: 'List' }), 'Bins')
  await page.user.type(part.getByRole('textbox', { name: 'Column title' }), 'Zone')
  const id = part.getByRole('textbox', { name: 'Field ID in NetSuite' })
  await page.user.type(id, 'custitem_zone')
  expect(part.getByRole('alert').textContent).toBe(
    'The field ID custitem_zone must start with custrecord.',
  )
  await page.user.clear(id)
  await page.user.type(id, 'custrecord_zone')
  await page.user.selectOptions(part.getByRole('combobox', { name: 'Kind' }), 'Number')
  await page.press('Save what to read')
  await waitFor(async () =>
    expect((await saved()).fields).toEqual([
      { list: 'bins', name: 'Zone', column: 'custrecord_zone', kind: 'number' },
    ]),
  )
  const entries = await server().context.db.select().from(audit)
  expect(entries.map(({ action }) => action)).toContain('erp-reading-changed')
})

test('without NetSuite the other filters can still be set, and a count says why there is none', async () => {
  fault = new ErpFault('unreachable', erpSentences.unreachable)
  const page = await openSetup()
  const part = within(await section())
  await part.findByText(
    /^Subsidiaries and locations can't be chosen now: NetSuite isn't responding/,
  )
  await page.press('Count rows')
  expect((await part.findByRole('alert')).textContent).toMatch(/^NetSuite isn't responding/)
  await page.user.type(part.getByLabelText(/^Only orders and shipments changed/), '4000')
  await page.press('Save what to read')
  await part.findByText('Enter a whole number of days from 1 to 3,650, or leave it blank.')
  await page.user.clear(part.getByLabelText(/^Only orders and shipments changed/))
  await page.user.type(part.getByLabelText(/^Only orders and shipments changed/), '90')
  await page.press('Save what to read')
  await waitFor(async () => expect((await saved()).changed_within_days).toBe(90))
})

test('before NetSuite is set up, what needs it is not asked for', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  const asked: string[] = []
  api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
  await renderConsole({ path: '/netsuite-setup' })
  const part = within(await section())
  await part.findByText('Subsidiaries and locations can be chosen once NetSuite is set up above.')
  expect(asked).toContain(`/api${ownEndpoints.serverState.path}`)
  expect(asked).not.toContain(`/api${ownEndpoints.ruleChoices.path}`)
})

test.each([
  ['another server', true, ['erp-status']],
  ['an admin who is no super admin', false, ['read-rules']],
] as const)('%s gets no such section and no call', async (_who, isSuperAdmin, offers) => {
  offering(...offers)
  await openSetup(isSuperAdmin)
  await screen.findByRole('heading', { name: 'ERP Configuration' })
  expect(screen.queryByRole('region', { name: 'What to read' })).toBeNull()
})

test('a box that is ticked while a save is under way stays ticked, and the next save sends it', async () => {
  fault = null
  const page = await openSetup()
  const part = within(await section())
  await page.user.click(await part.findByRole('checkbox', { name: 'Bins' }))
  const saving = holdNextAnswer(consoleUnderTest, 'PUT', ownEndpoints.saveReadRules.path)
  await page.press('Save what to read')
  await waitFor(() => expect(saving.isHeld()).toBe(true))
  await page.user.click(part.getByRole('checkbox', { name: 'Items' }))
  saving.release()
  await screen.findByText(readRulesTexts.saved)
  await waitFor(() =>
    expect(part.getByRole('button', { name: 'Save what to read' }).ariaBusy).toBe('false'),
  )
  expect(part.getByRole('checkbox', { name: 'Items' })).toHaveProperty('checked', true)
  await page.press('Save what to read')
  await waitFor(async () => expect((await saved()).without_inactive).toEqual(['bins', 'items']))
})

test('a field ID pasted in capitals or with a blank is accepted and saved as NetSuite writes it', async () => {
  fault = null
  const page = await openSetup()
  const part = within(await section())
  await page.press('Add a custom field')
  await page.user.selectOptions(part.getByRole('combobox', { name: 'List' }), 'Bins')
  await page.user.type(part.getByRole('textbox', { name: 'Column title' }), 'Zone')
  await page.user.type(
    part.getByRole('textbox', { name: 'Field ID in NetSuite' }),
    ' CUSTRECORD_ZONE',
  )
  await page.press('Save what to read')
  await waitFor(async () =>
    expect((await saved()).fields).toMatchObject([{ column: 'custrecord_zone' }]),
  )
})
