/** Nothing on a page moves while the rest loads, by the browser's own layout shifts. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { attentionTexts } from '#contract/texts/own/attention-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { settled } from '#test/browser/support/axe.ts'
import { openSignedIn } from '#test/browser/support/browser.ts'

/** The largest sum of shifts of a page; Lighthouse rates up to 0.1 as good. */
const MOST = 0.01

/** A layout shift as the browser reports it. */
interface Shift extends PerformanceEntry {
  readonly value: number
}

it('lists, exceptions and the dashboard do not move while they load again', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const { page } = await openSignedIn(account, '/dashboard')
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as Shift[]) shifts.push(value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const found: string[] = []
  for (const path of ['/bins', '/bin-count-records', '/exceptions', '/dashboard']) {
    await page.goto(path)
    await complete(page)
    await page.reload()
    await complete(page)
    const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
    const sum = shifts.reduce((all, each) => all + each, 0)
    if (sum > MOST) found.push(`${path}: ${String(sum)}`)
  }
  expect(found).toEqual([])
})

/** Waits until all that the page shows is there. */
async function complete(page: Page): Promise<void> {
  if (new URL(page.url()).pathname === '/dashboard') {
    await page.getByRole('link', { name: attentionTexts.unanswered }).waitFor()
    await page.locator('main figure').first().waitFor()
  } else await page.locator('main [data-key]').first().waitFor()
  await page.waitForFunction(
    () => document.querySelector('[aria-label=Loading], [aria-busy=true]') === null,
  )
  await settled(page)
}
