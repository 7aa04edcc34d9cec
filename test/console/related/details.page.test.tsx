/** Items, bins and orders lead to each other, by address, with a way back, and offline. */
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import { OFFERS } from '#contract/offers.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { changeState } from '#server/db/mirror/collection-states.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { until } from '#test/support/until.ts'

consolePage()

const { api, server } = consoleServer()

const place = {
  location_id: '1',
  location: 'WH 1',
  bin_id: '30',
  bin_number: 'A-01',
  status: 'Good',
}

beforeEach(async () => {
  const { db } = server().context
  await putRecords(db, 'items', [{ id: '7', name: 'BOLT', upc_code: '012345678905' }], START)
  await putRecords(db, 'bins', [{ id: '30', bin_number: 'A-01', location: 'WH 1' }], START)
  await putRecords(
    db,
    'binStock',
    [
      { ...place, item_id: '7', item_name: 'BOLT', on_hand: 12, available: 10 },
      { ...place, item_id: '8', item_name: 'NUT', on_hand: 5, available: 5 },
    ],
    START,
  )
  const count = { id: 1, bin_id: '30', bin_name: 'A-01', created_at: '2026-11-01T08:00:00Z' }
  const counted = [{ item_internal_id: '7', item_name: 'BOLT', quantity: 11, expected: 12 }]
  await putRecords(db, 'binCountRecords', [{ ...count, bin_data: [{ item_data: counted }] }], START)
})

const ALL: readonly AdminFeature[] = ['items', 'bins', 'inventory', 'bincount', 'locations']
const details = () => screen.findByRole('dialog')
const stockRow = async (name: string) =>
  within(within(await details()).getByRole('table', { name })).getAllByRole('row')[1]?.textContent

test('an item tells its bin, and the bin tells what else lies in it and when it was counted', async () => {
  const user = userEvent.setup()
  offering(...OFFERS)
  await signedInAdmin(server(), { features: ALL })
  await renderConsole({ path: '/items?open=7' })
  await waitFor(async () =>
    expect(await stockRow(relatedTexts.whereItLies)).toMatch(/A-01.*WH 1.*12.*10/),
  )
  await waitFor(async () => expect(await stockRow(relatedTexts.lastCounts)).toMatch(/A-01.*11.*12/))

  await user.click(within(await details()).getByRole('link', { name: 'A-01' }))
  await waitFor(async () => expect(await stockRow(relatedTexts.whatLiesHere)).toMatch(/BOLT.*12/))
  within(await details()).getByRole('link', { name: 'NUT' })

  await user.click(within(await details()).getByRole('button', { name: recordTexts.back }))
  await waitFor(async () => expect(await stockRow(relatedTexts.whereItLies)).toMatch(/A-01/))
})

test('the page of a bin tells what was moved into it, and from where', async () => {
  const { db } = server().context
  await putRecords(db, 'bins', [{ id: '31', bin_number: 'B-02', location: 'WH 1' }], START)
  const moved = { itemName: 'BOLT', quantity: 4, binNumber: 'B-02', location: 'WH 1' }
  const entry = { binId: '30', binName: 'A-01', location: 'WH 1', itemData: [moved] }
  const transfer = { id: 2, bin_id: '30', bin_name: 'A-01', created_at: '2026-11-01T08:00:00Z' }
  await putRecords(db, 'binTransfer', [{ ...transfer, bin_data: [entry] }], START)
  offering(...OFFERS)
  await signedInAdmin(server(), { features: [...ALL, 'binTransfer'] })
  await renderConsole({ path: '/bins?open=31' })
  await waitFor(async () =>
    expect(await stockRow(relatedTexts.lastTransfers)).toMatch(/BOLT.*A-01.*B-02.*4/),
  )
})

/** A record that names an item of the list, and one that is not in it. */
async function recordOfTwo() {
  const { db } = server().context
  const named = ['BOLT', 'PALLET-UNKNOWN'].map((item_name) => ({ item_name, quantity: 1 }))
  const change = { id: 3, bin_id: '30', bin_name: 'A-01', created_at: '2026-11-01T08:00:00Z' }
  await putRecords(db, 'binAdjustmentRecords', [{ ...change, item_data: named }], START)
  offering(...OFFERS)
  await signedInAdmin(server(), { features: [...ALL, 'binAdjustment'] })
}

const RECORD = '/bin-adjustment-records?open=3'
const linksOf = async () =>
  within(await details()).findByRole('navigation', { name: relatedTexts.leadsTo })
const namesOf = (links: HTMLElement) =>
  within(links)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
const ALL_LINKS = ['Open bin A-01', 'Open item BOLT', 'Open item PALLET-UNKNOWN']

test('a record links an item that it only names where the list has one, and says where it has none', async () => {
  await recordOfTwo()
  const asOf = new Date(START)
  await server().context.db.transaction((tx) => changeState(tx, 'items', { asOf }))
  const page = await renderConsole({ path: '/items' })
  await screen.findByRole('cell', { name: 'BOLT' })
  await page.go(RECORD)
  const links = await linksOf()
  await within(links).findByText('PALLET-UNKNOWN: not in the NetSuite data')
  expect(namesOf(links)).toEqual(ALL_LINKS.slice(0, 2))

  // The list may have grown since.
  act(() => onlineManager.setOnline(false))
  onTestFinished(() => onlineManager.setOnline(true))
  await waitFor(() => expect(namesOf(links)).toEqual(ALL_LINKS))
})

test('a record links every item that it names where the list was never synced', async () => {
  await recordOfTwo()
  api.use(http.get('*/api/data_items', () => HttpResponse.json([])))
  const page = await renderConsole({ path: '/items' })
  await screen.findByText(tableTexts.nothingYet)
  await page.go(RECORD)
  const links = await linksOf()
  await page.pass(1_000)
  expect(namesOf(links)).toEqual(ALL_LINKS)
})

test('a list of items that is not on the device is not fetched to decide on a link', async () => {
  const asked: string[] = []
  api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
  await recordOfTwo()
  const page = await renderConsole({ path: RECORD })
  const links = await linksOf()
  await page.pass(1_000)
  expect(namesOf(links)).toEqual(ALL_LINKS)
  expect(asked).not.toContain('/api/data_items')
})

test('quantities of details have separators, in the rows and in the sentence above them', async () => {
  const { db } = server().context
  const many = { ...place, item_id: '9', item_name: 'WASHER', on_hand: 12_500, available: 12_000 }
  await putRecords(db, 'binStock', [many], START)
  await putRecords(db, 'items', [{ id: '9', name: 'WASHER', display_name: 'Brass Washer' }], START)
  offering(...OFFERS)
  await signedInAdmin(server(), { features: ALL })
  await renderConsole({ path: '/items?open=9' })
  await within(await details()).findByText(relatedTexts.total('12,500', '12,000', 1))
  expect(await stockRow(relatedTexts.whereItLies)).toMatch(/12,500.*12,000/)
  within(await details()).getByText('WASHER · Brass Washer')
})

test('the open lines of an item say their quantities first', async () => {
  const { db } = server().context
  const line = { internal_id: '100', line_id: '1', transaction_id: 'SO1', status: 'Pending' }
  await putRecords(db, 'salesOrders', [{ ...line, item_id: '7', quantity: 4 }], START)
  offering(...OFFERS)
  await signedInAdmin(server(), { features: [...ALL, 'salesorder'] })
  await renderConsole({ path: '/items?open=7' })
  const lines = await within(await details()).findByRole('table', {
    name: relatedTexts.openOrderLines,
  })
  const heads = within(lines).getAllByRole('columnheader')
  expect(heads.slice(0, 3).map(({ textContent }) => textContent)).toEqual([
    'Transaction ID',
    'Quantity',
    'Shipped',
  ])
})

test('without a connection, details name what is not on the device', async () => {
  offering(...OFFERS)
  await signedInAdmin(server(), { features: [...ALL, 'salesorder'] })
  api.use(http.get('*/api/data_sales_orders', () => HttpResponse.error()))
  await renderConsole({ path: '/items?open=7' })
  await waitFor(async () => expect(await stockRow(relatedTexts.whereItLies)).toMatch(/12/))
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await screen.findByText(relatedTexts.notHere(relatedTexts.orders))
  expect(await stockRow(relatedTexts.whereItLies)).toMatch(/12/)
})

test('a person without the flag of a list sees nothing of it, and it is not asked for', async () => {
  const asked: string[] = []
  api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
  offering(...OFFERS)
  await signedInAdmin(server(), { features: ['items'] })
  await renderConsole({ path: '/items?open=7' })
  await within(await details()).findByText('012345678905')
  expect(within(await details()).queryByText(relatedTexts.whereItLies)).toBeNull()
  expect(asked.filter((path) => /bin-stock|sales|count-records/.test(path))).toEqual([])
})

test('a server that does not offer stock by bin is not asked for it', async () => {
  const asked: string[] = []
  api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
  onTestFinished(() => api.events.removeAllListeners())
  offering()
  await signedInAdmin(server(), { features: ALL })
  await renderConsole({ path: '/items?open=7' })
  await within(await details()).findByText('012345678905')
  expect(within(await details()).queryByText(relatedTexts.whereItLies)).toBeNull()
  expect(asked.filter((path) => path.includes('bin-stock'))).toEqual([])
})

test.each(['/items', '/dashboard'])(
  'opened from %s, the list on the screen arrives before the one that only its details show',
  async (path) => {
    const asked: string[] = []
    api.events.on('request:start', ({ request }) => asked.push(new URL(request.url).pathname))
    onTestFinished(() => api.events.removeAllListeners())
    offering(...OFFERS)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    api.use(http.get(/\/api\/data_/, () => released))
    await signedInAdmin(server(), { features: ALL })
    const page = await renderConsole({ path })
    if (path === '/dashboard') {
      // The cards wait for their lists, which are given up on the way.
      await until(() => asked.some((each) => each.includes('/data_')))
      await userEvent.click(screen.getByRole('heading', { name: 'Items', level: 2 }))
    }
    await waitFor(() => expect(asked).toContain('/api/data_items'))
    await page.pass(1_000)
    expect(asked).not.toContain('/api/bin-stock')
    release()
    await screen.findByRole('cell', { name: 'BOLT' })
    await waitFor(() => expect(asked).toContain('/api/bin-stock'))
  },
)
