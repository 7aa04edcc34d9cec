/** Rows on a device that is closed at once, and on one that is full. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { collectionOf } from '#contract/collections.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { enter, goTo, openWindow, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { keptCollections, keptVersion } from '#test/browser/support/device.ts'

/** The browser's own message about a call without a network. */
const mayComplain = /DISCONNECTED|network/
const ITEMS = 2_000
const LOCATIONS = 20
const ETAG = '"e1"'
const ONLY_FIRST = `Only the first 100 of 2,000 rows are saved on this device.`
/** Enough space for the console itself, first rows and short lists, but not for a long one. */
const ROOM = 4_000_000

const MEMO_LENGTH = 120

/** Each item is in every location: more than 4 MB once encrypted, because each memo is stored. */
const INVENTORY = Array.from({ length: ITEMS * LOCATIONS }, (_, nth) => ({
  item: `SKU-${String(nth % ITEMS).padStart(5, '0')}`,
  internal_id: nth % ITEMS,
  item_name: `Widget ${String(nth % ITEMS)}`,
  location: `WH ${String(Math.floor(nth / ITEMS))}`,
  available_quantity: nth % 500,
  memo: `counted on round ${String(nth)} `.padEnd(MEMO_LENGTH, '.'),
}))

const shown = (page: Page, of: number) => page.getByText(`1–10 of ${String(of)}`, { exact: true })

/** Signs in with a long inventory, and returns the statuses of the server's answers for it. */
async function openConsole(room: number | null) {
  const account = await newAccount({ features: ['inventory', 'locations'] })
  const { page, context } = await openWindow('about:blank', { mayComplain })
  const setRoom = await roomOf(context, page)
  // Before anything is stored, because the browser does not check the quota again at once.
  if (room !== null) await setRoom(room)
  const answers = await serveInventory(context)
  await enter(page, account, '/locations')
  await page.getByText(/^1–\d+ of \d+$/).waitFor()
  await waitForServiceWorker(page)
  return { page, context, answers, setRoom }
}

describe('a page that is closed as soon as its rows are shown', () => {
  it('a page that was closed at once has its first rows without a network, and says so beside Retry', async () => {
    const { page, context } = await openConsole(null)
    await goTo(page, '/inventory')
    await shown(page, ITEMS).waitFor()
    await context.setOffline(true)
    await page.reload({ waitUntil: 'commit' })
    await page.getByText(ONLY_FIRST).waitFor()
    expect(await shown(page, 100).count()).toBe(1)
    const status = await page.getByRole('button', { name: ONLY_FIRST }).boundingBox()
    const retry = await page.getByRole('button', { name: listTexts.retry }).boundingBox()
    expect((status?.x ?? NaN) + (status?.width ?? NaN)).toBeLessThan(retry?.x ?? NaN)
  })
})

describe('a full device', () => {
  it('a full device stores what fits, says so once and goes on; with free space it stores everything', async () => {
    const { page, context, answers, setRoom } = await openConsole(ROOM)
    const said = await watchNotices(page)
    await goTo(page, '/inventory')
    await shown(page, ITEMS).waitFor()
    await expect.poll(said).toEqual([deviceTexts.deviceFull])
    await goTo(page, '/locations')
    await page.getByText(/^1–\d+ of \d+$/).waitFor()
    await expect
      .poll(async () => (await keptCollections(page)).toSorted())
      .toEqual(['binStock', 'inventory', 'locations'])
    expect(said()).toEqual([deviceTexts.deviceFull])

    await context.setOffline(true)
    await page.goto('/inventory')
    await page.getByText(ONLY_FIRST).waitFor()
    expect(await shown(page, 100).count()).toBe(1)
    await context.setOffline(false)
    await page.getByRole('button', { name: listTexts.retry }).click()
    await shown(page, ITEMS).waitFor()
    expect(new Set(answers)).toEqual(new Set([200]))

    await setRoom(null)
    const before = await keptVersion(page, 'inventory')
    await page.reload()
    await expect.poll(() => keptVersion(page, 'inventory')).not.toBe(before)
    await expect.poll(() => keptVersion(page, 'inventory')).toMatch(/ 20 20$/)
    await page.reload()
    await shown(page, ITEMS).waitFor()
    await expect.poll(() => answers.at(-1)).toBe(304)
  })
})

/** Serves the list as our server does, and records the status of each answer. */
async function serveInventory(context: BrowserContext): Promise<readonly number[]> {
  const answers: number[] = []
  const body = JSON.stringify({ data: INVENTORY })
  const headers = { 'content-type': 'application/json', etag: ETAG }
  const server = createServer((request, answer) => {
    const status = request.headers['if-none-match'] === ETAG ? 304 : 200
    answers.push(status)
    answer.writeHead(status, headers).end(status === 200 ? body : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  const { path } = collectionOf('inventory')
  await context.route(`**${path}*`, (route) => route.continue({ url }))
  return answers
}

/** Sets the storage quota of the console; null removes the limit. */
async function roomOf(
  context: BrowserContext,
  page: Page,
): Promise<(bytes: number | null) => Promise<void>> {
  const devtools = await context.newCDPSession(page)
  const { origin } = new URL(inject('demo').address)
  return async (bytes) => {
    const quota = bytes !== null && { quotaSize: bytes }
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, ...quota })
  }
}

/** The texts of all notices since. */
async function watchNotices(page: Page): Promise<() => string[]> {
  const said: string[] = []
  await page.exposeFunction('noteNotice', (text: string) => {
    if (said.at(-1) !== text) said.push(text)
  })
  await page.evaluate(() => {
    const { noteNotice } = window as unknown as { noteNotice: (text: string) => void }
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll('.mantine-Notification-root'))
        noteNotice(notice.textContent.trim())
    }).observe(document.body, { subtree: true, childList: true })
  })
  return () => said
}
