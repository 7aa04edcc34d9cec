/** Measures memory and storage of a tab with a long list: after the load, an hour of polling and fifty screens. */
import { mkdtempSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { COLLECTION_REFRESH_EVERY_MS } from '#contract/constants.ts'
import { CACHE } from '#test/bench/cache.ts'
import { deviceUse, type DeviceUse } from '#test/bench/memory/device-use.ts'
import { startStock, type Stock } from '#test/bench/memory/stock.ts'
import { tabMemory, type TabMemory } from '#test/bench/memory/tab-memory.ts'
import { isOfList, SCREEN } from '#test/bench/link/list-screen.ts'
import { tableOf } from '#test/bench/report.ts'
import { putSession } from '#test/browser/support/put-session.ts'
import { CHROMIUM_ARGS, findChromium } from '#test/support/chromium.ts'

const ROWS = 250_000
/** An hour of polls. */
const POLLS = (60 * 60_000) / COLLECTION_REFRESH_EVERY_MS
const CHANGES_OF_SCREEN = 50
const SCREENS = ['/bins', SCREEN, '/dashboard', SCREEN, '/sales-orders', SCREEN]

interface Moment {
  readonly title: string
  readonly tab: TabMemory
  readonly device: DeviceUse
}

/**
 * Prints the figures and stores them in the ignored cache as `memory.md`. `BENCH_ROWS` sets the number of rows. The hour
 * passes on the page's clock: it jumps from poll to poll, and each poll brings changes.
 */
export async function main(): Promise<void> {
  const rows = Number(process.env['BENCH_ROWS'] ?? ROWS)
  const [load = 0] = loadavg()
  const { path, version } = await findChromium()
  const stock = await startStock(rows)
  const profile = mkdtempSync(join(tmpdir(), 'dockside-memory-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: path,
    args: [...CHROMIUM_ARGS],
    baseURL: stock.address,
    viewport: { width: 1180, height: 820 },
  })
  const browser = context.browser()
  if (!browser) throw new Error('The browser says nothing of its processes.')
  try {
    const moments = await measure(browser, context, stock)
    const conditions = `${new Date().toISOString().slice(0, 10)}, ${version}, load ${load.toFixed(1)} at the start; ${rows.toLocaleString('en')} inventory rows; one in a thousand changes before each poll.`
    const report = `${conditions}\n\n${tableOf(HEADS, moments.map(wordsOf))}\n`
    await mkdir(CACHE, { recursive: true })
    await writeFile(join(CACHE, 'memory.md'), report)
    process.stdout.write(report)
  } finally {
    await context.close()
    await stock.stop()
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

const HEADS = ['moment', 'heap', 'process of the tab', 'device, records', 'device, as estimated']

function wordsOf({ title, tab, device }: Moment): string[] {
  const sizes = [tab.heap, tab.process, device.records, device.estimate]
  return [title, ...sizes.map((size) => (size === null ? '-' : `${size.toFixed(1)} MB`))]
}

async function measure(browser: Browser, context: BrowserContext, stock: Stock): Promise<Moment[]> {
  const page = context.pages()[0] ?? (await context.newPage())
  const moments: Moment[] = []
  const note = async (title: string): Promise<void> => {
    await settle(page)
    const tab = await tabMemory(browser, page)
    moments.push({ title, tab, device: await deviceUse(context, stock.address) })
    process.stderr.write(`${title}: heap ${tab.heap.toFixed(0)} MB\n`)
  }
  await page.clock.install()
  await page.goto('/icons/icon.svg')
  await putSession(page, stock)
  await page.goto(SCREEN)
  await page.getByText(/^1–10 of /).waitFor({ timeout: 120_000 })
  await note('after the load')
  for (let poll = 1; poll <= POLLS; poll += 1) {
    await stock.move()
    await passPoll(page)
  }
  await note(`after an hour: ${String(POLLS)} polls with changes`)
  for (let change = 0; change < CHANGES_OF_SCREEN; change += 1) {
    await page.evaluate((to) => history.pushState({}, '', to), SCREENS[change % SCREENS.length])
    await page.getByRole('heading', { level: 1 }).waitFor()
    await settle(page)
  }
  await note(`after ${String(CHANGES_OF_SCREEN)} changes of screen`)
  return moments
}

/** Lets the time until the next poll pass, and waits for its answer. */
async function passPoll(page: Page): Promise<void> {
  const answer = page.waitForResponse(
    (response) => isOfList(`${new URL(response.url()).pathname}`) && response.status() === 200,
    { timeout: 60_000 },
  )
  await page.clock.fastForward(COLLECTION_REFRESH_EVERY_MS)
  await answer
  await settle(page)
}

/** Long enough for merging, drawing and writing to the device. */
const SETTLES_MS = 2_000

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await new Promise((resolve) => setTimeout(resolve, SETTLES_MS))
}
