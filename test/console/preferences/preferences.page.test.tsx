/** Preferences of a person on one device, and on another one, with the real server. */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { preferenceTexts } from '#contract/texts/preference-texts.ts'
import { takePreferences } from '#console/preferences/preferences.ts'
import { setDateFormat } from '#console/rows/date-format.ts'
import { endSession } from '#console/session/session.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { column, heads } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'

consolePage()

const { server } = consoleServer()

const FEATURES = ['inbound'] as const
const SHIPMENT = {
  id: 1,
  shipment_number: 'INB-1',
  expected_date: '2026-11-05T15:42:00Z',
}

let ada: Person

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  window.localStorage.clear()
  await putRecords(server().context.db, 'inboundShipments', [SHIPMENT], START)
  ada = await anAdmin(server().context, { username: 'ada', features: FEATURES })
  onTestFinished(() => {
    window.localStorage.clear()
    setDateFormat({ clock: null, order: 'day-first' })
  })
})

async function kept(): Promise<Record<string, unknown>> {
  const { body } = await call(server().app, ownEndpoints.preferences, {
    token: await ada.session(),
  })
  return body['data'] as Record<string, unknown>
}

const signIn = async (): Promise<void> => {
  signedIn({ username: 'ada', token: await ada.session(), features: FEATURES })
}

test('a new device looks like the old one after the sign-in', async () => {
  offering('preferences')
  await signIn()
  const page = await renderConsole({ path: '/inbound-shipment' })
  await screen.findByRole('table')
  expect(column('Expected Date')).toEqual(['05-11-2026 03:42 PM'])
  await page.press('Settings')
  await page.user.click(await screen.findByRole('menuitem', { name: preferenceTexts.title }))
  await page.user.click(await screen.findByRole('radio', { name: '24 hours' }))
  await page.user.click(screen.getByRole('radio', { name: 'Year first' }))
  await page.user.click(screen.getByRole('radio', { name: 'Dark' }))
  await waitFor(() => expect(column('Expected Date')).toEqual(['2026-11-05 15:42']))
  await page.press('Close')
  await page.press('Show/Hide columns')
  await page.user.click(await screen.findByRole('checkbox', { name: 'Supplier' }))
  await waitFor(() => expect(heads()).not.toContain('Supplier'))
  await page.pass(1_500)
  expect(await kept()).toEqual({})
  await page.pass(2_000)
  expect(await kept()).toMatchObject({ clock: '24', 'date-order': 'year-first', scheme: 'dark' })
  endSession('logout')
  await waitFor(() => expect(page.place()).toBe('/login'))

  window.localStorage.clear()
  takePreferences({})
  await signIn()
  await page.go('/inbound-shipment')
  await waitFor(() => expect(column('Expected Date')).toEqual(['2026-11-05 15:42']))
  await waitFor(() => expect(heads()).not.toContain('Supplier'))
  await waitFor(() => expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark'))
})

test('a server without preferences is neither asked nor told, and the device remembers', async () => {
  offering()
  await signIn()
  const page = await renderConsole({ path: '/inbound-shipment' })
  await screen.findByRole('table')
  await page.press('Settings')
  await page.user.click(await screen.findByRole('menuitem', { name: preferenceTexts.title }))
  await page.user.click(await screen.findByRole('radio', { name: '24 hours' }))
  await screen.findByText(preferenceTexts.keptHere)
  await waitFor(() => expect(column('Expected Date')).toEqual(['05-11-2026 15:42']))
  await page.pass(5_000)
  expect(await kept()).toEqual({})
  expect(window.localStorage.getItem('dockside.clock')).toBe('24')
})
