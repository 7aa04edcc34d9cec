/** Staying in and getting out: reload, hiding, expiry, other tabs. */
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newAccount, nextCode } from '#test/browser/accounts.ts'
import { openWindow, signIn, turnAway } from '#test/browser/browser.ts'
import { keptCollections } from '#test/browser/device.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

/** A signed-in page whose clock the story moves. */
async function openSignedIn() {
  const account = await newAccount({ features: ['locations', 'bins'] })
  const window = await openWindow('about:blank')
  await window.page.clock.install()
  await window.page.goto('/login')
  await signIn(window.page, account)
  return { account, ...window }
}

describe('a session', () => {
  it('outlives a reload', async () => {
    const { page, account } = await openSignedIn()
    await page.goto('/bins')
    await page.reload()
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(new URL(page.url()).pathname).toBe('/bins')
  })

  it('stays for a glance away, locks after a second, and returns to the same place', async () => {
    const { page, account } = await openSignedIn()
    await page.goto('/bins?q=WH+1')
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
    await turnAway(page, 'hidden')
    await page.clock.runFor(500)
    await turnAway(page, 'visible')
    expect(await page.getByRole('heading', { name: 'Bins' }).count()).toBe(1)

    await turnAway(page, 'hidden')
    await page.clock.runFor(1_500)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
    // A lock keeps the rows on the device for the same admin.
    expect(await keptCollections(page)).toContain('bins')

    await turnAway(page, 'visible')
    await signIn(page, account, { code: nextCode(account.secret), to: '/bins?q=WH+1' })
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
  })

  it('locks on return where the tablet froze the page and no timer ran', async () => {
    const { page } = await openSignedIn()
    await turnAway(page, 'hidden')
    // The clock of the device went on, its timers did not.
    await page.clock.setSystemTime(Date.now() + HOUR_MS)
    await turnAway(page, 'visible')
    await expect.poll(() => tokenOf(page)).toBe(null)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  })

  it('warns five minutes before its end, can be extended, and then ends with the reason', async () => {
    const { page } = await openSignedIn()
    // A screen without lists: one that is being fetched while hours pass would be given up.
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

  it('ends in all tabs of the admin with a logout in one, and wipes the device', async () => {
    const { page, context } = await openSignedIn()
    await page.goto('/locations')
    await page.getByRole('heading', { name: 'Locations' }).waitFor()
    await expect.poll(() => keptCollections(page)).toContain('locations')
    // A tab that the page opens itself gets a copy of its session, as a duplicated tab does.
    const [second] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate(() => window.open('/bins')),
    ])
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

function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token'))
}
