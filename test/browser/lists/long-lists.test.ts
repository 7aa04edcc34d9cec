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
import { median } from '#test/support/median.ts'

const MANY = Number(process.env['INVENTORY_ROWS'] ?? 100_000)
/** As few as make a body that a worker reads (`read-json.ts`). */
const FEW = 8_000
/** How many times as long as with few rows the longest task may be. Many rows read by the page would take ten times. */
const AT_MOST = 2
const OPENED_TIMES = 5
const MINUTES = 5 * 60_000
const LOCATIONS = 200

it(
  `${String(MANY)} inventory rows block the page no longer than a few do, from the network and from the device`,
  async () => {
    const few = await longestTasks(FEW)
    const many = await longestTasks(MANY)
    process.stdout.write(`longest tasks in ms: ${JSON.stringify({ few, many })}\n`)
    expect(many.online).toBeLessThanOrEqual(few.online * AT_MOST)
    expect(many.offline).toBeLessThanOrEqual(few.offline * AT_MOST)
  },
  MINUTES * 4,
)

/** Opens a list in a window of its own. Returns the median of its longest tasks after the first paint, in ms. */
async function longestTasks(rows: number): Promise<{ online: number; offline: number }> {
  const account = await newAccount({ features: ['inventory'] })
  const { page, context } = await openWindow('/login', { mayComplain: /DISCONNECTED|network/ })
  const workers: string[] = []
  page.on('worker', (worker) => workers.push(worker.url()))
  const url = await served(JSON.stringify({ data: inventoryOf(rows) }))
  await context.route('**/data_inventory*', (route) => route.continue({ url }))
  await signIn(page, account)
  await waitForServiceWorker(page)
  const opened = async (): Promise<number> => {
    const tasks: number[] = []
    for (let time = 0; time < OPENED_TIMES; time += 1)
      tasks.push(
        await longestTaskMs(page, async () => {
          // Not the address with the search text.
          await page.goto('/inventory')
          await wholeList(page, rows)
        }),
      )
    await search(page, rows)
    return median(tasks)
  }
  const online = await opened()
  expect(workers.filter((worker) => worker.includes('json-worker'))).not.toEqual([])
  await expect.poll(() => wholeCollections(page), { timeout: MINUTES }).toContain('inventory')
  await context.setOffline(true)
  return { online, offline: await opened() }
}

/** Each item is in twenty of the two hundred locations, and its rows are not adjacent. */
function inventoryOf(rows: number): unknown[] {
  const items = itemsOf(rows)
  return Array.from({ length: rows }, (_, nth) => {
    const item = nth % items
    return {
      item: `SKU-${String(item).padStart(5, '0')}`,
      internal_id: item,
      item_name: `Widget ${String(item)}`,
      location: `WH ${String((item * 7 + Math.floor(nth / items) * 10) % LOCATIONS)}`,
      available_quantity: nth % 500,
    }
  })
}

function itemsOf(rows: number): number {
  return rows / 20
}

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
async function wholeList(page: Page, rows: number): Promise<void> {
  await page.getByText(`1–10 of ${String(itemsOf(rows))}`).waitFor({ timeout: MINUTES })
  const whole = page.getByRole('button', { name: tableTexts.download, disabled: false })
  await whole.waitFor({ timeout: MINUTES })
  await page.evaluate(
    () => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))),
  )
}

/** A search finds its rows, so the index is complete. */
async function search(page: Page, rows: number): Promise<void> {
  await page.getByRole('searchbox').fill(`Widget ${String(itemsOf(rows) - 1)}`)
  await page.getByText('1–1 of 1').waitFor({ timeout: MINUTES })
}
