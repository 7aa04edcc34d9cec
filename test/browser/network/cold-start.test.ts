/** A start without network: the shell from the service worker, the rows from the device. */
import { expect, it } from 'vitest'
import type { BrowserContext, Page } from 'playwright-core'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { collectionOf } from '#contract/collections.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { newAccount, nextCode } from '#test/browser/support/accounts.ts'
import { openWindow, signIn, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { keptCollections, wholeCollections } from '#test/browser/support/device.ts'
import { median } from '#test/support/median.ts'

/** `npm run test:long` repeats the start, with 100,000 rows and alone on the machine; only then times are compared. */
const STARTS = Number(process.env['COLD_STARTS'] ?? 1)
/** How many times as long as the few locations the first of many inventory rows may take. */
const AT_MOST = STARTS > 1 ? 1.4 : Number.POSITIVE_INFINITY
const SLOWED_TIMES = 4

declare global {
  interface Window {
    firstRowsAt?: number
    pagersSaid?: string[]
  }
}

it(
  'the console paints the first rows of a long list as soon as those of a short one on a slow tablet, then all of them',
  { timeout: 60_000 + STARTS * 120_000 },
  async () => {
    const account = await newAccount({ features: ADMIN_FEATURES })
    const { page, context } = await openWindow('/login', { mayComplain: /DISCONNECTED|network/ })
    await signIn(page, account)
    await waitForServiceWorker(page)
    const totals = {
      locations: await totalOf(page, 'locations'),
      inventory: await totalOf(page, 'inventory'),
    }

    await noteFirstRows(context)
    await context.setOffline(true)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED_TIMES })
    const times = { locations: [] as number[], inventory: [] as number[] }
    // In turns, so that both meet the machine at the same speed.
    for (let start = 0; start < STARTS; start += 1) {
      for (const list of ['locations', 'inventory'] as const) {
        await page.goto(`/${list}`, { waitUntil: 'commit' })
        times[list].push(await firstRowsAt(page))
        await page
          .getByRole('button', { name: tableTexts.download, disabled: false })
          .waitFor({ timeout: 30_000 })
        // The pager showed the same total for the first rows and for all.
        expect(await page.evaluate(() => window.pagersSaid)).toEqual([totals[list]])
      }
    }
    const [short, long] = [median(times.locations), median(times.inventory)]
    process.stdout.write(
      `first rows after ${short.toFixed(0)} ms (locations) and ${long.toFixed(0)} ms (inventory)\n`,
    )
    expect(long).toBeLessThanOrEqual(short * AT_MOST)
  },
)

it('after a restart of the browser the console shows its stored rows before the network answers', async () => {
  const account = await newAccount({ features: ['bins'] })
  const before = await openWindow('/login', { ownBrowser: true })
  await signIn(before.page, account)
  await before.page.goto('/bins')
  const shown = before.page.getByText(/^\d+–\d+ of /)
  await shown.waitFor()
  await expect.poll(() => keptCollections(before.page)).toContain('bins')
  const all = await shown.textContent()
  await before.context.close()

  const { page, context } = await openWindow('/login', { profile: before.profile })
  await context.route(`**${collectionOf('bins').path}*`, () => undefined)
  await signIn(page, account, { code: nextCode(account.secret) })
  await page.goto('/bins')
  await page.getByText(all ?? '').waitFor()
})

/** Opens a list and waits until it is on the device. Returns what its pager says. */
async function totalOf(page: Page, list: 'locations' | 'inventory'): Promise<string | null> {
  await page.goto(`/${list}`)
  const shown = page.getByText(/^\d+–\d+ of /)
  await shown.waitFor()
  await expect.poll(() => wholeCollections(page), { timeout: 30_000 }).toContain(list)
  return shown.textContent()
}

/** Records when the first row was painted, in ms since the start of the page, and the text of the pager. */
async function noteFirstRows(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const look = (): void => {
      const isThere = document.querySelector('tbody tr')?.textContent
      if (!isThere) requestAnimationFrame(look)
      else setTimeout(() => void (window.firstRowsAt = performance.now()))
    }
    requestAnimationFrame(look)
    const said = (window.pagersSaid = [] as string[])
    new MutationObserver(() => {
      for (const { textContent: text } of document.querySelectorAll('[role=status]'))
        if (text !== null && /^\d+–\d+ of /.test(text) && said.at(-1) !== text) said.push(text)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
}

async function firstRowsAt(page: Page): Promise<number> {
  const noted = await page.waitForFunction(() => window.firstRowsAt, null, { timeout: 60_000 })
  return noted.evaluate((at) => at ?? Number.NaN)
}
