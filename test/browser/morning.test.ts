/** Seven in the morning: from the dashboard to the retry that succeeds. */
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint, ListReply } from '#contract/sync/list-endpoints.ts'
import type { CollectionName, Row } from '#contract/collections.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { callDemo } from '#test/browser/support/api.ts'
import { problemsHere } from '#test/browser/support/looks.ts'
import { openSignedIn } from '#test/browser/support/browser.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { arrivals } from '#test/demo/busy-warehouse.ts'

const FOUND_WITHIN_MS = 60_000
const TWO_LINES_PX = 34

it(
  'an unknown item is found on the dashboard, synced, tried again and booked',
  { timeout: 180_000 },
  async () => {
    const item = await firstUnknown()
    const userid = await sendAdjustment(item)
    const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
    const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await attention.getByRole('link', { name: /adjustments? refused by NetSuite/ }).tap()
    await page.getByRole('option', { name: /The item is unknown/ }).tap()
    await page.getByRole('searchbox').first().fill(userid)
    const row = page.getByRole('row').filter({ hasText: item })
    await row.waitFor()
    expect(await problemsHere(page)).toEqual([])
    // Beside the causes there is room for two lines of the reason, and then for the item.
    const reason = row.getByText(`Item ${item} isn't in the NetSuite data.`)
    expect((await reason.boundingBox())?.height).toBe(TWO_LINES_PX)
    expect(await row.getByRole('cell', { name: item, exact: true }).evaluate(isWhole)).toBe(true)

    // The server tries it again by itself after the sync, and is faster: the page still shows what was before.
    const showNews = await holdNews(page)
    await page.getByRole('button', { name: 'Sync items' }).tap()
    const record = () => recordOf(userid)
    await expect.poll(record, { timeout: FOUND_WITHIN_MS }).toContain('"success":true')
    await row.getByRole('checkbox').tap()
    await page.getByRole('button', { name: 'Try again' }).last().tap()
    await page.getByText('1 done: 1 succeeded, 0 failed, 0 waiting').waitFor()
    showNews()
    await row.waitFor({ state: 'detached' })
  },
)

/** Whether a cell is in sight without a sideways move, with all its text. */
function isWhole(cell: Element): boolean {
  const edge = cell.closest('section')?.getBoundingClientRect().right ?? 0
  return cell.getBoundingClientRect().right <= edge && cell.scrollWidth <= cell.clientWidth
}

/** The first new arrival that the demo has not synced: it exists in NetSuite, or will within seconds. */
async function firstUnknown(): Promise<string> {
  const known = JSON.stringify(await rowsOf('items'))
  for (const item of arrivals()) if (!known.includes(item.replace('NEW-', ''))) return item
  throw new Error('arrivals do not end')
}

/** Holds the answers that would tell the page about the record; the returned function lets them go. */
async function holdNews(page: Page): Promise<() => void> {
  let tell = (): void => undefined
  const told = new Promise<void>((resolve) => {
    tell = resolve
  })
  for (const path of [listEndpoint('binAdjustmentRecords').path, '/exceptions'])
    await page.route(new RegExp(`/api${path}(\\?|$)`), async (route) => {
      await told
      await route.continue()
    })
  return tell
}

/** An adjustment of this item in a bin of its location; refused, because the server does not know the item yet. */
async function sendAdjustment(item: string): Promise<string> {
  const { address } = inject('demo')
  const root = inject('superAdminToken')
  const [bin] = await rowsOf('bins')
  const location = String(bin?.['location'])
  const userid = `floor_${randomBytes(4).toString('hex')}`
  const who = { userid, password: 'pallet' }
  const user = { ...who, name: 'Morning Picker', location, multi_location_enable: false }
  const features = { binAdjustments: true }
  await callDemo(address, endpoints.createUser.path, root, { ...user, features })
  const form = new URLSearchParams(who)
  const { access_token } = await callDemo(address, mobileEndpoints.mobileLogin.path, null, form)
  const line = { item_number: item, quantity: 2, bin_number: bin?.['bin_number'], location }
  await callDemo(address, mobileEndpoints.sendBinAdjustment.path, access_token, {
    client_id: userid,
    item_data: [line],
  })
  await expect.poll(() => recordOf(userid)).toContain('"success":false')
  return userid
}

async function recordOf(userid: string): Promise<string> {
  const rows = await rowsOf('binAdjustmentRecords')
  return JSON.stringify(rows.find(({ username }) => username === userid))
}

async function rowsOf(name: CollectionName): Promise<readonly Row[]> {
  const { address } = inject('demo')
  const headers = { authorization: `Bearer ${inject('superAdminToken')}` }
  const answer = await fetch(`${address}/api${listEndpoint(name).path}`, { headers })
  return ListReply.parse(await answer.json()).data
}
