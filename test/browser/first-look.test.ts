/** One command shows a working console: sign in, see counts, sync, lose the network, and still read the rows. */
import { describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { collectionNames } from '#contract/collections.ts'
import {
  openSignedIn,
  openWindow,
  signIn,
  waitForServiceWorker,
} from '#test/browser/support/browser.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { keptVersion } from '#test/browser/support/device.ts'

const FAILED_REQUESTS =
  /Failed to load (resource|locations|bins|.*records?|.*shipments|inventory|items|admins|WMS AI users|sales orders)|ERR_INTERNET_DISCONNECTED/

describe('a person who starts the demo', () => {
  it('the demo prints no warning before the box with the address', () => {
    const [before = ''] = inject('demoOutput').split('Dockside is ready')
    // It may print that it builds.
    expect(before.split('\n').filter((line) => /warn|"level":|error/i.test(line))).toEqual([])
  })

  it('a user signs in with the printed credentials and sees counts that came from NetSuite over HTTP', async () => {
    const { page } = await openWindow('/')
    await signIn(page, inject('demo'))
    await expect
      .poll(() => page.getByRole('heading', { name: 'Welcome to the Admin Portal' }).count())
      .toBe(1)
    for (const title of [
      'Locations',
      'Bins',
      'Items',
      'Inventory',
      'Sales Orders',
      'Inbound Shipments',
      'Inbound Data Records',
      'Bin Count Records',
      'Bin Adjustment Records',
      'Bin Transfer',
      'Admins',
      'WMS Mobile Users',
    ]) {
      await expect.poll(() => cardCount(page, title), { message: title }).toBeGreaterThan(0)
    }
    expect(await page.getByRole('button', { name: /^Refresh / }).count()).toBe(
      collectionNames.length,
    )
  })

  it('a sync brings new rows, which can still be read with their age without a network', async () => {
    const account = await newAccount({ features: ['locations', 'bins', 'items'] })
    const { page, context } = await openSignedIn(account, '/dashboard', {
      mayComplain: FAILED_REQUESTS,
    })
    await page
      .getByRole('link', { name: /^Locations/ })
      .first()
      .click()
    await page.waitForURL('**/locations')
    await page.getByRole('cell', { name: 'WH 1', exact: true }).first().waitFor()
    await page.goto('/bins')
    await expect.poll(() => keptVersion(page, 'bins')).not.toBeNull()
    const kept = await keptVersion(page, 'bins')
    const before = await total(page)
    const sync = page.getByRole('button', { name: 'Sync with NetSuite' })
    await sync.click()
    await page.getByText('Bins synced successfully').waitFor()
    // The syncs of other tests bring rows too, and rows are stored just before they are shown: the
    // total and the stored version count as changed only together.
    await expect
      .poll(
        async () => {
          const isNew = (await total(page)) > before && (await keptVersion(page, 'bins')) !== kept
          if (!isNew) await sync.click()
          return isNew
        },
        { interval: 1_000, timeout: 60_000 },
      )
      .toBe(true)

    await waitForServiceWorker(page)
    await context.setOffline(true)
    const offline = page.getByText("You're offline. Showing saved data.")
    await offline.waitFor()
    const after = await total(page)
    await page.reload()
    await offline.waitFor()
    expect(await total(page)).toBe(after)
    expect(
      await page.getByText(/NetSuite data .+ as of \d\d:\d\d, fetched \d\d:\d\d/).count(),
    ).toBe(1)
    expect(await sync.getAttribute('aria-disabled')).toBe('true')

    await context.setOffline(false)
    await offline.waitFor({ state: 'detached' })
  })
})

/** The number on a card, or 0 while there is none. */
async function cardCount(page: Page, title: string): Promise<number> {
  const link = page.getByRole('main').getByRole('link', { name: new RegExp(`^${title}`) })
  const text = (await link.count()) === 1 ? await link.innerText() : ''
  return Number(/^\d[\d,]*$/m.exec(text)?.[0].replaceAll(',', '') ?? 0)
}

/** The number of rows that the table shows. */
async function total(page: Page): Promise<number> {
  const status = page.getByText(/^\d+–\d+ of \d+$/)
  await status.waitFor()
  return Number((await status.innerText()).split(' of ')[1])
}
