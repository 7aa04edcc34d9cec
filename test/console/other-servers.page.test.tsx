/** Our own calls × the answers of servers that lack them: which calls are made, and what the screens show (decisions/product/other-servers.md). */
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { OFFERS } from '#contract/offers.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { countsEndpoint } from '#contract/sync/counts.ts'
import { cancelEndpoint, syncEndpoints } from '#contract/sync/runs.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { startOnline } from '#console/data/api/online.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { waiting } from '#test/support/disabled-reason.ts'

consolePage()

const { api, server } = consoleServer()

const refusal = (status: number, detail: string) => (): Response =>
  HttpResponse.json({ detail }, { status })

const noAnswer = (): Response => HttpResponse.error()

const ANSWERS: Readonly<Record<string, () => Response>> = {
  404: refusal(404, 'Not Found'),
  405: refusal(405, 'Method Not Allowed'),
  401: refusal(401, 'Not authenticated'),
  403: refusal(403, 'Forbidden'),
  HTML: () => HttpResponse.html('<h1>Welcome</h1>'),
  nothing: noAnswer,
}

/** Every call that section 7 does not have. */
const OWN_CALLS = [
  ['get', '/health'],
  ['post', '/logout'],
  ['get', '/netsuite/areas'],
  ['get', '/netsuite/budget'],
  ['get', '/netsuite/runs'],
  ['post', '/netsuite/read-again'],
  ['post', '/netsuite/:area/cancel'],
  ['post', '/bookings/:collection/:id/retry'],
  ['get', '/provide-env-data'],
  ['post', '/provide-env-data/test'],
  ['get', '/provide-env-data/sign-in'],
  ['post', '/provide-env-data/sign-in'],
  ['post', '/provide-env-data/sign-in/test'],
  ['post', '/provide-env-data/certificate'],
  ['get', '/provide-env-data/reading'],
  ['put', '/provide-env-data/reading'],
  ['get', '/provide-env-data/reading/choices'],
  ['post', '/provide-env-data/reading/count'],
  ['get', '/audit-trail'],
  ['get', '/server/state'],
  ['get', '/collection-counts'],
  ['get', '/views'],
  ['post', '/views'],
  ['put', '/views/:id'],
  ['delete', '/views/:id'],
  ['put', '/view-defaults/:screen'],
  ['get', '/exceptions'],
  ['get', '/exceptions/causes/:cause/notes'],
  ['get', '/exceptions/cases/:collection/:id/notes'],
  ['post', '/exceptions/actions'],
  ['post', '/exceptions/retries'],
  ['get', '/exceptions/retries/:id'],
  ['get', '/me/preferences'],
  ['put', '/me/preferences/:key'],
  ['post', '/passkey-options'],
  ['post', '/passkeys'],
  ['put', '/passkeys/:id'],
  ['delete', '/passkeys/:id'],
  ['post', '/auth/passkey/options'],
  ['post', '/auth/login-with-passkey'],
  ['post', '/step-up/options'],
  ['get', '/me/security'],
  ['post', '/recovery-codes'],
  ['post', '/auth/login-with-recovery-code'],
  ['post', '/step-up'],
  ['post', '/authenticator'],
  ['delete', '/sessions/:id'],
  ['delete', '/sessions'],
  ['get', '/admin/second-factors'],
  ['post', '/admin/second-factor/reset/:username'],
] as const

/** Everything else is answered by the real server, which speaks section 7. */
async function before(answer: () => Response): Promise<{ asked: string[]; page: RenderedConsole }> {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const asked: string[] = []
  for (const [method, path] of OWN_CALLS) {
    api.use(
      http[method](`*/api${path}`, () => {
        asked.push(`${method.toUpperCase()} ${path}`)
        return answer()
      }),
    )
  }
  api.events.on('request:start', ({ request }) => {
    const { pathname, search } = new URL(request.url)
    if (/[?&](since|part)=/.test(search)) asked.push(`${pathname}${search}`)
    if (request.method === 'POST' && pathname === '/api/provide-env-data') asked.push('POST blanks')
  })
  onTestFinished(() => api.events.removeAllListeners())
  onTestFinished(startOnline())
  onTestFinished(() => onlineManager.setOnline(true))
  const { db } = server().context
  await putRecords(db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
  await putRecords(
    db,
    'binAdjustmentRecords',
    [{ id: 2, netsuite_response: { netsuite_acknowledgment: { success: false } } }],
    START,
  )
  await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
  return { asked, page: await renderConsole({ path: '/dashboard' }) }
}

const labels = (): string[] =>
  within(screen.getByRole('main'))
    .getAllByRole('button')
    .map((button) => button.ariaLabel ?? button.textContent)

const missing = 'Please fill in all required fields: '

test('the calls tried here are all that the contract declares with an offer', () => {
  const cancel = cancelEndpoint('inventory')
  const declared = [
    ...Object.values({ ...endpoints, ...ownEndpoints, ...syncEndpoints, countsEndpoint }),
    { ...cancel, path: cancel.path.replace('/inventory/', '/:area/') },
  ]
  const own = declared.filter((each) => 'offer' in each)
  expect(own.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
    OWN_CALLS.map(([method, path]) => `${method.toUpperCase()} ${path}`).toSorted(),
  )
})

test('a server that offers nothing gets none of our own calls, and the features it lacks are hidden', async () => {
  offering()
  const { asked, page } = await before(noAnswer)
  await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
  expect(labels()).toContain('Sync from NetSuite')
  expect(labels()).not.toContain('Sync details')
  await page.press('User Management')
  const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
  menu.getByRole('link', { name: 'WMS Mobile Users' })
  expect(menu.queryByRole('link', { name: 'Audit Trail' })).toBeNull()
  await page.go('/audit-trail')
  expect(page.place()).toBe('/dashboard')

  await page.go('/bins')
  await screen.findByRole('cell', { name: 'A-1' })
  expect(labels()).not.toContain('Sync details')
  // A loaded list is fetched again and fails once: the connection check then asks for another list.
  await page.go('/admins')
  await screen.findByRole('table')
  await page.press('Refresh')
  await screen.findByText('Data refreshed successfully')
  let checked = 0
  api.use(
    http.get('*/api/master-admin-details', () => HttpResponse.error(), { once: true }),
    http.get('*/api/data_locations', () => {
      checked += 1
      return undefined
    }),
  )
  await page.press('Refresh')
  await waitFor(() => expect(checked).toBe(1))
  await screen.findByText('Failed to refresh data')
  expect(onlineManager.isOnline()).toBe(true)

  await page.go('/bin-adjustment-records?open=2&at=response')
  const dialog = within(await screen.findByRole('dialog', { name: 'ERP Response Details' }))
  expect(dialog.queryByRole('button', { name: 'Try again' })).toBeNull()
  await page.user.click(dialog.getByRole('button', { name: 'Close' }))

  await page.go('/netsuite-setup')
  await page.fill('Base URL', 'https://tstdrv1.suitetalk.api.netsuite.com')
  expect(labels()).not.toContain('Test connection')
  expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull()
  await page.press('Setup')
  await screen.findByText(new RegExp(`^${missing}Database URL, ERP Account ID, .*Token Secret$`))

  await page.press('Logout')
  await page.user.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Logout' }),
  )
  await screen.findByRole('heading', { name: 'Sign In' })
  expect(asked).toEqual([])
})

/** What each feature says when the kept settings offer it and the server does not have it. */
const SAID: Readonly<Record<string, { readonly sentence: string; readonly test?: string }>> = {
  404: { sentence: 'Not Found', test: 'This server cannot test the connection.' },
  405: { sentence: 'Method Not Allowed' },
  403: { sentence: 'Forbidden' },
}

describe('a server that lacks what the kept settings offer', () => {
  const offered = OFFERS.filter((offer) => offer !== 'deltas' && offer !== 'parts')

  test.each(Object.entries(SAID))(
    'each feature reports an error when the server answers %s, and no blank settings are saved',
    async (how, { sentence, test: tested = sentence }) => {
      offering(...offered)
      const { asked, page } = await before(ANSWERS[how] ?? noAnswer)
      await page.press('Sync details')
      const dialog = within(await screen.findByRole('dialog'))
      await dialog.findByText("Couldn't load the sync status.")
      await page.press('Close')
      await page.go('/audit-trail')
      await screen.findByText(sentence)
      await page.go('/bin-adjustment-records?open=2&at=response')
      await page.press('Try again')
      await screen.findByText(sentence)
      await page.go('/netsuite-setup')
      await screen.findByText(/^Couldn't load the saved settings/)
      await page.fill('Base URL', 'https://tstdrv1.suitetalk.api.netsuite.com')
      await page.press('Setup')
      await screen.findByText(new RegExp(`^${missing}ERP Account ID`))
      await page.press('Test connection')
      await screen.findByText(tested)
      expect(asked).not.toContain('POST blanks')
    },
  )

  test('a 401 from one of our own calls ends the session', async () => {
    offering(...offered)
    const { page } = await before(ANSWERS[401] ?? noAnswer)
    await waitFor(() => expect(page.place()).toBe('/login?expired=true'))
  })

  test.each(['HTML', 'nothing'])(
    'the console goes offline when the server answers %s, and saves nothing',
    async (how) => {
      offering(...offered)
      const { asked, page } = await before(ANSWERS[how] ?? noAnswer)
      await screen.findByText(/^You're offline/)
      await page.go('/audit-trail')
      const notice = within(await screen.findByRole('alert'))
      await notice.findByText(/^You need to be online for this/)
      await page.go('/netsuite-setup')
      await page.fill('Base URL', 'https://tstdrv1.suitetalk.api.netsuite.com')
      expect(waiting('Test connection')).not.toBeNull()
      await page.press('Setup')
      expect(asked).not.toContain('POST blanks')
    },
  )
})
