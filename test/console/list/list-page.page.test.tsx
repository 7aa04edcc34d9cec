import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { CollectionName, Row } from '#contract/collections.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { forgetStoredState } from '#console/data/device/snapshot-store.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { onDisk, withRoomFor } from '#test/support/console/device.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { cells, column, count, heads } from '#test/support/console/table.ts'

consolePage()

const { api, server } = consoleServer()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

/** The bins of a small warehouse: 'A-1' to 'A-23'. */
const BINS: Row[] = Array.from({ length: 23 }, (_, nth) => ({
  id: 100 + nth,
  bin_number: `A-${String(nth + 1)}`,
  location: 'Main',
  memo: nth === 4 ? 'broken shelf' : null,
  inactive_bin: nth === 4,
}))

/** Items with few columns; every second one is a gadget. */
const ITEMS: Row[] = Array.from({ length: 23 }, (_, nth) => ({
  id: nth + 1,
  name: nth % 2 === 0 ? 'Widget' : 'Gadget',
  upc_code: nth === 4 ? 'UPC-broken' : null,
}))

async function at(path: string, name: CollectionName, rows: readonly Row[]) {
  await putRecords(server().context.db, name, rows, START)
  await signedInAdmin(server(), {
    features: ['bins', 'items', 'locations', 'inventory', 'salesorder'],
  })
  const page = await renderConsole({ path })
  await screen.findByRole('table')
  return page
}

const atBins = () => at('/bins', 'bins', BINS)
const atItems = (search = '') => at(`/items${search}`, 'items', ITEMS)

const shows = (expected: string) => waitFor(() => expect(count()).toBe(expected))

describe('a list', () => {
  test('a list shows its rows under its title, with their age, ten to a page', async () => {
    await atBins()
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Bins')
    expect(screen.getByText('Fetched 12:00 (just now)')).toBeDefined()
    await shows('1–10 of 23')
    expect(heads().slice(0, 5)).toEqual(['Bin Number', 'Location', 'Inactive Bin', 'ID', 'Memo'])
    expect(column('Bin Number').slice(0, 3)).toEqual(['A-1', 'A-2', 'A-3'])
    expect(column('Memo').slice(3, 6)).toEqual(['-', 'broken shelf', '-'])
    expect(column('Inactive Bin').slice(3, 6)).toEqual(['No', 'Yes', 'No'])
  })

  test.each([
    ['/bins', 'bins', BINS],
    ['/items', 'items', ITEMS],
  ] as const)('the list at %s explains its sync button', async (path, name, rows) => {
    await setErpUp(server())
    const page = await at(path, name, rows)
    await page.user.hover(screen.getByRole('button', { name: 'Sync with NetSuite' }))
    expect((await screen.findByRole('tooltip')).textContent).toBe('Sync with NetSuite')
  })

  test('the sync button is explained to a keyboard too, until Escape', async () => {
    await setErpUp(server())
    const page = await at('/bins', 'bins', BINS)
    act(() => screen.getByRole('button', { name: 'Sync with NetSuite' }).focus())
    expect((await screen.findByRole('tooltip')).textContent).toBe('Sync with NetSuite')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  })

  test('without a network, a list shows its stored first rows and says so', async () => {
    withRoomFor(2_000)
    const bins = Array.from({ length: 300 }, (_, id) => ({ id, bin_number: `A-${String(id + 1)}` }))
    const before = await at('/bins', 'bins', bins)
    await before.pass(1_000)
    const stored = (await onDisk()).filter(({ collection }) => collection === 'bins')
    expect(stored).toMatchObject([{ collection: 'bins', isFirstOnly: true }])

    // Reloads the page without a network.
    cleanup()
    queryClient.clear()
    forgetStoredState()
    api.use(http.get('/api/data_bins', () => HttpResponse.error()))
    const page = await renderConsole({ path: '/bins?page=4' })
    await screen.findByText('Only the first 100 of 300 rows are saved on this device.')
    expect(count()).toBe('31–40 of 100')
    const download = screen.getByRole('button', { name: tableTexts.download })
    expect(download).toHaveProperty('disabled', true)
    await page.user.type(screen.getByRole('searchbox'), 'A-77')
    await shows('1–1 of 1')

    api.resetHandlers()
    await page.go('/bins')
    await page.press('Retry')
    await shows('1–10 of 300')
    expect(screen.queryByText(/saved on this device/)).toBeNull()
    expect(download).toHaveProperty('disabled', false)
  })

  test('the list of locations shows its rows and undeclared fields', async () => {
    const main = { id: 1, name: 'Main', subsidiaryName: 'East', created_at: '2026-11-05T15:42:00Z' }
    await at('/locations', 'locations', [main])
    expect(heads()).toEqual(['ID', 'Name', 'Location', 'Created At', 'Subsidiary Name'])
    expect(cells()).toEqual([['1', 'Main', '-', '05-11-2026 03:42 PM', 'East']])
  })

  test('a nested value is shown in words, and as a table when it is pressed', async () => {
    const dimensions = { width: 3.5, corners: [{ x: 1 }, { x: 2 }] }
    const page = await at('/locations', 'locations', [
      { id: 1, name: 'Main', dimensions, docks: [{ no: 4, open_at: null }, { no: 5 }] },
    ])
    expect(heads().slice(3)).toEqual(['Docks', 'Dimensions'])
    await page.press('Width: 3.5, Corners: ((X: 1), (X: 2))')
    const fields = await screen.findByRole('dialog', { name: 'Dimensions' })
    expect(within(fields).getByText('1 · Main')).toBeDefined()
    expect(cells(fields)).toEqual([
      ['Width', '3.5'],
      ['Corners › 1 › X', '1'],
      ['Corners › 2 › X', '2'],
    ])
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.press('(No: 4, Open At: -), (No: 5)')
    const entries = await screen.findByRole('dialog', { name: 'Docks' })
    expect(within(entries).getByText('1 · Main')).toBeDefined()
    expect(cells(entries)).toEqual([
      ['4', '-'],
      ['5', '-'],
    ])
    expect(document.body.textContent).not.toContain('[object')
  })

  test('a search covers all columns and is stored in the address', async () => {
    const page = await atItems()
    await page.fill('Search all columns', 'BROKEN')
    await shows('1–1 of 1')
    expect(column('ID')).toEqual(['5'])
    expect(page.place()).toBe('/items?q=BROKEN')
    await page.press('Clear search')
    await shows('1–10 of 23')
    expect(page.place()).toBe('/items')
  })

  test('a list without matches says so', async () => {
    const page = await atItems()
    await page.fill('Search all columns', 'nothing like it')
    await shows('0 rows')
    expect(screen.getByText('No data exists matching your search.')).toBeDefined()
  })

  test('pressing a header sorts, reverses, then removes the sorting', async () => {
    const page = await atItems()
    const sort = async () => page.user.click(screen.getByRole('button', { name: 'Name' }))
    await sort()
    await waitFor(() => expect(column('Name')).toEqual(Array(10).fill('Gadget')))
    expect(page.place()).toBe('/items?sort=name')
    expect(screen.getByRole('columnheader', { name: /Name/ }).getAttribute('aria-sort')).toBe(
      'ascending',
    )
    await sort()
    await waitFor(() => expect(column('Name')).toEqual(Array(10).fill('Widget')))
    expect(page.place()).toBe('/items?sort=-name')
    await sort()
    await waitFor(() => expect(column('ID')[0]).toBe('1'))
    expect(page.place()).toBe('/items')
  })

  test('a list is paged, with the chosen page size', async () => {
    const page = await atItems()
    await page.press('Next page')
    await shows('11–20 of 23')
    await page.press('Last page')
    await shows('21–23 of 23')
    expect(page.place()).toBe('/items?page=3')
    await page.press('Previous page')
    await shows('11–20 of 23')
    await page.press('First page')
    await shows('1–10 of 23')
    const size = screen.getByLabelText('Rows per page')
    expect(
      within(size)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['5', '10', '25', '50', '100', 'Fit'])
    await page.user.selectOptions(size, '25')
    await shows('1–23 of 23')
    expect(page.place()).toBe('/items?size=25')
  })

  test('a shared link shows the list exactly as it was', async () => {
    await atItems('?q=gadget&sort=-id&size=5&page=2')
    expect(count()).toBe('6–10 of 11')
    expect(column('ID')).toEqual(['12', '10', '8', '6', '4'])
  })

  test('a hidden column stays hidden for the admin', async () => {
    const page = await atItems()
    await page.press('Show/Hide columns')
    await page.user.click(await screen.findByRole('checkbox', { name: 'UPC Code' }))
    await waitFor(() => expect(heads()).toEqual(['ID', 'Name']))
    await page.go('/dashboard')
    await page.go('/items')
    await screen.findByRole('table')
    expect(heads()).toEqual(['ID', 'Name'])
  })

  test('the list of bins says that adding a bin is coming', async () => {
    const page = await atBins()
    await page.press('Add Bin')
    const dialog = await screen.findByRole('dialog', { name: 'Add Bin' })
    expect(within(dialog).getByText('Feature Available Soon')).toBeDefined()
    expect(dialog.textContent).toBe('Add BinFeature Available Soon')
    expect(within(dialog).queryByRole('textbox')).toBeNull()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a refresh', () => {
  const broken = () =>
    api.use(http.get('/api/data_bins', () => HttpResponse.json({}, { status: 403 })))

  test('a failed refresh keeps the rows and shows the error until one succeeds', async () => {
    const page = await atBins()
    broken()
    await page.pass(150_000)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain('Failed to load bins. Showing the last rows received.')
    expect(count()).toBe('1–10 of 23')
    expect(screen.getByText('Fetched 12:00 (2 min ago)')).toBeDefined()
    expect(alert.textContent).toContain('Last attempt: 12:02')
    expect(console.error).toHaveBeenCalledWith('Failed to load bins: http 403')
    api.resetHandlers()
    await page.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(count()).toBe('1–10 of 23')
  })

  test('a failed first refresh shows the error and a button to try again', async () => {
    broken()
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Failed to load binsRetry')
    expect(screen.queryByRole('table')).toBeNull()
    api.resetHandlers()
    await putRecords(server().context.db, 'bins', BINS, START)
    await page.user.click(within(alert).getByRole('button', { name: 'Retry' }))
    await screen.findByRole('table')
    expect(count()).toBe('1–10 of 23')
  })

  test('a list is refreshed automatically every two minutes', async () => {
    const page = await atItems()
    await putRecords(server().context.db, 'items', [{ id: 99 }], START + 1)
    await page.pass(120_000)
    await shows('1–10 of 24')
    expect(screen.getByText('Fetched 12:02 (just now)')).toBeDefined()
  })

  test('the refresh button confirms success, as an unchanged list shows nothing', async () => {
    await putRecords(server().context.db, 'binCountRecords', [{ id: 1 }], START)
    await signedInAdmin(server(), { features: ['bincount'] })
    const page = await renderConsole({ path: '/bin-count-records' })
    await screen.findByRole('table')
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.use(
      http.get(
        '/api/bin-count-records',
        async () => {
          await held
          return HttpResponse.json({ data: [{ id: 1 }] })
        },
        { once: true },
      ),
    )
    await page.press('Refresh')
    // Nothing covers the rows meanwhile.
    expect(count()).toBe('1–1 of 1')
    expect(
      document.querySelector('.mantine-Skeleton-root, .mantine-LoadingOverlay-root'),
    ).toBeNull()
    answer()
    expect(await screen.findByText('Data refreshed successfully')).toBeDefined()
    await screen.findByRole('button', { name: 'Refresh', busy: false })
    api.use(http.get('/api/bin-count-records', () => HttpResponse.json({}, { status: 404 })))
    await page.press('Refresh')
    expect(await screen.findByText('Failed to refresh data')).toBeDefined()
  })
})

describe('the details of a row', () => {
  /** The height at which the table in an element begins to scroll. */
  const maxHeightIn = (place: Element | null) =>
    place?.querySelector<HTMLElement>('[role=region]')?.style.getPropertyValue('--table-max-height')

  test('the details of an inventory row are its locations, in natural order, with their age, in a lower table', async () => {
    const item = { item: 'W-1', internal_id: 7, item_name: 'Widget' }
    const page = await at('/inventory', 'inventory', [
      { ...item, location: 'Main', location_id: 1, available_quantity: 3.6 },
      { ...item, location: 'Annex', location_id: 2, available_quantity: 2 },
    ])
    expect(heads().slice(1, 3)).toEqual(['Total Quantity', 'Locations'])
    expect(heads().slice(5)).toEqual(['Annex', 'Main'])
    expect(cells()).toEqual([['W-1', '6', '2', '7', 'Widget', '2', '4']])
    await page.user.click(screen.getByRole('cell', { name: 'Widget' }))
    const dialog = await screen.findByRole('dialog', { name: 'Item Details' })
    expect([document.querySelector('main'), dialog].map(maxHeightIn)).toEqual(['70vh', '60vh'])
    // The stock by bin below says its own age once it has arrived.
    expect(within(dialog).getAllByText(/^Fetched 12:00/).length).toBeGreaterThan(0)
    expect(cells(dialog).map((row) => row.slice(0, 3))).toEqual([
      ['Annex', '2', '2'],
      ['Main', '1', '4'],
    ])
  })

  test('details open by a link and by the back button, and closing them returns to the list', async () => {
    const items = ['W-1', 'W-2'].map((item, nth) => ({
      item,
      internal_id: 7 + nth,
      location: 'Main',
      location_id: 1,
      available_quantity: nth,
    }))
    const page = await at('/inventory?q=w', 'inventory', items)
    const shut = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await page.go('/inventory?q=w&open=W-2%7C8')
    await screen.findByRole('dialog', { name: 'Item Details' })
    await page.press('Close')
    await shut()
    expect(page.place()).toBe('/inventory?q=w')
    await page.press('W-1')
    await screen.findByRole('dialog', { name: 'Item Details' })
    expect(page.place()).toBe('/inventory?q=w&open=W-1%7C7')
    await page.press('Close')
    await shut()
    expect(page.place()).toBe('/inventory?q=w')
    await page.go('/inventory?open=gone')
    expect(count()).toBe('1–2 of 2')
    await shut()
  })

  test('a link to a row that is not in the list says so above the rows, until it is closed', async () => {
    await setErpUp(server())
    const page = await at('/items?q=get&open=PALLET-UNKNOWN', 'items', ITEMS)
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toContain(relatedTexts.rowMissing('Item', 'PALLET-UNKNOWN'))
    within(alert).getByRole('button', { name: 'Sync with NetSuite' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await shows('1–10 of 23')
    await page.user.click(within(alert).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(page.place()).toBe('/items?q=get')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Items' }))
  })

  test('a row that a refresh brings opens in place of the sentence that it is missing', async () => {
    const page = await at('/items?open=99', 'items', ITEMS)
    await screen.findByText(relatedTexts.rowMissing('Item', '99'))
    await putRecords(server().context.db, 'items', [{ id: 99, name: 'Late' }], START + 1)
    await page.pass(120_000)
    await screen.findByRole('dialog', { name: 'Item' })
    expect(screen.queryByText(relatedTexts.rowMissing('Item', '99'))).toBeNull()
  })

  test('a list that is still arriving does not say that a row is missing', async () => {
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    const page = await at('/items', 'items', ITEMS)
    api.use(http.get('/api/data_items', () => held, { once: true }))
    await page.pass(60_000)
    void queryClient.refetchQueries({ queryKey: collectionKey('items') })
    await page.go('/items?open=99')
    await page.pass(1_000)
    expect(screen.queryByRole('alert')).toBeNull()
    answer()
    await screen.findByText(relatedTexts.rowMissing('Item', '99'))
  })

  test('details open in the view that was requested a moment before', async () => {
    const item = { location: 'Main', location_id: 1, available_quantity: 1 }
    const page = await at('/inventory', 'inventory', [
      { ...item, item: 'W-1', internal_id: 7 },
      { ...item, item: 'W-2', internal_id: 8 },
    ])
    // Synchronously, before the router has performed the first navigation.
    fireEvent.click(screen.getByRole('button', { name: 'Total Quantity' }))
    fireEvent.click(screen.getByRole('button', { name: 'W-2' }))
    await screen.findByRole('dialog', { name: 'Item Details' })
    expect(page.place()).toBe('/inventory?sort=total_quantity&open=W-2%7C8')
  })

  test('the details of a sales order are its lines', async () => {
    const order = { internal_id: 41, name: 'Harbour Goods', transaction_id: 'SO41' }
    const page = await at('/sales-orders', 'salesOrders', [
      { ...order, line_id: 1, item: 'W-1', quantity: 2 },
      { ...order, line_id: 2, item: 'W-2', quantity: 5 },
    ])
    expect(column('Details')).toEqual(['2'])
    await page.user.click(screen.getByRole('cell', { name: 'SO41' }))
    const dialog = await screen.findByRole('dialog', { name: 'Sales Order Details' })
    expect(within(dialog).getByText('W-2')).toBeDefined()
    await page.user.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
