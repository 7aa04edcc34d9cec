/** A long list behind the first paint: read, shaped and indexed without keeping the page from anything else. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newAccount } from '#test/browser/accounts.ts'
import { openWindow, signIn, waitForServiceWorker } from '#test/browser/browser.ts'
import { keptCollections } from '#test/browser/device.ts'

const FEW = 6_000
const ROWS = Number(process.env['INVENTORY_ROWS'] ?? FEW)
/** The longest task of the page, in ms; a small dose runs beside other tests and measures nothing. */
const LONGEST_TASK_MS = ROWS > FEW ? 50 : Number.POSITIVE_INFINITY
const MINUTES = 5 * 60_000
const ITEMS = ROWS / 20
const LOCATIONS = 200

/** Each item lies in twenty of the two hundred locations, and its rows lie apart. */
const INVENTORY = Array.from({ length: ROWS }, (_, nth) => {
  const item = nth % ITEMS
  return {
    item: `SKU-${String(item).padStart(5, '0')}`,
    internal_id: item,
    item_name: `Widget ${String(item)}`,
    location: `WH ${String((item * 7 + Math.floor(nth / ITEMS) * 10) % LOCATIONS)}`,
    available_quantity: nth % 500,
  }
})

it(
  `${String(ROWS)} inventory rows keep the page from nothing, from the network and from the device`,
  async () => {
    const account = await newAccount({ features: ['inventory'] })
    const { page, context } = await openWindow('/login', { mayComplain: /DISCONNECTED|network/ })
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    await context.route('**/data_inventory*', (route) =>
      route.fulfill({ json: { data: INVENTORY } }),
    )
    await noteTasks(page)
    await signIn(page, account)
    await waitForServiceWorker(page)
    await page.goto('/inventory')
    await wholeList(page)
    expect(workers.filter((url) => url.includes('json-worker'))).not.toEqual([])
    expect(await longestTaskMs(page)).toBeLessThanOrEqual(LONGEST_TASK_MS)

    await expect.poll(() => keptCollections(page), { timeout: MINUTES }).toContain('inventory')
    await context.setOffline(true)
    // Not the address with what was searched for.
    await page.goto('/inventory')
    await wholeList(page)
    expect(await longestTaskMs(page)).toBeLessThanOrEqual(LONGEST_TASK_MS)
  },
  MINUTES * 2,
)

async function wholeList(page: Page): Promise<void> {
  await page.getByText(`1–10 of ${String(ITEMS)}`).waitFor({ timeout: MINUTES })
  // What is searched for is found by an index that is whole.
  await page.getByRole('searchbox').fill(`Widget ${String(ITEMS - 1)}`)
  await page.getByText('1–1 of 1').waitFor({ timeout: MINUTES })
}

/** Notes the tasks of each page from its first rows on: those that draw them are not measured here. */
async function noteTasks(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(window, { longTasks: durations })
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) {
        const drawn = performance.getEntriesByName('first-contentful-paint')[0]?.startTime
        const isBehind = document.querySelector('tbody tr') !== null
        if (isBehind && drawn !== undefined && startTime > drawn) durations.push(duration)
      }
    }).observe({ type: 'longtask' })
  })
}

function longestTaskMs(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...(Reflect.get(window, 'longTasks') as number[])))
}
