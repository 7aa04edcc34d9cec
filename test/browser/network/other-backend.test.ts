/** The console with a server by others, hosted on an origin of its own (decisions/product/other-servers.md). */
import { join } from 'node:path'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '#contract/faults.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { IS_THOROUGH } from '#test/browser/support/axe.ts'
import { nextCode, presentCode } from '#test/browser/support/accounts.ts'
import { giveCode, givePassword, goTo, openWindow, signIn } from '#test/browser/support/browser.ts'
import { keptCollections } from '#test/browser/support/device.ts'
import { invalid, refuse } from '#test/other-backend/answer.ts'
import { startOtherBackend, type OtherBackend } from '#test/other-backend/server.ts'
import { startStaticHost, type StaticHost } from '#test/support/server/static-host.ts'

/** A cell of each screen with this backend's rows. */
const SEEN = {
  '/inventory': 'Pallet jack',
  '/items': '0400000000011',
  '/locations': 'Hall North',
  '/bins': 'N-01-01',
  '/sales-orders': 'Order SO-501',
  '/inbound-shipment': 'INB-31',
  '/bin-count-records': 'olaf',
  '/bin-adjustment-records': 'anna',
  '/bin-transfer': 'S-09-09',
  '/inbound-data-records': 'Gloves',
  '/admins': 'novice',
  '/wms-ai-users': 'Petra Picker',
}
const COUNTS = {
  Inventory: 2,
  Items: 1,
  Locations: 2,
  Bins: 2,
  'Sales Orders': 1,
  'Inbound Shipments': 1,
  'Bin Count Records': 1,
  'Inbound Data Records': 1,
  Admins: 2,
}
/** The browser's own message about a list that exists only under its older path. */
const NOT_KNOWN_THERE = /404 .*\/get-inbound-data-records$/
const REFUSED = /Failed to (load|sync|refresh)|net::ERR|blocked by CORS policy/

let backend: OtherBackend
let host: StaticHost

beforeAll(async () => {
  backend = await startOtherBackend()
  host = await startStaticHost(join('dist', 'console'), { apiBase: backend.address })
})
afterAll(async () => {
  await host.close()
  await backend.close()
})

describe('with a server that has only the calls of section 7', () => {
  it('a user signs in, and every screen and card shows its rows', async () => {
    const page = await open(NOT_KNOWN_THERE)
    await signIn(page, backend.chief)
    for (const [title, count] of Object.entries(COUNTS)) {
      await page
        .getByRole('main')
        .getByRole('link', { name: new RegExp(`^${title}\\s+${String(count)}\\b`) })
        .waitFor()
    }
    for (const [path, text] of Object.entries(SEEN)) {
      await goTo(page, path)
      await page.getByRole('cell', { name: text }).first().waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    }
    expect(await page.getByText('erp-integration').count()).toBe(0)
    await page.getByText(/^Fetched \d\d:\d\d/).waitFor()
    // Features of our own server are neither shown nor requested.
    await page.getByRole('link', { name: 'WMS Mobile Users' }).waitFor()
    expect(await page.getByRole('link', { name: 'Audit Trail' }).count()).toBe(0)
    await goTo(page, '/netsuite-setup')
    await page.getByRole('button', { name: 'Setup', exact: true }).click()
    await page.getByText(/^Please fill in all required fields: Database URL, .*Base URL$/).waitFor()
    expect(await page.getByRole('button', { name: 'Test connection' }).count()).toBe(0)
    await page.goto('/audit-trail')
    await page.waitForURL('**/dashboard')
    expect([...backend.unknown]).toEqual(['GET /get-inbound-data-records'])
  })

  it('a new user sets up the second factor, syncs, and sees every kind of error', async () => {
    const page = await open(new RegExp(`${NOT_KNOWN_THERE.source}|${REFUSED.source}`))
    backend.answerWith('POST /token', refuse(500, 'Broken'))
    await givePassword(page, backend.newcomer)
    await page.getByText('Server error. Please try again in a few moments.').waitFor()
    // A crash has no CORS headers, so that the page sees no answer at all.
    backend.answerWith('POST /token', 'crash')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.getByText(faults.login.network).waitFor()
    backend.answerWith('POST /token', null)
    backend.answerWith('POST /2fa/setup', 'crash')
    await givePassword(page, backend.newcomer)
    await page.getByText(faults.twoFactorSetup.network).waitFor()
    await page.getByRole('button', { name: signInTexts.skipSetup }).waitFor()
    backend.answerWith('POST /2fa/setup', null)
    await page.goto('/login')
    await givePassword(page, backend.newcomer)
    await giveCode(page, presentCode(backend.newcomer.secret), 'Verification code')
    await page.waitForURL('**/dashboard')

    await page.goto('/bins')
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Sync with NetSuite' }).click()
    await page.getByText('Bins synced successfully').waitFor()
    await page.getByRole('cell', { name: 'N-01-03', exact: true }).waitFor()
    await page.goto('/items')
    backend.answerWith('GET /netsuite/items', refuse(400, { code: 9, message: 'Items are locked' }))
    await page.getByRole('button', { name: 'Sync with NetSuite' }).click()
    await page.getByText('Items are locked', { exact: true }).waitFor()

    // A list that a proxy cannot fetch takes nothing else along.
    backend.answerWith('GET /data_locations', { status: 502, html: '<h1>Bad Gateway</h1>' })
    await page.goto('/locations')
    await page.getByRole('alert').getByText('Failed to load locations').waitFor()
    await page.goto('/bins')
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    const sync = page.getByRole('button', { name: 'Sync with NetSuite' })
    expect(await sync.getAttribute('aria-disabled')).not.toBe('true')
    expect(await page.getByText(/^You're offline/).count()).toBe(0)
    backend.answerWith('GET /data_locations', null)

    backend.answerWith('GET /wms-ai-users', 'crash')
    await page.goto('/wms-ai-users')
    await page.getByRole('alert').getByText('Failed to load WMS AI users').waitFor()
    // The console retries on its own and might do so before the press, so this repeats until it is refused.
    const refused = page.waitForResponse((answer) => answer.status() === 423)
    backend.answerWith('GET /wms-ai-users', refuse(423, 'Locked'))
    await (await refused).finished()
    backend.answerWith('GET /wms-ai-users', null)
    await page.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('cell', { name: 'Petra Picker', exact: true }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // A proxy answers in HTML: the rows stay.
    backend.answerWith('GET /wms-ai-users', { status: 413, html: '<h1>Too large</h1>' })
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('alert').getByText('Failed to load WMS AI users').waitFor()
    expect(await page.getByRole('cell', { name: 'Petra Picker', exact: true }).count()).toBe(1)
    backend.answerWith('GET /wms-ai-users', null)

    await page.goto('/netsuite-setup')
    await page.getByRole('button', { name: 'Setup', exact: true }).waitFor()
    for (const field of await page.getByRole('main').locator('input').all()) {
      await field.fill('https://erp.example.com')
    }
    backend.answerWith(
      'POST /provide-env-data',
      invalid('NETSUITE_BASE_URL', 'Value error, must be reachable', { secret: 'x' }),
    )
    await page.getByRole('button', { name: 'Setup', exact: true }).click()
    await page.getByText('Validation errors: NETSUITE_BASE_URL: must be reachable').waitFor()
    backend.answerWith('POST /provide-env-data', null)
    await page.getByRole('button', { name: 'Setup', exact: true }).click()
    await page.getByText('ERP configuration saved successfully.').waitFor()

    // Older FastAPI answers 403 when a session has ended.
    backend.answerWith('GET /data_bins', refuse(403, 'Not authenticated'))
    await page.goto('/bins')
    await page.waitForURL('**/login?expired=true')
    backend.answerWith('GET /data_bins', null)
  })

  it('ERP rows survive a reload without a network, people do not, and after the session nothing is left', async () => {
    const page = await open(new RegExp(`${NOT_KNOWN_THERE.source}|${REFUSED.source}`))
    await signIn(page, backend.chief, { code: nextCode(backend.chief.secret) })
    await page.goto('/bins')
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
    await expect.poll(() => keptCollections(page)).toContain('bins')
    await page.goto('/admins')
    await page.getByRole('cell', { name: 'novice', exact: true }).waitFor()

    await page.context().setOffline(true)
    await page.goto('/bins')
    await page.getByText("You're offline. Showing saved data.").waitFor()
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    expect(await keptCollections(page)).not.toContain('admins')
    expect(await keptCollections(page)).not.toContain('wmsAiUsers')

    // A start without a session removes rows, because anyone could read them.
    const later = await page.context().newPage()
    await later.goto('/login')
    await later.getByRole('button', { name: 'Sign In' }).waitFor()
    await expect.poll(() => keptCollections(later)).toEqual([])

    await page.context().setOffline(false)
    await page.goto('/items')
    await expect.poll(() => keptCollections(page)).toContain('items')
    await page.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    await expect.poll(() => keptCollections(page)).toEqual([])
    const kept = () => page.evaluate(() => Object.keys(sessionStorage))
    expect(await kept()).toEqual([])
    await page.reload()
    await page.getByRole('button', { name: 'Sign In' }).waitFor()
    expect(await kept()).toEqual([])
    // No call up to the logout was one of our own server's.
    expect([...backend.unknown]).toEqual(['GET /get-inbound-data-records'])
  })
})

describe('a first visit', () => {
  const ends: readonly [why: string, end: (route: Route) => Promise<void>][] = [
    ['nothing answers', (route) => route.abort()],
    ['the host fails', (route) => route.fulfill({ status: 500 })],
  ]
  it.each(IS_THOROUGH ? ends : ends.slice(0, 1))(
    'a first visit without settings because %s reloads once and shows Retry',
    async (_why, end) => {
      const { page } = await openWindow('about:blank', {
        address: host.address,
        mayComplain: /Failed to load resource|net::ERR/,
      })
      let isBack = false
      // The page itself has long been there. The route stays, because removing it disturbs requests that are under way.
      await page.route('**/config.json', async (route) => {
        if (isBack) return route.continue()
        await page.waitForLoadState('load')
        await end(route)
      })
      const loads = countDocuments(page)
      await page.goto('/login')
      await expect.poll(loads).toBe(2)
      await page.getByText('Dockside could not be loaded.').waitFor()
      await page.waitForLoadState('load')
      expect(await triedAgain(page)).toBe(true)
      expect(loads()).toBe(2)

      isBack = true
      await page.getByRole('link', { name: 'Retry' }).click()
      await page.getByRole('heading', { name: 'Sign In' }).waitFor()
      await expect.poll(() => triedAgain(page)).toBe(false)
      expect(loads()).toBe(3)
    },
  )

  it('a first visit to a host without settings leads to the login with the defaults', async () => {
    for (const miss of [host.lack, host.cover]) {
      miss(/^\/config\.json$/)
      const { page } = await openWindow('about:blank', {
        address: host.address,
        mayComplain: /status of 404/,
      })
      const loads = countDocuments(page)
      await page.goto('/login')
      await page.getByRole('heading', { name: 'Sign In' }).waitFor()
      miss(null)
      expect(loads()).toBe(1)
      expect(await page.evaluate(() => localStorage.getItem('dockside.config'))).toBeNull()
    }
  })
})

async function open(mayComplain: RegExp): Promise<Page> {
  const { page } = await openWindow('/login', { address: host.address, mayComplain })
  return page
}

/** Counts the documents that the page asks for. */
function countDocuments(page: Page): () => number {
  let asked = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) asked += 1
  })
  return () => asked
}

/** Whether the page must not reload by itself any more. */
function triedAgain(page: Page): Promise<boolean> {
  return page.evaluate(() => sessionStorage.getItem('dockside.triedAgain') !== null)
}
