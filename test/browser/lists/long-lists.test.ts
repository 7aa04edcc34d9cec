/** A long list after the first paint is read, shaped and indexed without blocking the page. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, signIn, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { wholeCollections } from '#test/browser/support/device.ts'
import { longestTaskMs } from '#test/browser/support/tasks.ts'

/** As few as make a body that a worker reads (`read-json.ts`). */
const FEW = 8_000
const ROWS = Number(process.env['INVENTORY_ROWS'] ?? FEW)
/** The longest task after the first paint in ms. A small dose runs in parallel with other tests and measures nothing. */
const LONGEST_TASK_MS = ROWS > FEW ? 50 : Number.POSITIVE_INFINITY
const MINUTES = 5 * 60_000
const ITEMS = ROWS / 20
const LOCATIONS = 200

/** Each item is in twenty of the two hundred locations, and its rows are not adjacent. */
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
    const url = await served(JSON.stringify({ data: INVENTORY }))
    await context.route('**/data_inventory*', (route) => route.continue({ url }))
    await signIn(page, account)
    await waitForServiceWorker(page)
    const open = async (): Promise<void> => {
      // Not the address with the search text.
      await page.goto('/inventory')
      await wholeList(page)
    }
    expect(await longestTaskMs(page, open)).toBeLessThanOrEqual(LONGEST_TASK_MS)
    await search(page)
    expect(workers.filter((worker) => worker.includes('json-worker'))).not.toEqual([])

    await expect.poll(() => wholeCollections(page), { timeout: MINUTES }).toContain('inventory')
    await context.setOffline(true)
    expect(await longestTaskMs(page, open)).toBeLessThanOrEqual(LONGEST_TASK_MS)
    await search(page)
  },
  MINUTES * 2,
)

/** Serves a body in parts, as a server does; the answer of a test's route arrives in one piece. */
async function served(body: string): Promise<string> {
  const server = createServer((_, answer) => {
    answer.writeHead(200, { 'content-type': 'application/json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
}

/** Waits for all rows, and until all work on them is done. */
async function wholeList(page: Page): Promise<void> {
  await page.getByText(`1–10 of ${String(ITEMS)}`).waitFor({ timeout: MINUTES })
  const whole = page.getByRole('button', { name: tableTexts.download, disabled: false })
  await whole.waitFor({ timeout: MINUTES })
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  )
}

/** A search finds its rows, so the index is complete. */
async function search(page: Page): Promise<void> {
  await page.getByRole('searchbox').fill(`Widget ${String(ITEMS - 1)}`)
  await page.getByText('1–1 of 1').waitFor({ timeout: MINUTES })
}
