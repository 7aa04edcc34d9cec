import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { putRecords } from '#server/db/mirror/records.ts'
import { inventory } from '#console/screens/inventory.tsx'
import { offerUpdate } from '#console/data/api/host/new-version.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { setErpUp } from '#test/support/server/erp-set-up.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { count } from '#test/support/console/table.ts'
import { waiting } from '#test/support/disabled-reason.ts'

consolePage()

const { server } = consoleServer()

afterEach(() => {
  onlineManager.setOnline(true)
})

async function atBins() {
  await putRecords(server().context.db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
  await setErpUp(server())
  await signedInAdmin(server(), { features: ['bins', 'items', 'locations'] })
  const page = await renderConsole({ path: '/bins' })
  await screen.findByRole('table')
  return page
}

describe('the offline console', () => {
  const BANNER = "You're offline. Showing saved data."
  const goes = (online: boolean) => act(() => onlineManager.setOnline(online))

  test('a quiet banner appears, the rows stay and the sync is disabled with the reason', async () => {
    const page = await atBins()
    goes(false)
    const banner = (await screen.findByText(BANNER)).closest('[role=status],[role=alert]')
    expect(banner?.getAttribute('role')).toBe('status')
    expect(count()).toBe('1–1 of 1')
    const sync = screen.getByRole('button', { name: 'Sync with NetSuite' })
    expect(sync.getAttribute('aria-disabled')).toBe('true')
    await page.user.hover(sync)
    expect((await screen.findByRole('tooltip')).textContent).toBe('You need to be online for this.')
    await page.user.click(sync)
    expect(window.sessionStorage.getItem('syncInProgress')).toBeNull()
    goes(true)
    await waitFor(() => expect(screen.queryByText(BANNER)).toBeNull())
    expect(sync.getAttribute('aria-disabled')).toBe('false')
  })

  test('a button that waits gives the reason to a finger and to a screen reader too', async () => {
    const page = await atBins()
    expect(waiting('Sync with NetSuite')).toBeNull()
    goes(false)
    const REASON = 'You need to be online for this.'
    expect(waiting('Sync with NetSuite')).toBe(REASON)
    const sync = screen.getByRole('button', { name: 'Sync with NetSuite' })
    await page.user.pointer({ keys: '[TouchA]', target: sync })
    expect((await screen.findByRole('tooltip')).textContent).toBe(REASON)
    expect(waiting('Sync with NetSuite')).toBe(REASON)
    await page.go('/dashboard')
    await screen.findByRole('heading', { name: 'Bins' })
    expect(waiting('Refresh Bins')).toBe(REASON)
    goes(true)
    expect(screen.queryByText(REASON)).toBeNull()
  })

  test('the kept rows of another list are shown with their age', async () => {
    await putRecords(server().context.db, 'items', [{ id: 5, name: 'Widget' }], START)
    const page = await atBins()
    await page.go('/items')
    await screen.findByRole('cell', { name: 'Widget' })
    await page.go('/bins')
    goes(false)
    await page.pass(600_000)
    await page.go('/items')
    expect(await screen.findByRole('cell', { name: 'Widget' })).toBeDefined()
    expect(screen.getByText('Fetched 12:00 (10 min ago)')).toBeDefined()
  })

  test('a list that was never fetched offers a retry instead of a blank page', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const page = await atBins()
    goes(false)
    await page.go('/items')
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to load itemsRetry')
    // Nothing of this list is kept, so the banner does not claim to show kept data.
    await screen.findByText("You're offline, and this page has no saved data.")
    expect(screen.queryByText(BANNER)).toBeNull()
    await page.go('/bins')
    await screen.findByText(BANNER)
    await page.go('/netsuite-setup')
    await screen.findByText("You're offline, and this page has no saved data.")
    await page.go('/items')
    goes(true)
    expect(await screen.findByText('Nothing here yet.')).toBeDefined()
  })

  test('the list refreshes on its own when the connection returns', async () => {
    await atBins()
    goes(false)
    await putRecords(server().context.db, 'bins', [{ id: 2, bin_number: 'A-2' }], START)
    vi.setSystemTime(START + 300_000)
    goes(true)
    await waitFor(() => expect(count()).toBe('1–2 of 2'))
  })
})

test('a new version is offered but not forced', async () => {
  await atBins()
  act(() => offerUpdate())
  expect(
    (await screen.findByText('A new version is available')).closest('[role=status]'),
  ).not.toBeNull()
  expect(screen.getByRole('button', { name: 'Reload' })).toBeDefined()
  expect(count()).toBe('1–1 of 1')
})

test('a screen that fails to render offers a reload instead of a blank page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  vi.spyOn(inventory, 'table').mockImplementation(() => {
    throw new Error('rows that no table can be made of')
  })
  await signedInAdmin(server(), { features: ['inventory'] })
  await renderConsole({ path: '/inventory' })
  expect((await screen.findByRole('alert')).textContent).toBe(
    "This screen couldn't be shown.Reload",
  )
  expect(screen.getByText('A new version is available')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Dashboard' })).toBeDefined()
})
