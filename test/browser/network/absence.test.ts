/** A page that is closed, reloaded, frozen, or discarded by the tablet. */
import { describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newAccount } from '#test/browser/support/accounts.ts'
import {
  enter,
  openSignedIn,
  openWindow,
  signIn,
  stopClock,
  turnAway,
  withoutWorker,
} from '#test/browser/support/browser.ts'

const MINUTE_MS = 60_000
/** The demo of the tests locks a tab that was hidden for longer (test/browser/support/setup.ts). */
const GRACE_MS = 1_000
const MAIN = '**/assets/main-*.js'

describe('a session', () => {
  it('the session ends with its tab, and a new tab shows the login', async () => {
    const account = await newAccount({ features: ['bins'] })
    const { page, context } = await openSignedIn(account)
    const next = await context.newPage()
    await page.close()
    await next.goto('/bins')
    await next.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(next)).toBe(null)
  })

  it('a reload does not count as an absence, but any other time away beyond the limit does', async () => {
    const account = await newAccount({ features: ['bins'] })
    const { page } = await openWindow('about:blank')
    await page.route('**/config.json', (route) =>
      route.fulfill({ json: { hiddenGraceMs: { tab: 1, installed: 1 } } }),
    )
    await enter(page, account)
    for (const path of ['/bins', '/dashboard']) {
      await page.goto(path)
      await page.reload()
      await page.getByText(`Hi, ${account.username}`).waitFor()
    }
    await turnAway(page, 'hidden')
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
  })

  it('a reload while the console is still loading is no absence, and a real one before it still counts', async () => {
    const account = await newAccount({ features: ['bins'] })
    const { page } = await openWindow('about:blank')
    await withoutWorker(page)
    await enter(page, account)
    const ABSENT_MS = 10 * MINUTE_MS
    let isHeld = false
    // Leaves the page without the console's own script, as a slow link does; boot.js runs. The route stays, because
    // removing it disturbs requests that are under way.
    await page.route(MAIN, async (route) => {
      if (!isHeld) await route.continue()
    })
    const reloadTwice = async (): Promise<void> => {
      isHeld = true
      await page.reload({ waitUntil: 'commit' })
      await page.waitForFunction(() => 'docksideSettings' in window)
      // Longer than the limit, on the screen.
      await page.waitForFunction((limit) => performance.now() > limit, 2 * GRACE_MS)
      isHeld = false
      await page.reload()
    }
    await reloadTwice()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(await tokenOf(page)).toBe(account.session.token)

    await page.addInitScript((absent) => {
      if (sessionStorage.getItem('story.discarded') === null) return
      sessionStorage.removeItem('story.discarded')
      sessionStorage.setItem('hiddenSince', String(performance.timeOrigin - absent))
    }, ABSENT_MS)
    await page.evaluate(() => sessionStorage.setItem('story.discarded', 'yes'))
    await reloadTwice()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
  })

  it('an expired session of a frozen page is removed from it before the next frame', async () => {
    const account = await newAccount({ features: ['bins'] })
    const { page } = await openWindow('about:blank')
    await page.clock.install()
    await enter(page, account)
    await stopClock(page)
    await turnAway(page, 'hidden')
    // The clock of the device advanced, its timers did not.
    await page.clock.setSystemTime(Date.now() + 10 * MINUTE_MS)
    const left = await page.evaluate(async () => {
      const parts = () => document.querySelectorAll('nav, [href="/bins"]').length
      const before = parts()
      Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true })
      document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
      // Still in the same turn of the event loop, so nothing can be painted in between.
      for (let turn = 0; turn < 100; turn += 1) await Promise.resolve()
      return { before, after: parts() }
    })
    expect(left.before).toBeGreaterThan(0)
    expect(left.after).toBe(0)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  })

  it('a page that the tablet discarded is locked before anything is drawn', async () => {
    const account = await newAccount({ features: ['bins'] })
    const { page } = await openWindow('about:blank')
    await page.addInitScript(() => {
      // A discarded page gets no event: only the time at which it was hidden is left.
      const away = Number(sessionStorage.getItem('story.away'))
      if (away > 0) {
        sessionStorage.setItem('hiddenSince', String(Date.now() - away))
        for (const mark of ['story.away', 'story.drawn']) sessionStorage.removeItem(mark)
      }
      new MutationObserver(() => {
        if (document.querySelector('nav, table')) sessionStorage.setItem('story.drawn', 'yes')
      }).observe(document, { childList: true, subtree: true })
    })
    await enter(page, account, '/bins?q=WH')
    await page.getByRole('heading', { name: 'Bins' }).waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('story.drawn'))).toBe('yes')
    await page.evaluate(
      (away) => sessionStorage.setItem('story.away', String(away)),
      10 * MINUTE_MS,
    )
    await page.reload()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await tokenOf(page)).toBe(null)
    expect(await page.evaluate(() => sessionStorage.getItem('story.drawn'))).toBe(null)
    await signIn(page, account, { to: '/bins?q=WH' })
  })
})

function tokenOf(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem('token'))
}
