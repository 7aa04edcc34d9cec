import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ADMIN_FEATURES, type AdminFeature } from '#contract/access.ts'
import { OFFERS } from '#contract/offers.ts'
import { HttpError } from '#server/http/http-error.ts'
import type { Erp } from '#server/erp/erp.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { changeFlags } from '#console/session/steps.ts'
import { readLastSyncTime } from '#console/session/sync-notes.ts'
import { lists } from '#console/screens/lists.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { startOnline } from '#console/data/api/online.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { aMobileUser, anAdmin } from '#test/support/people.ts'
import { offering } from '#test/support/console/console-config.ts'
import { LIST_ADDRESSES } from '#test/support/console/calls/list-addresses.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { listsAsked } from '#test/support/console/calls/sent.ts'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const PULLED = { added: 1, changed: 0, removed: 0, total: 1, refused: 0 }

/** The ERP of a test; each pull is recorded. */
let pull: Erp['pull']
const pulls: string[] = []
const erp: Erp = {
  ...NO_ERP,
  pull: (name, by, from) => {
    pulls.push(name)
    return pull(name, by, from)
  },
  cancel: async () => false,
  poll: async () => {},
  book: async () => ({ kind: 'missing' }),
  close: async () => {},
}
const { api, server } = consoleServer({ erp })

beforeEach(() => setErpUp(server()))

beforeEach(() => {
  pulls.length = 0
  pull = async () => PULLED
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})

const main = () => within(screen.getByRole('main'))
const card = async (title: string) => {
  const page = await screen.findByRole('main')
  return within(page).findByRole('link', { name: new RegExp(`^${title} ?\\d`) })
}
const SERVER_FAULT = 'the server reported an error'
const UNREADABLE = 'the answer could not be read'
const UNREACHED = 'no connection to the server'
const titles = () =>
  main()
    .getAllByRole('button', { name: /^Refresh / })
    .map((button) => button.getAttribute('aria-label')?.replace('Refresh ', ''))
const notice = (text: string | RegExp) => screen.findByText(text)
/** The sync state of each card, by title. */
const syncStates = () =>
  main()
    .getAllByText(/^Sync(ed$| in progress$| failed: )/)
    .map(
      (said) => `${said.closest('a')?.querySelector('h2')?.textContent ?? ''} ${said.textContent}`,
    )
    .toSorted()
const shownNotices = () =>
  [...document.querySelectorAll('.mantine-Notification-root')].map(({ textContent }) => textContent)
/** Waits for each notice separately: the first may be gone when the last one comes. */
const notices = (...texts: readonly string[]) => Promise.all(texts.map(notice))

describe('the cards', () => {
  test('the dashboard shows the cards whose flag is true, in the order of the menu', async () => {
    await signedInAdmin(server(), { features: ['locations', 'inventory', 'bincount'] })
    await renderConsole({ path: '/dashboard' })
    await card('Inventory')
    expect(titles()).toEqual(['Inventory', 'Locations', 'Bin Count Records'])
  })

  test('only super admins see the cards of accounts', async () => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    await anAdmin(server().context, { username: 'bob' })
    await aMobileUser(server().context)
    await renderConsole({ path: '/dashboard' })
    expect((await card('Admins')).textContent).toMatch(/^Admins ?2/)
    expect((await card('WMS Mobile Users')).textContent).toMatch(/^WMS Mobile Users ?1/)
    expect(titles()).toEqual(['Admins', 'WMS Mobile Users'])
  })

  test('a super admin with every flag sees all cards, and each remembers when it was fetched', async () => {
    const asked = listsAsked(api)
    await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
    await renderConsole({ path: '/dashboard' })
    await card('Bin Transfer')
    expect(titles()).toHaveLength(lists.length)
    await waitFor(() => expect(readLastSyncTime()).toBeGreaterThanOrEqual(START))
    const addresses = LIST_ADDRESSES.map(([, address]) => address)
    await waitFor(() => expect(asked()).toEqual(addresses.toSorted()))
  })

  test('a card counts records by their identity and links to their list', async () => {
    const item = { item: 'W-1', internal_id: 7 }
    await putRecords(
      server().context.db,
      'inventory',
      [
        { ...item, location_id: 1 },
        { ...item, location_id: 2 },
        { item: 'W-2', internal_id: 8, location_id: 1 },
      ],
      START,
    )
    await signedInAdmin(server(), { features: ['inventory'] })
    const page = await renderConsole({ path: '/dashboard' })
    const link = await card('Inventory')
    expect(link.textContent).toMatch(/^Inventory ?2Fetched 12:00/)
    await page.user.click(link)
    await screen.findByRole('table')
    expect(page.place()).toBe('/inventory')
  })

  test('cards refresh one by one, in place', async () => {
    await signedInAdmin(server(), { features: ['items', 'bins'] })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Items')
    await card('Bins')
    // The numbers are there before the lists.
    await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull())
    await putRecords(server().context.db, 'items', [{ id: 1 }], START)
    await putRecords(server().context.db, 'bins', [{ id: 1 }], START)
    await page.press('Refresh Items')
    expect(await main().findByRole('link', { name: /^Items ?1/ })).toBeDefined()
    // The other card made no request.
    expect((await card('Bins')).textContent).toMatch(/^Bins ?0/)
    expect(page.place()).toBe('/dashboard')
  })

  test('each card shows its own loading state', async () => {
    // With the server's own counts a card has its number before its list.
    offering(...OFFERS.filter((offer) => offer !== 'counts'))
    await signedInAdmin(server(), { features: ['items', 'bins'] })
    const answered = held('/api/data_items')
    const page = await renderConsole({ path: '/dashboard' })
    await card('Bins')
    const items = within(main().getByRole('link', { name: /^Items/ }))
    expect(items.getByLabelText('Loading')).toBeDefined()
    const isBusy = (title: string) =>
      main()
        .getByRole('button', { name: `Refresh ${title}` })
        .getAttribute('aria-busy')
    expect([isBusy('Items'), isBusy('Bins')]).toEqual(['true', 'false'])
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeDefined()
    answered()
    await card('Items')
    await waitFor(() => expect(isBusy('Items')).toBe('false'))
    await waitFor(() => expect(screen.queryByLabelText('Loading')).toBeNull())
    // A busy button keeps the keyboard focus and ignores a second press.
    const again = held('/api/data_items')
    const button = main().getByRole('button', { name: 'Refresh Items' })
    await page.user.click(button)
    await waitFor(() => expect(isBusy('Items')).toBe('true'))
    expect(document.activeElement).toBe(button)
    again()
    await waitFor(() => expect(isBusy('Items')).toBe('false'))
  })

  test('the cards have headings, and so does the page', async () => {
    await signedInAdmin(server(), { features: ['items', 'inbound'] })
    await renderConsole({ path: '/dashboard' })
    await card('Items')
    const named = (level: number) =>
      main()
        .getAllByRole('heading', { level })
        .map(({ textContent }) => textContent)
    expect(named(1)).toEqual(['Welcome to the Admin Portal'])
    expect(named(2).slice(0, 3)).toEqual(['Items', 'Inbound Shipments', 'Inbound Data Records'])
  })

  test('a failed load shows on its card alone, in a notice and in the log', async () => {
    api.use(
      http.get('/api/data_items', () =>
        HttpResponse.json({ detail: 'Disk full' }, { status: 400 }),
      ),
    )
    await signedInAdmin(server(), { features: ['items', 'bins'] })
    await renderConsole({ path: '/dashboard' })
    expect((await card('Bins')).textContent).toMatch(/^Bins ?0/)
    await notice('Failed to load Items: Disk full')
    expect(
      main()
        .getAllByText(/^Failed to load/)
        .map(({ textContent }) => textContent),
    ).toEqual(['Failed to load items'])
    expect(console.error).toHaveBeenCalledWith('Failed to load items: http 400')
  })

  test.each([
    ['an answer without a sentence', () => HttpResponse.json({}, { status: 400 }), SERVER_FAULT],
    ['an answer of another form', () => HttpResponse.json({ rows: 1 }), UNREADABLE],
    ['the page of a proxy', () => HttpResponse.html('<h1>Bad</h1>', { status: 502 }), UNREACHED],
  ])('%s is explained in words, never by its number', async (_what, answer, text) => {
    api.use(http.get('/api/data_items', answer))
    await signedInAdmin(server(), { features: ['items'] })
    await renderConsole({ path: '/dashboard' })
    expect(await notice(`Failed to load Items: ${text}`)).toBeDefined()
  })

  test('cards that fail for want of a connection show no notices, because the banner says it', async () => {
    await signedInAdmin(server(), { features: ['items', 'bins', 'locations'] })
    api.use(http.all('*', () => HttpResponse.error()))
    onTestFinished(startOnline())
    onTestFinished(() => onlineManager.setOnline(true))
    const page = await renderConsole({ path: '/dashboard' })
    await screen.findByText(/^You're offline/)
    await waitFor(() =>
      expect(console.error).toHaveBeenCalledWith('Failed to load locations: network'),
    )
    await page.pass(1_000)
    expect(shownNotices()).toEqual([])
  })

  test('two cards that fail together show two notices, one after the other', async () => {
    const failing = ['items', 'bins', 'locations'].map((name) =>
      http.get(`/api/data_${name}`, () =>
        HttpResponse.json({ detail: 'Disk full' }, { status: 400 }),
      ),
    )
    api.use(...failing)
    await signedInAdmin(server(), { features: ['items', 'bins', 'locations'] })
    const page = await renderConsole({ path: '/dashboard' })
    await notice(/^Failed to load (Items|Bins|Locations): Disk full$/)
    await waitFor(() => expect(main().getAllByText(/^Failed to load/)).toHaveLength(3))
    const [first = ''] = shownNotices()
    expect(shownNotices()).toHaveLength(1)
    await page.pass(3_000)
    await waitFor(() => expect(shownNotices()).not.toContain(first))
    const texts = ['Items', 'Bins', 'Locations'].map(
      (title) => `Failed to load ${title}: Disk full`,
    )
    const others = texts.filter((each) => each !== first)
    expect(shownNotices()[0]?.split(' · ').toSorted()).toEqual(others.toSorted())
    expect(shownNotices()).toHaveLength(1)
  })

  test('a repeated failure is reported once', async () => {
    let asked = 0
    api.use(
      http.get('/api/data_items', () => {
        asked += 1
        return HttpResponse.json({ detail: 'Busy' }, { status: 503 })
      }),
    )
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await notice('Failed to load Items: Busy')
    for (const tries of [2, 3, 4]) {
      await page.pass(30_000)
      await waitFor(() => expect(asked).toBeGreaterThanOrEqual(tries))
      expect(screen.queryAllByText('Failed to load Items: Busy').length).toBeLessThanOrEqual(1)
    }
    const logged = vi
      .mocked(console.error)
      .mock.calls.filter(([text]) => String(text).startsWith('Failed'))
    expect(logged).toHaveLength(1)
  })

  test('a pressed Refresh that fails as before says so again, even with rows on the card', async () => {
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await waitFor(() => expect(queryClient.getQueryData(collectionKey('items'))).toBeDefined())
    api.use(
      http.get('/api/data_items', () => HttpResponse.json({ detail: 'Full' }, { status: 400 })),
    )
    for (const _press of [1, 2, 3]) {
      await page.press('Refresh Items')
      await notice('Failed to load Items: Full')
      expect(shownNotices()).toHaveLength(1)
      await page.pass(10_000)
      await waitFor(() => expect(shownNotices()).toEqual([]))
    }
  })

  test('there are no cards without a flag', async () => {
    await signedInAdmin(server())
    await renderConsole({ path: '/dashboard' })
    expect(await screen.findByText('No features available for your account.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Sync from NetSuite' })).toBeNull()
  })
})

/** Holds back the next answer to a call until the returned function is called. */
function held(path: string): () => void {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  api.use(
    http.get(
      path,
      async () => {
        await released
        return undefined
      },
      { once: true },
    ),
  )
  return release
}

describe('the sync of all areas', () => {
  test('the sync is offered as soon as there is a pulled collection', async () => {
    await signedInAdmin(server(), { features: ['bincount'] })
    await renderConsole({ path: '/dashboard' })
    await card('Bin Count Records')
    expect(screen.queryByText('Sync from NetSuite')).toBeNull()
    act(() => changeFlags({ bincount: true, items: true }, false))
    expect(await screen.findByText('Sync from NetSuite')).toBeDefined()
  })

  test('the sync pulls the collections that the admin may see, and says so in one sentence', async () => {
    pull = async (name) => {
      await putRecords(server().context.db, name, [{ id: 1 }], START)
      return PULLED
    }
    await signedInAdmin(server(), { features: ['bins', 'inbound', 'bincount'] })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Bins')
    await page.press('Sync from NetSuite')
    await notices('All sync operations completed successfully')
    expect(screen.queryByText(/^Successfully synced/)).toBeNull()
    expect(shownNotices()).toHaveLength(1)
    expect(pulls.toSorted()).toEqual(['bins', 'inboundShipments'])
    expect(await main().findByRole('link', { name: /^Bins ?1/ })).toBeDefined()
  })

  test('the sync of a single area names it and says that all is done, in one notice', async () => {
    pull = () => Promise.resolve(PULLED)
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await page.press('Sync from NetSuite')
    await notice('All sync operations completed successfully')
    expect(shownNotices()).toEqual([
      'Successfully synced items from NetSuite · All sync operations completed successfully',
    ])
  })

  test('a running sync is busy and does not start a second time', async () => {
    let finish = (): void => undefined
    pull = () =>
      new Promise((resolve) => {
        finish = () => resolve(PULLED)
      })
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await page.press('Sync from NetSuite')
    const button = screen.getByRole('button', { name: 'Sync from NetSuite' })
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    expect(button.textContent).toBe('Syncing...')
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeDefined()
    await page.user.click(button)
    await waitFor(() => expect(pulls).toEqual(['items']))
    finish()
    await notice('All sync operations completed successfully')
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
    expect(pulls).toEqual(['items'])
  })

  test('a sync with one failed collection says which and why, and is no success', async () => {
    pull = (name) =>
      name === 'bins'
        ? Promise.reject(new HttpError(409, { detail: 'NetSuite is not set up', code: 'any' }))
        : Promise.resolve(PULLED)
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await page.press('Sync from NetSuite')
    await notices(
      'Error syncing bins from NetSuite: NetSuite is not set up',
      'Successfully synced items from NetSuite',
    )
    expect(screen.queryByText('All sync operations completed successfully')).toBeNull()
    expect(shownNotices()).toHaveLength(1)
    // The text of the notice stays readable on the page.
    await page.pass(4_000)
    await waitFor(() => expect(shownNotices()).toEqual([]))
    expect(syncStates()).toEqual(['Bins Sync failed: NetSuite is not set up', 'Items Synced'])
    expect(main().getByText('The last sync failed: bins: NetSuite is not set up.')).toBeDefined()
  })

  test('a running sync shows the state of each collection in its place', async () => {
    const finish = new Map<string, () => void>()
    pull = (name) => new Promise((resolve) => finish.set(name, () => resolve(PULLED)))
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await page.press('Sync from NetSuite')
    expect(syncStates()).toEqual(['Bins Sync in progress', 'Items Sync in progress'])
    // All are running before the first one ends.
    await waitFor(() => expect([...finish.keys()].toSorted()).toEqual(['bins', 'items']))
    finish.get('items')?.()
    await waitFor(() => expect(syncStates()).toEqual(['Bins Sync in progress', 'Items Synced']))
    finish.get('bins')?.()
    await waitFor(() => expect(syncStates()).toEqual(['Bins Synced', 'Items Synced']))
  })
})

describe('the sync of one table', () => {
  async function atBins() {
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await screen.findByRole('table')
    return page
  }

  test('the button has a tooltip, is busy, brings new rows and reports it', async () => {
    let finish = (): void => undefined
    pull = async (name) => {
      await new Promise<void>((resolve) => {
        finish = resolve
      })
      await putRecords(server().context.db, name, [{ id: 1, bin_number: 'A-1' }], START)
      return PULLED
    }
    const page = await atBins()
    const button = screen.getByRole('button', { name: 'Sync with NetSuite' })
    await page.user.hover(button)
    expect((await screen.findByRole('tooltip')).textContent).toBe('Sync with NetSuite')
    await page.user.click(button)
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
    expect(button.textContent).toBe('Syncing...')
    await waitFor(() => expect(pulls).toEqual(['bins']))
    finish()
    await notice('Bins synced successfully')
    expect(await screen.findByText('A-1')).toBeDefined()
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
  })

  test('a failure says why; its notice goes after 3 seconds, the reason stays until the next sync', async () => {
    pull = () =>
      Promise.reject(new HttpError(409, { detail: 'Not configured: Base URL', code: 'any' }))
    const page = await atBins()
    await page.press('Sync with NetSuite')
    expect((await notice('Not configured: Base URL')).closest('[role=alert]')).not.toBeNull()
    await page.pass(1_000)
    expect(screen.queryByText('Not configured: Base URL')).not.toBeNull()
    await page.pass(3_000)
    await waitFor(() => expect(screen.queryByText('Not configured: Base URL')).toBeNull())
    expect(screen.getByText('The last sync failed: Not configured: Base URL')).toBeDefined()
    pull = async () => PULLED
    await page.press('Sync with NetSuite')
    await notice('Bins synced successfully')
    await waitFor(() => expect(screen.queryByText(/The last sync failed/)).toBeNull())
  })

  test('a failure without a reason says that the sync failed', async () => {
    api.use(http.get('/api/netsuite/bins', () => new HttpResponse(null, { status: 400 })))
    const page = await atBins()
    await page.press('Sync with NetSuite')
    expect(await notice('Failed to sync Bins')).toBeDefined()
  })
})

describe('the charts of the last 14 days', () => {
  const REFUSED = { netsuite_acknowledgment: { success: false } }

  async function atPicture(features: readonly AdminFeature[]) {
    await putRecords(
      server().context.db,
      'binCountRecords',
      [
        { id: 1, created_at: '2026-05-11T08:00:00Z', netsuite_response: REFUSED },
        { id: 2, created_at: '2026-05-11T09:00:00Z', netsuite_response: REFUSED },
        { id: 3, created_at: '2026-05-10T09:00:00Z', netsuite_acknowledgement_success: true },
        { id: 4, created_at: '2026-04-01T09:00:00Z', netsuite_acknowledgement_success: true },
      ],
      START,
    )
    await signedInAdmin(server(), { features })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Bin Count Records')
    return page
  }

  test('each kind has a sentence and a table whose numbers link to their records', async () => {
    const page = await atPicture(['bincount', 'binTransfer', 'items'])
    await screen.findByRole('heading', { name: 'Records in the last 14 days' })
    const kinds = screen.getAllByRole('figure')
    expect(kinds.map((kind) => within(kind).getByRole('heading').textContent)).toEqual([
      'Bin Count Records',
      'Bin Transfer',
    ])
    await screen.findByText('1 succeeded, 2 failed, 0 no answer')
    // From another list, which loads in its own time.
    await screen.findByText('No records in the last 14 days.')
    expect(screen.queryByRole('table')).toBeNull()
    await page.press('Show as tables')
    const table = screen.getByRole('table', { name: 'Bin Count Records' })
    const [today, yesterday, ...others] = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [...row.children].map(({ textContent }) => textContent))
    expect(today).toEqual(['11-05-2026', '0', '2', '0'])
    expect(yesterday).toEqual(['10-05-2026', '1', '0', '0'])
    expect(others.at(-1)?.[0]).toBe('28-04-2026')
    await page.user.click(within(table).getByRole('link', { name: '2' }))
    await screen.findByText('1–2 of 2')
    expect(page.place()).toMatch(/^\/bin-count-records\?filter=/)
    await page.back()
    await screen.findByRole('heading', { name: 'Records in the last 14 days' })
  })

  test('a card of a NetSuite list says what stands out in it, and again after a refresh', async () => {
    const bins = [
      { id: 1, inactive_bin: true },
      { id: 2, inactive_bin: true },
      { id: 3, inactive_bin: false },
    ]
    await putRecords(server().context.db, 'bins', bins, START)
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/dashboard' })
    expect(await within(await card('Bins')).findByText('2 inactive')).toBeDefined()
    await putRecords(server().context.db, 'bins', [{ id: 1, inactive_bin: false }], START)
    await page.press('Refresh Bins')
    expect(await within(await card('Bins')).findByText('1 inactive')).toBeDefined()
  })

  test('an admin without records sees no charts', async () => {
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Items')
    await page.pass(2_000)
    expect(screen.queryByText('Records in the last 14 days')).toBeNull()
  })
})
