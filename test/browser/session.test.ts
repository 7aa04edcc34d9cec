/** How a session continues and ends: reload, hidden page, expiry, other tabs. */
import { describe, expect, inject, it } from 'vitest'
import type { BrowserContext, Page, Request } from 'playwright-core'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { changeFlags, newAccount, presentCode } from '#test/browser/support/accounts.ts'
import {
  enter,
  giveCode,
  givePassword,
  openSignedIn,
  openWindow,
  signIn,
  stopClock,
  turnAway,
  waitForServiceWorker,
} from '#test/browser/support/browser.ts'
import { keptCollections } from '#test/browser/support/device.ts'
import { scan } from '#test/browser/support/scanner.ts'

/** A code that nothing here has. */
const CODE = '4006381'
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A signed-in page whose clock the test moves. */
async function openWithClock(options: Parameters<typeof openWindow>[1] = {}) {
  const account = await newAccount({ features: ['locations', 'bins'] })
  const window = await openWindow('about:blank', options)
  await window.page.clock.install()
  await enter(window.page, account)
  return { account, ...window }
}

/**
 * Scans a code while the page's clock is paused. An installed clock timestamps each key when the page handles it, and on
 * a busy machine the keys would be too far apart for a scan.
 */
async function scanWithPausedClock(page: Page): Promise<void> {
  await stopClock(page)
  await scan(page, CODE)
  await page.clock.resume()
}

describe('a session', () => {
  it('a session survives a reload unless its token is too old; then the login says so and leads back', async () => {
    const { page, account } = await openWithClock()
    await page.goto('/bins?q=WH+1')
    await page.reload()
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/bins')

    await page.evaluate((made) => sessionStorage.setItem('tokenCreationTime', made), tooOld())
    await page.reload()
    await page.getByText(faults.sessionExpired).waitFor()
    expect(await tokenOf(page)).toBe(null)
    expect(page.url()).toMatch(/\/login\?expired=true$/)
    expect(await page.getByLabel('Username').inputValue()).toBe(account.username)
    await signIn(page, account, { to: '/bins?q=WH+1' })
  })

  it('a session stays open for a glance away, locks after a second, and returns to the same place', async () => {
    const { page, account } = await openWithClock()
    await page.goto('/bins?q=WH+1')
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
    await expect.poll(() => keptCollections(page)).toContain('bins')
    await stopClock(page)
    await turnAway(page, 'hidden')
    await page.clock.runFor(500)
    await turnAway(page, 'visible')
    expect(await page.getByRole('heading', { name: 'Bins' }).count()).toBe(1)
    await page.clock.resume()

    await turnAway(page, 'hidden')
    await page.clock.runFor(1_500)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
    // After a lock the rows stay on the device for the same admin.
    expect(await keptCollections(page)).toContain('bins')

    await turnAway(page, 'visible')
    await signIn(page, account, { to: '/bins?q=WH+1' })
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
  })

  it('a session locks on return when the tablet froze the page and no timer ran', async () => {
    const { page } = await openWithClock()
    await stopClock(page)
    await turnAway(page, 'hidden')
    // The clock of the device advanced, its timers did not.
    await page.clock.setSystemTime(Date.now() + HOUR_MS)
    await turnAway(page, 'visible')
    await expect.poll(() => tokenOf(page)).toBe(null)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  })

  it('a session locks with an open dialog and pending requests, and leaves neither behind', async () => {
    const { page } = await openWithClock()
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/**', async (route) => {
      await held
      // The page has aborted the request.
      await route.continue().catch(() => undefined)
    })
    await page
      .getByRole('link', { name: /^Locations/ })
      .first()
      .click()
    await page.getByRole('heading', { name: 'Locations' }).waitFor()
    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await page.getByRole('dialog', { name: 'Change Password' }).waitFor()
    await turnAway(page, 'hidden')
    await page.clock.runFor(1_500)
    await turnAway(page, 'visible')
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    release()
    await page.clock.runFor(MINUTE_MS)
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).toBe('visible')
    expect(new URL(page.url()).pathname).toBe('/login')
  })

  it('after a lock, a scan on the sign-in page presses nothing and opens nothing, also once signed in', async () => {
    const { page, account } = await openWithClock()
    await page.goto('/bins')
    await page.locator('main [data-key]').first().waitFor()
    const box = page.getByRole('combobox', { name: findTexts.title })
    await scanWithPausedClock(page)
    await page.getByText(findTexts.noneHere).waitFor()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await stopClock(page)
    await turnAway(page, 'hidden')
    await page.clock.runFor(1_500)
    await page.clock.resume()
    await turnAway(page, 'visible')
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    const passwords: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(endpoints.login.path)) passwords.push(request.method())
    })
    // With both fields filled in, a pressed button would send them.
    await page.getByLabel('Password', { exact: true }).fill(account.password)
    await page.getByRole('button', { name: 'Sign In', exact: true }).focus()
    await scanWithPausedClock(page)

    await signIn(page, account, { to: '/bins' })
    expect(passwords).toEqual(['POST'])
    await page.locator('main [data-key]').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
    expect(await box.count()).toBe(0)
    expect(new URL(page.url()).search).toBe('')
  })

  it('a session in the installed app stays open for minutes away, and locks after five', async () => {
    const { page } = await openWithClock()
    await page.goto('/netsuite-setup')
    await page.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    // iPadOS sets this for an app on the home screen; Chromium cannot emulate its display mode.
    await page.evaluate(() => Object.defineProperty(navigator, 'standalone', { value: true }))
    await stopClock(page)
    await turnAway(page, 'hidden')
    await page.clock.runFor(5 * MINUTE_MS - SECOND_MS)
    await turnAway(page, 'visible')
    expect(await tokenOf(page)).not.toBe(null)
    await turnAway(page, 'hidden')
    await page.clock.runFor(5 * MINUTE_MS)
    await page.clock.resume()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
  })

  it('the sign-in waits minutes for a code from the authenticator, and forgets the password after five', async () => {
    const account = await newAccount({})
    const { page } = await openWindow('about:blank')
    await page.clock.install()
    await page.goto('/login')
    await givePassword(page, account)
    const code = page.getByLabel('Authenticator code')
    await code.waitFor()
    await stopClock(page)
    await turnAway(page, 'hidden')
    await page.clock.runFor(3 * MINUTE_MS)
    await turnAway(page, 'visible')
    expect(await passwordOf(page)).toBe(account.password)
    await turnAway(page, 'hidden')
    await page.clock.runFor(2 * MINUTE_MS)
    await turnAway(page, 'visible')
    expect(await passwordOf(page)).toBe(null)
    await page.clock.resume()
    await giveCode(page, presentCode(account.secret))
    await page.getByText('Authentication data not found. Please log in again.').waitFor()
    await page.getByRole('button', { name: 'Back to Login' }).click()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  })

  it('an ended session shows nothing on going back, also from another origin', async () => {
    const account = await newAccount({ features: ['locations', 'bins'] })
    const { page } = await openSignedIn(account, '/dashboard', { keepsPages: true })
    // A service worker that takes control later would drop the page from the back-forward cache.
    await waitForServiceWorker(page)
    const underWay = requestsUnderWay(page)
    // A page with pending writes or requests does not enter the back-forward cache, and hiding it flushes pending writes.
    // So both lists of the dashboard are stored before it is left.
    await expect.poll(() => keptCollections(page)).toEqual(['bins', 'locations'])
    await page.getByRole('link', { name: /^Bins/ }).first().click()
    const row = page.getByRole('cell', { name: 'WH 1' }).first()
    await row.waitFor()
    await expect.poll(() => underWay.size).toBe(0)
    await page.evaluate(() => {
      window.addEventListener('pageshow', ({ persisted }) => {
        if (persisted) Object.assign(window, { cameBack: true })
      })
      // An hour passes while the page is away.
      const { now } = Date
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') Date.now = () => now() + 3_600_000
      })
    })
    await page.goto(inject('demo').address.replace('localhost', '127.0.0.1') + '/config.json')
    await page.goto('/login')
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    await page.evaluate(() => history.go(-2))
    // The same document came back, with its row.
    await page.waitForFunction(() => 'cameBack' in window)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await row.count()).toBe(0)
  })

  it('a session warns five minutes before its end, can be extended, and then ends with the reason', async () => {
    const { page } = await openWithClock()
    // A screen without lists, because a fetch would time out while hours pass.
    await page.goto('/netsuite-setup')
    await page.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    const before = await tokenOf(page)
    await page.clock.fastForward(3 * HOUR_MS + 56 * MINUTE_MS)
    await page.getByText('Your session is about to expire. Would you like to extend it?').waitFor()
    await page.getByRole('button', { name: 'Yes, Extend Session' }).click()
    await expect.poll(() => tokenOf(page)).not.toBe(before)

    await page.clock.fastForward(4 * HOUR_MS + MINUTE_MS)
    await page.waitForURL('**/login?expired=true')
    await page.getByText('Your session has expired. Please log in again.').waitFor()
  })

  it('a session whose token cannot be refreshed ends, and the device is wiped', async () => {
    const { page } = await openWithClock({ mayComplain: /status of 500/ })
    await page.route('**/api/token-refresh', (route) => route.fulfill({ status: 500 }))
    await expect.poll(() => keptCollections(page)).toContain('bins')
    await page.goto('/netsuite-setup')
    await page.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    await page.clock.fastForward(3 * HOUR_MS + 56 * MINUTE_MS)
    await page.getByRole('button', { name: 'Yes, Extend Session' }).click()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
    await expect.poll(() => keptCollections(page)).toEqual([])
  })

  it('a session continues in the tab that extended it; its copy in another tab has ended and says so', async () => {
    const { page, context, account } = await openWithClock({ mayComplain: /status of 401/ })
    await page.goto('/netsuite-setup')
    await page.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    const copy = await duplicate(context, page, '/netsuite-setup')
    await copy.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    const asked = profileOf(copy)
    await page.clock.fastForward(3 * HOUR_MS + 56 * MINUTE_MS)
    await copy.getByRole('button', { name: 'Yes, Extend Session' }).waitFor()
    // The copy polls two minutes after its last answer, which arrives before the clock moves.
    await asked
    await page.getByRole('button', { name: 'Yes, Extend Session' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.clock.fastForward(2 * MINUTE_MS)
    await copy.getByText('Your session has expired. Please log in again.').waitFor()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(await tokenOf(page)).not.toBe(null)
  })

  it('a session ends when another admin signs in in another tab', async () => {
    const { page, context } = await openWithClock()
    const other = await newAccount({ features: ['items'] })
    const second = await context.newPage()
    await second.goto('/login')
    await signIn(second, other)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
    expect(await tokenOf(second)).not.toBe(null)
  })

  it('a session loses the screen and rows of a flag that a super admin removes', async () => {
    // Until the profile is read again the list is still requested, and refused.
    const { page, account } = await openWithClock({ mayComplain: /\b403\b/ })
    for (const name of ['locations', 'bins']) {
      await openKnown(page, `/${name}`)
      await expect.poll(() => keptCollections(page)).toContain(name)
    }
    await changeFlags(account, ['locations'])
    await page.clock.fastForward(3 * MINUTE_MS)
    await page.waitForURL('**/dashboard')
    await expect.poll(() => keptCollections(page)).toEqual(['locations'])
    for (const path of ['/bins', '/items']) {
      await page.goto(path)
      await page.waitForURL('**/dashboard')
    }
  })

  it('a logout in one tab ends the session in all tabs of the admin and wipes the device', async () => {
    // A request of the other tab may reach the server after the logout.
    const { page, context } = await openWithClock({ mayComplain: /status of 401/ })
    await page.goto('/locations')
    await page.getByRole('heading', { name: 'Locations' }).waitFor()
    await expect.poll(() => keptCollections(page)).toContain('locations')
    const second = await duplicate(context, page, '/bins')
    await second.getByRole('heading', { name: 'Bins' }).waitFor()

    await page.getByRole('button', { name: 'Logout' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm Logout' })
    await dialog.getByText('Are you sure you want to logout?').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(await tokenOf(page)).not.toBe(null)
    await page.getByRole('button', { name: 'Logout' }).click()
    await dialog.getByRole('button', { name: 'Logout' }).click()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    await second.getByRole('heading', { name: 'Sign In' }).waitFor()
    await expect.poll(() => keptCollections(page)).toEqual([])
    expect(
      await page.evaluate(() =>
        Object.keys(sessionStorage).filter((key) => !key.startsWith('tsr')),
      ),
    ).toEqual([])
  })
})

/** A tab that the page opens gets a copy of its session, like a duplicated tab. */
async function duplicate(context: BrowserContext, page: Page, path: string): Promise<Page> {
  const [second] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate((to) => void window.open(to), path),
  ])
  return second
}

/** Opens a place and waits until its document has received an answer about the admin. */
async function openKnown(page: Page, path: string): Promise<void> {
  // The document that is left may still receive one. Its requests end when the next one is committed.
  const known = page.waitForEvent('framenavigated').then(() => profileOf(page))
  await page.goto(path)
  await known
}

/** The next answer about the admin that a page receives. */
async function profileOf(page: Page): Promise<void> {
  await page.waitForResponse((answer) => answer.url().endsWith(endpoints.ownProfile.path))
  await page.evaluate(() => null)
}

/** The pending requests of a page. */
function requestsUnderWay(page: Page): ReadonlySet<Request> {
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return underWay
}

function tooOld(): string {
  return String(Date.now() - 4 * HOUR_MS - MINUTE_MS)
}

function passwordOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('tempPassword'))
}

function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token'))
}
