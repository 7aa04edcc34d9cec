import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { Refusal } from '#server/routes/refusal.ts'
import type { Erp } from '#server/context.ts'
import { putRecords } from '#server/db/records.ts'
import { changeFlags, readLastSyncTime } from '#console/session/session.ts'
import { consoleServer, START } from '#test/support/console-server.ts'
import { aMobileUser, anAdmin } from '#test/support/people.ts'
import { renderConsole } from '#test/support/render.tsx'
import { signedInAdmin } from '#test/support/signed-in-admin.ts'

const PULLED = { added: 1, changed: 0, removed: 0, total: 1, refused: 0 }

/** What the ERP of a test does; each pull is noted. */
let pull: Erp['pull']
const pulls: string[] = []
const erp: Erp = {
  pull: (name, by) => {
    pulls.push(name)
    return pull(name, by)
  },
  cancel: async () => false,
  wake: async () => {},
  book: async () => ({ kind: 'missing' }),
  close: async () => {},
}
const { api, server } = consoleServer({ erp })

beforeEach(() => {
  pulls.length = 0
  pull = async () => PULLED
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})

const main = () => within(screen.getByRole('main'))
const card = async (title: string) => {
  const page = await screen.findByRole('main')
  return within(page).findByRole('link', { name: new RegExp(`^${title} ?\\d`) })
}
const titles = () =>
  main()
    .getAllByRole('button', { name: /^Refresh / })
    .map((button) => button.getAttribute('aria-label')?.replace('Refresh ', ''))
const notice = (text: string | RegExp) => screen.findByText(text)

describe('the cards', () => {
  test('are those whose flag is true, in the order of the menu', async () => {
    await signedInAdmin(server(), { features: ['locations', 'inventory', 'bincount'] })
    await renderConsole({ path: '/dashboard' })
    await card('Inventory')
    expect(titles()).toEqual(['Inventory', 'Locations', 'Bin Count Records'])
  })

  test('of people are for super admins', async () => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    await anAdmin(server().context, { username: 'bob' })
    await aMobileUser(server().context)
    await renderConsole({ path: '/dashboard' })
    expect((await card('Admins')).textContent).toMatch(/^Admins ?2/)
    expect((await card('WMS Mobile Users')).textContent).toMatch(/^WMS Mobile Users ?1/)
    expect(titles()).toEqual(['Admins', 'WMS Mobile Users'])
  })

  test('are all twelve for a super admin with every flag, and remember when they were fetched', async () => {
    await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
    await renderConsole({ path: '/dashboard' })
    await card('Bin Transfer')
    expect(titles()).toHaveLength(12)
    await waitFor(() => expect(readLastSyncTime()).toBeGreaterThanOrEqual(START))
  })

  test('count records by their identity, and lead to their list', async () => {
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

  test('are refreshed one by one', async () => {
    await signedInAdmin(server(), { features: ['items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Items')
    await putRecords(server().context.db, 'items', [{ id: 1 }], START)
    await page.press('Refresh Items')
    expect(await main().findByRole('link', { name: /^Items ?1/ })).toBeDefined()
  })

  test('say what could not be loaded: on the card, in a notice, and in the log', async () => {
    api.use(
      http.get('/api/data_items', () =>
        HttpResponse.json({ detail: 'Disk full' }, { status: 400 }),
      ),
    )
    await signedInAdmin(server(), { features: ['items'] })
    await renderConsole({ path: '/dashboard' })
    await notice('Failed to load Items: Disk full')
    expect(main().getByText('Failed to load items')).toBeDefined()
    expect(console.warn).toHaveBeenCalledWith('Failed to load items: http 400')
  })

  test('say once what keeps failing, however often it is tried', async () => {
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
    expect(console.warn).toHaveBeenCalledTimes(1)
  })

  test('are none without a flag, and none yet without known flags', async () => {
    await signedInAdmin(server())
    await renderConsole({ path: '/dashboard' })
    expect(await screen.findByText('No features available for your account.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Sync from NetSuite' })).toBeNull()
  })
})

describe('the sync of all areas', () => {
  test('is offered as soon as there is an area that the ERP has', async () => {
    await signedInAdmin(server(), { features: ['bincount'] })
    await renderConsole({ path: '/dashboard' })
    await card('Bin Count Records')
    expect(screen.queryByText('Sync from NetSuite')).toBeNull()
    act(() => void changeFlags({ bincount: true, items: true }, false))
    expect(await screen.findByText('Sync from NetSuite')).toBeDefined()
  })

  test('pulls those that the admin may see, says each, and then that all is done', async () => {
    pull = async (name) => {
      await putRecords(server().context.db, name, [{ id: 1 }], START)
      return PULLED
    }
    await signedInAdmin(server(), { features: ['bins', 'inbound', 'bincount'] })
    const page = await renderConsole({ path: '/dashboard' })
    await card('Bins')
    await page.press('Sync from NetSuite')
    await notice('Successfully synced bins from NetSuite')
    await notice('Successfully synced inbound shipments from NetSuite')
    await notice('All sync operations completed successfully')
    expect(pulls.toSorted()).toEqual(['bins', 'inboundShipments'])
    expect(await main().findByRole('link', { name: /^Bins ?1/ })).toBeDefined()
  })

  test('is busy while it runs, and not started a second time', async () => {
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
    expect(screen.getByRole('progressbar', { name: 'Loading' })).toBeDefined()
    await page.user.click(button)
    await waitFor(() => expect(pulls).toEqual(['items']))
    finish()
    await notice('All sync operations completed successfully')
    await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('false'))
    expect(pulls).toEqual(['items'])
  })

  test('of which one area fails says which and why, and does not call all successful', async () => {
    pull = (name) =>
      name === 'bins'
        ? Promise.reject(new Refusal(409, 'NetSuite is not set up'))
        : Promise.resolve(PULLED)
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/dashboard' })
    await page.press('Sync from NetSuite')
    await notice('Error syncing bins from NetSuite: NetSuite is not set up')
    await notice('Successfully synced items from NetSuite')
    expect(screen.queryByText('All sync operations completed successfully')).toBeNull()
  })
})

describe('the sync of one table', () => {
  async function atBins() {
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await screen.findByRole('table')
    return page
  }

  test('has a tooltip, is busy, brings new rows and says so', async () => {
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
    expect(button.getAttribute('aria-busy')).toBe('false')
  })

  test('that fails says why, and its notice goes after 3 seconds', async () => {
    pull = () => Promise.reject(new Refusal(409, 'Not configured: Base URL'))
    const page = await atBins()
    await page.press('Sync with NetSuite')
    expect((await notice('Not configured: Base URL')).closest('[role=alert]')).not.toBeNull()
    await page.pass(4_000)
    await waitFor(() => expect(screen.queryByText('Not configured: Base URL')).toBeNull())
  })

  test('that fails without a reason says that it failed', async () => {
    api.use(http.get('/api/netsuite/bins', () => new HttpResponse(null, { status: 400 })))
    const page = await atBins()
    await page.press('Sync with NetSuite')
    expect(await notice('Failed to sync Bins')).toBeDefined()
  })
})
