import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import type { Offer } from '#contract/offers.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { syncEndpoints } from '#contract/sync/runs.ts'
import { attentionTexts } from '#contract/texts/own/attention-texts.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { forgetArrivals } from '#console/data/collections/arrivals.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { storeSnapshot } from '#console/data/device/store-snapshots.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { offering } from '#test/support/console/console-config.ts'
import { onDisk } from '#test/support/console/device.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { column } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

const ADJUSTED = 'binAdjustmentRecords'
const HOUR_MS = 3_600_000
const at = (hoursAgo: number) => new Date(START - hoursAgo * HOUR_MS).toISOString()
const answered = (success: boolean, message: string, hoursAgo: number) => ({
  message: success ? 'Processed' : 'Not booked',
  operation_time: at(hoursAgo),
  netsuite_acknowledgment: { message, success },
})

function refused(id: number, message: string, hoursAgo = 2): Row {
  return {
    id,
    username: 'pat',
    bin_name: 'A-01',
    created_at: at(hoursAgo),
    item_data: [{ item_number: `BOLT-${String(id)}`, quantity: id, bin_number: 'A-01' }],
    netsuite_response: answered(false, message, hoursAgo),
  }
}

const INACTIVE = 'Invalid bin reference: the bin is inactive.'
const ADJUSTMENTS: readonly Row[] = [
  refused(1, INACTIVE, 3),
  refused(2, INACTIVE, 2),
  refused(3, "Item PALLET-9 isn't in the NetSuite data. Sync items, then try again.", 1),
  { id: 4, created_at: at(1), netsuite_response: answered(true, 'Booked', 1) },
  { id: 5, created_at: at(5) },
]
const COUNTS: readonly Row[] = [
  refused(11, INACTIVE, 4),
  refused(12, 'The moon was full at 14:05 on shelf 7.', 30),
]

interface Facts {
  readonly path?: string
  readonly features?: readonly AdminFeature[]
  readonly adjustments?: readonly Row[]
  readonly counts?: readonly Row[]
  readonly offers?: readonly Offer[]
}

/** A dashboard without a line. */
const NOTHING_TO_DO: Facts = {
  path: '/dashboard',
  adjustments: [],
  counts: [],
  features: ['binAdjustment'],
}

/** A server without states: everything is computed from its rows. */
async function open({
  path = '/exceptions',
  features = ADMIN_FEATURES,
  adjustments = ADJUSTMENTS,
  counts = COUNTS,
  offers = ['bookings'],
}: Facts = {}) {
  offering(...offers)
  await signedInAdmin(server(), { isSuperAdmin: true, features })
  const { db } = server().context
  await putRecords(db, ADJUSTED, adjustments, START)
  await putRecords(db, 'binCountRecords', counts, START)
  const page = await renderConsole({ path })
  await screen.findByRole('heading', { level: 1 })
  return page
}

const options = () =>
  within(screen.getByRole('listbox', { name: 'Causes' }))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)
const option = (name: RegExp) => screen.findByRole('option', { name })

describe('the screen of exceptions', () => {
  test('groups what NetSuite refused or has not answered by cause, the newest first', async () => {
    await open()
    // The lists arrive one after the other.
    await screen.findByText(/^6 open in 4 causes/)
    expect(options().map((text) => text.replace(/since.*/, ''))).toEqual([
      'All causes6',
      'The item is unknown1',
      'The bin is inactive in NetSuite3',
      "NetSuite doesn't answer1",
      'The moon was full at 14:05 on shelf 7.1',
    ])
  })

  test('a chosen cause says what it means, who can fix it and what comes first, and filters the records', async () => {
    const page = await open()
    await page.user.click(await option(/The bin is inactive/))
    await waitFor(() =>
      expect(column('Record')).toEqual(['Adjustment 2', 'Adjustment 1', 'Count 11']),
    )
    expect(screen.getByText(/A NetSuite administrator can put this right/)).toBeTruthy()
    expect(screen.getByText(/^First: Activate the bin in NetSuite/)).toBeTruthy()
    expect(column('Item')).toEqual(['BOLT-2', 'BOLT-1', 'BOLT-11'])
    const link = page.place()
    await page.go('/exceptions')
    await waitFor(() => expect(column('Record')).toHaveLength(6))
    await page.go(link)
    await waitFor(() => expect(column('Record')).toHaveLength(3))
  })

  test('only causes of rows that match the other filters are listed, with the counts of those rows', async () => {
    const filter = encodeURIComponent(JSON.stringify({ kind: { values: ['Count'] } }))
    await open({ path: `/exceptions?filter=${filter}` })
    await waitFor(() => expect(column('Record')).toEqual(['Count 11', 'Count 12']))
    expect(options().map((text) => text.replace(/since.*/, ''))).toEqual([
      'All causes2',
      'The bin is inactive in NetSuite1',
      'The moon was full at 14:05 on shelf 7.1',
    ])
  })

  test('a filter that its column cannot answer takes no record from the causes', async () => {
    const filter = encodeURIComponent(JSON.stringify({ at: { from: 9e15 } }))
    await open({ path: `/exceptions?filter=${filter}` })
    await waitFor(() => expect(column('Record')).toHaveLength(6))
    expect(options().map((text) => text.replace(/since.*/, ''))[0]).toBe('All causes6')
  })

  test('the causes are chosen by keyboard', async () => {
    const page = await open()
    await option(/The item is unknown/)
    screen.getByRole('option', { name: /All causes/ }).focus()
    await page.user.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    const chosen = await option(/The bin is inactive/)
    await waitFor(() => expect(chosen.getAttribute('aria-selected')).toBe('true'))
    expect(document.activeElement).toBe(chosen)
  })

  test('a row opens the record on one page, by its address too', async () => {
    const page = await open()
    await page.user.click(await screen.findByRole('button', { name: 'Adjustment 2' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Record Details' }))
    expect(dialog.getByText('Adjustment 2 · A-01')).toBeTruthy()
    expect(dialog.getByText(/^NetSuite refused this at .*: Invalid bin reference/)).toBeTruthy()
    await page.user.click(dialog.getByRole('button', { name: 'ERP Response Details' }))
    await screen.findByRole('dialog', { name: 'ERP Response Details' })
    await page.go(page.place())
    expect(await screen.findByRole('dialog', { name: 'ERP Response Details' })).toBeTruthy()
  })

  test('records to which a server gives no id are opened and chosen each by itself', async () => {
    const data = [1, 2].map((nth) => ({ ...refused(nth, INACTIVE, nth), id: null }))
    const { path } = listEndpoint(ADJUSTED)
    api.use(http.get(`*${path}`, () => HttpResponse.json({ data })))
    const { user } = await open({ adjustments: [], counts: [] })
    const [, second] = await screen.findAllByRole('button', { name: 'Adjustment' })
    if (second) await user.click(second)
    const dialog = await screen.findByRole('dialog', { name: 'Record Details' })
    expect(dialog.textContent).toContain('BOLT-2')
    expect(dialog.textContent).not.toContain('BOLT-1')
    await user.keyboard('{Escape}')
    const boxes = () =>
      screen.getAllByRole<HTMLInputElement>('checkbox', { name: 'Select Adjustment' })
    if (boxes()[0]) await user.click(boxes()[0] as HTMLInputElement)
    expect(boxes().map(({ checked }) => checked)).toEqual([true, false])
  })

  test('a server without states shows causes and rows, and no action but Copy for support', async () => {
    const page = await open()
    const written: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void written.push(text) },
    })
    await page.user.click(await option(/The item is unknown/))
    const main = within(screen.getByRole('main'))
    for (const name of ['Try again', 'Acknowledge', 'More actions', /^New/, /^Mine/])
      expect(main.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('columnheader', { name: /State/ })).toBeNull()
    await page.press('Copy for support')
    await screen.findByText('Copied for support')
    const [text = '{}'] = written
    expect(JSON.parse(text)).toMatchObject({
      exceptions: [{ collection: ADJUSTED, id: '3', cause: 'item-unknown', attempts: null }],
    })
  })

  test('no one sees kinds of records without their flag', async () => {
    await open({ features: ['bincount'] })
    await option(/The bin is inactive/)
    await waitFor(() => expect(column('Record')).toEqual(['Count 11', 'Count 12']))
  })

  test('nothing to do says so, with what was booked, the last failure and what was checked', async () => {
    await open({ adjustments: [ADJUSTMENTS[3] ?? {}], counts: [] })
    expect(await screen.findByText('Nothing needs you.')).toBeTruthy()
    expect(screen.getByText('1 record was booked today; no failures on record.')).toBeTruthy()
    expect(screen.getByText(/^Checked: Bin Count Records, Bin Adjustment Records/)).toBeTruthy()
  })

  test('a list that could not be loaded is named, and the screen is not called empty', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { path } = listEndpoint('binTransfer')
    api.use(http.get(`*${path}`, () => HttpResponse.json({ detail: 'broken' }, { status: 500 })))
    await open({ adjustments: [], counts: [] })
    const said = 'Bin Transfer could not be loaded, so its exceptions are missing here.'
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.queryByText('Nothing needs you.')).toBeNull()
  })

  test('without a connection causes and records stay', async () => {
    const page = await open()
    await option(/The bin is inactive/)
    onTestFinished(() => onlineManager.setOnline(true))
    act(() => onlineManager.setOnline(false))
    await page.user.click(await option(/The bin is inactive/))
    await waitFor(() => expect(column('Record')).toHaveLength(3))
  })

  test('Refresh asks the server, even if another tab has just stored rows', async () => {
    const page = await open()
    await screen.findByText(/^6 open in 4 causes/)
    const known = queryClient.getQueryData<Snapshot>(collectionKey(ADJUSTED))
    if (!known) throw new Error('the adjustments are not there')
    const fetchedAt = known.fetchedAt + 1
    await storeSnapshot(ADJUSTED, { ...known, fetchedAt }, () => true)
    expect(await onDisk()).toContainEqual(
      expect.objectContaining({ collection: ADJUSTED, fetchedAt }),
    )
    const booked = { ...refused(3, ''), netsuite_response: answered(true, 'Booked', 1) }
    await putRecords(server().context.db, ADJUSTED, [booked], START)
    await page.press('Refresh')
    await screen.findByText(/^5 open in 3 causes/)
  })
})

describe('on the way there', () => {
  test('the menu and the icon of the app count what is open', async () => {
    const badges: number[] = []
    Object.assign(navigator, {
      setAppBadge: async (count: number) => void badges.push(count),
      clearAppBadge: async () => undefined,
    })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'setAppBadge')
    })
    await open({ path: '/bin-adjustment-records' })
    await waitFor(() => expect(column('Username')).toHaveLength(ADJUSTMENTS.length))
    // A part of the number would be taken for all of it.
    expect(badges).toEqual([])
    cleanup()
    await renderConsole({ path: '/dashboard' })
    await waitFor(() => expect(badges.at(-1)).toBe(6))
    await waitFor(async () => expect((await onDisk()).length).toBeGreaterThanOrEqual(4))

    // Reloads the page: the lists are on the device.
    cleanup()
    queryClient.clear()
    forgetArrivals()
    forgetStoredState()
    badges.length = 0
    const page = await renderConsole({ path: '/items' })
    await waitFor(() => expect(badges.at(-1)).toBe(6))
    expect(badges.every((count) => count === 6)).toBe(true)
    await page.press(/^Control/)
    expect((await screen.findByRole('link', { name: /^Exceptions/ })).textContent).toMatch(/6/)
  })

  test('the dashboard says above the cards what needs attention, each with the way to its rows', async () => {
    const page = await open({ path: '/dashboard' })
    const attention = await screen.findByRole('region', { name: 'Needs attention' })
    const region = within(attention)
    const [firstCard] = await screen.findAllByRole('button', { name: /^Refresh / })
    expect(firstCard && attention.compareDocumentPosition(firstCard)).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    )
    const links = async () =>
      (await region.findAllByRole('link')).map(({ textContent }) => textContent)
    await waitFor(async () =>
      expect(await links()).toEqual([
        '2counts refused by NetSuite',
        '3adjustments refused by NetSuite',
        '1unanswered by NetSuite for over 15 minutes',
      ]),
    )
    await page.user.click(region.getByRole('link', { name: /adjustments refused/ }))
    await waitFor(() =>
      expect(column('Record')).toEqual(['Adjustment 3', 'Adjustment 2', 'Adjustment 1']),
    )
  })

  test('the dashboard counts nothing until every list of records is there', async () => {
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const { path } = listEndpoint('binTransfer')
    api.use(
      http.get(`*${path}`, async () => {
        await held
        // The server of this test answers.
        return undefined
      }),
    )
    await open({ path: '/dashboard' })
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }))
    await waitFor(() => expect(queryClient.getQueryData(collectionKey(ADJUSTED))).toBeDefined())
    await region.findByText(attentionTexts.checking)
    expect(region.queryAllByRole('link')).toEqual([])
    release()
    await waitFor(() => expect(region.getAllByRole('link')).toHaveLength(3))
  })

  test("the dashboard is 'All clear' where nothing needs attention, with what was checked", async () => {
    await open(NOTHING_TO_DO)
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(await region.findByText('All clear')).toBeTruthy()
    expect(region.getByText(/^Checked at 12:00: records and the age of the data\.$/)).toBeTruthy()
  })

  test("the dashboard is not 'All clear' when the syncs could not be looked at", async () => {
    const { path } = syncEndpoints.syncAreas
    api.use(http.get(`*${path}`, () => HttpResponse.json({ detail: 'broken' }, { status: 400 })))
    await open({ ...NOTHING_TO_DO, offers: ['bookings', 'syncs'] })
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(await region.findByText(syncTexts.loadFailed)).toBeTruthy()
    expect(region.queryByText('All clear')).toBeNull()
  })

  test('the dashboard names the shipments that could not be loaded, and does not check them forever', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const { path } = listEndpoint('inboundShipments')
    api.use(http.get(`*${path}`, () => HttpResponse.json({ detail: 'broken' }, { status: 400 })))
    await open({ ...NOTHING_TO_DO, features: ['binAdjustment', 'inbound'] })
    const region = within(await screen.findByRole('region', { name: 'Needs attention' }))
    expect(await region.findByText('Failed to load inbound shipments.')).toBeTruthy()
    expect(region.queryByText(attentionTexts.checking)).toBeNull()
  })
})
