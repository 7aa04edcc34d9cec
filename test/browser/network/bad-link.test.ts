/** A bad link answers in the server's place: the console treats captive portals and proxies as offline. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newAccount } from '#test/browser/support/accounts.ts'
import { keptCollections } from '#test/browser/support/device.ts'
import { enter, goTo, openWindow, waitForServiceWorker } from '#test/browser/support/browser.ts'
import {
  BAD_GATEWAY,
  PORTAL,
  SIGN_IN,
  SILENT_GATEWAY,
  startBadLink,
  type BadLink,
} from '#test/support/bad-link.ts'

/** The browser logs each answer with an error status, and the console each list that failed. */
const COMPLAINS = /Failed to load/
const KEPT = "You're offline. Showing saved data."
const NOTHING = "You're offline, and this page has no saved data."

let link: BadLink

beforeAll(async () => {
  link = await startBadLink(inject('demo').address)
})
afterAll(() => link.close())

describe('before a page that answers everything', () => {
  it('the console is offline, keeps the session and its rows, and recovers on its own', async () => {
    const account = await newAccount({ features: ['bins', 'items'] })
    const options = { address: link.address, mayComplain: COMPLAINS }
    const { page } = await openWindow('about:blank', options)
    await enter(page, account, '/bins')
    await page.getByRole('cell').first().waitFor()
    await waitForServiceWorker(page)
    await expect.poll(() => keptCollections(page)).toContain('bins')
    const session = await sessionOf(page)

    for (const bad of [PORTAL, BAD_GATEWAY, SILENT_GATEWAY, SIGN_IN]) {
      link.become(bad)
      const from = link.answered.length
      await page.reload()
      await page.getByText(KEPT).waitFor()
      await page.getByRole('cell').first().waitFor()
      const sync = page.getByRole('button', { name: 'Sync with NetSuite' })
      expect(await sync.getAttribute('aria-disabled')).toBe('true')
      // A list without a snapshot on the device.
      await goTo(page, '/items')
      await page.getByText(NOTHING).waitFor()
      await page.getByText('Failed to load items').waitFor()
      expect(await page.getByText(/(shape|http|network) \d/).count()).toBe(0)
      expect(await sessionOf(page)).toEqual(session)
      const calls = link.answered.slice(from).filter((call) => call.includes('/api/'))
      expect(calls.filter((call) => !call.endsWith('/health')).length).toBeLessThan(4)
      await goTo(page, '/bins')
    }

    await goTo(page, '/items')
    link.become(null)
    await page.getByRole('cell').first().waitFor()
    await page.getByText(/^You're offline/).waitFor({ state: 'detached' })
    expect(await page.getByRole('alert').count()).toBe(0)
    expect(await sessionOf(page)).toEqual(session)
  })
})

/** The keys of the session, which also decrypt the rows on the device. */
function sessionOf(page: Page): Promise<Record<string, string | null>> {
  return page.evaluate(() =>
    Object.fromEntries(['token', 'cacheKey'].map((key) => [key, sessionStorage.getItem(key)])),
  )
}
