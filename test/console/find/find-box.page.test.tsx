/** The box: by shortcut, button and scan; what it finds, opens and names; and what it leaves alone. */
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { scanTexts } from '#contract/texts/own/scan-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import type { Snapshot } from '#console/data/api/fetch-collection.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey } from '#console/data/collections/queries.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

const ALL: readonly AdminFeature[] = ['items', 'bins', 'locations', 'salesorder', 'bincount']

beforeEach(async () => {
  const { db } = server().context
  const items = [
    { id: '7', name: 'BOLT M8', upc_code: '36000291452' },
    { id: '8', name: 'NUT M8', upc_code: '4006381333931' },
  ]
  const bins = [
    { id: '30', bin_number: 'A-01-02', location: 'WH 1' },
    { id: '31', bin_number: 'A-01-02', location: 'WH 2' },
    { id: '32', bin_number: 'B-07-01', location: 'WH 2' },
  ]
  await putRecords(db, 'items', items, START)
  await putRecords(db, 'bins', bins, START)
  await putRecords(db, 'locations', [{ id: '1', name: 'WH 1' }], START)
  const order = { transaction_id: 'SO2001', name: 'Hill & Co', location: 'WH 1', status: 'Open' }
  await putRecords(db, 'salesOrders', [{ internal_id: '900', line_id: 1, ...order }], START)
})

const field = () => screen.findByRole('combobox', { name: findTexts.title })
const option = (name: RegExp) => screen.findByRole('option', { name })
const isOpen = () => screen.queryByRole('combobox', { name: findTexts.title }) !== null

async function opened(console: RenderedConsole, text = ''): Promise<void> {
  await console.user.keyboard('{Control>}k{/Control}')
  const input = await field()
  if (text !== '') fireEvent.change(input, { target: { value: text } })
}

/** The router writes a text that looks like a number in quotes. */
const detailsAt = (path: string, id: string) => `${path}?open=%22${id}%22`

/** Types as a scanner does, into whatever has the focus. */
function scanAs(code: string): void {
  const keys = [...Array.from(code, keyOf), { key: 'Enter' }]
  for (const init of keys) {
    const event = { ...init, code: `Scanned ${init.key}`, bubbles: true, cancelable: true }
    const target = document.activeElement ?? document.body
    target.dispatchEvent(new KeyboardEvent('keydown', event))
    target.dispatchEvent(new KeyboardEvent('keyup', event))
  }
}

/** Presses a key on whatever has the focus, and waits for nothing. */
function pressKey(init: KeyboardEventInit): void {
  const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
  act(() => void (document.activeElement ?? document.body).dispatchEvent(event))
}

const keyOf = (key: string) => (key === '\u001D' ? { key: ']', ctrlKey: true } : { key })

test('Ctrl+K opens it, words find an order, and Enter opens the details, from which going back leads here', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  await opened(console, 'so 2001')
  const found = await option(/SO2001/)
  expect(found.textContent).toMatch(/Hill & Co · WH 1.*Order/)
  await waitFor(() => expect(found.getAttribute('aria-selected')).toBe('true'))
  await console.user.keyboard('{Enter}')
  await waitFor(() => expect(console.place()).toBe(detailsAt('/sales-orders', '900')))
  expect(isOpen()).toBe(false)
  await console.back()
  await waitFor(() => expect(console.place()).toBe('/dashboard'))
})

test('Enter right after the last key opens what was typed, not what an earlier search found', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  await opened(console, 'nut')
  await option(/NUT M8/)
  const input = await field()
  fireEvent.change(input, { target: { value: 'bolt' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await waitFor(() => expect(console.place()).not.toBe('/dashboard'))
  expect(console.place()).toBe(detailsAt('/items', '7'))
  expect(isOpen()).toBe(false)
})

test('a chosen line stays chosen when something else is found above it', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items' })
  await screen.findByRole('cell', { name: 'NUT M8' })
  await opened(console)
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  fireEvent.change(await field(), { target: { value: 'm8' } })
  await option(/BOLT M8/)
  await console.user.keyboard('{ArrowDown}')
  expect((await option(/NUT M8/)).getAttribute('aria-selected')).toBe('true')
  const rows = queryClient.getQueryData<Snapshot>(collectionKey('items'))
  const added = { id: '6', name: 'M8 WASHER' }
  act(() => {
    queryClient.setQueryData(
      collectionKey('items'),
      rows && { ...rows, rows: [added, ...rows.rows] },
    )
  })
  const [first] = await screen.findAllByRole('option', { name: /WASHER/ })
  expect(first?.getAttribute('aria-selected')).toBe('false')
  await console.user.keyboard('{Enter}')
  await waitFor(() => expect(console.place()).toBe(detailsAt('/items', '8')))
})

test('Escape and going back close it, and the focus returns', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items' })
  const button = await screen.findByRole('button', { name: findTexts.title })
  for (const close of [() => console.user.keyboard('{Escape}'), console.back]) {
    await console.user.click(button)
    await waitFor(async () => expect(document.activeElement).toBe(await field()))
    await close()
    await waitFor(() => expect(isOpen()).toBe(false))
    expect(document.activeElement).toBe(button)
    expect(console.place()).toBe('/items')
  }
})

test('its field has the focus as soon as it is drawn, so that the next key is not lost', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items' })
  // Loads the box.
  await opened(console)
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen()).toBe(false))
  // No timer runs between these keys.
  pressKey({ key: 'k', ctrlKey: true })
  expect(document.activeElement?.getAttribute('aria-label')).toBe(findTexts.title)
  expect(isOpen()).toBe(true)
  pressKey({ key: 'Escape' })
  expect(isOpen()).toBe(false)
})

test('it leads to a whole list only by words that the search of the list finds, too', async () => {
  const bins = Array.from({ length: 9 }, (_, nth) => ({
    id: `4${String(nth)}`,
    bin_number: `D-01-0${String(nth)}`,
    location: 'WH 3',
  }))
  await putRecords(server().context.db, 'bins', bins, START)
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  await opened(console, 'd-01-0')
  await option(/D-01-07/)
  await option(/^All matches in Bins/)
  for (const loosely of ['d01', 'wh3', 'd-01 wh']) {
    fireEvent.change(await field(), { target: { value: loosely } })
    await waitFor(() => expect(screen.queryByRole('option', { name: /^All matches/ })).toBeNull())
    await option(/D-01-07/)
  }
  fireEvent.change(await field(), { target: { value: 'd-01-0' } })
  await console.user.click(await option(/^All matches in Bins/))
  await screen.findByRole('cell', { name: 'D-01-08' })
  expect(console.place()).toBe('/bins?q=d-01-0')
})

test('it finds screens and actions, and only those that the person may', async () => {
  await signedInAdmin(server(), { features: ['items'] })
  const console = await renderConsole({ path: '/items' })
  await opened(console, 'log out')
  await option(new RegExp(shellTexts.logout))
  fireEvent.change(await field(), { target: { value: 's' } })
  await option(/^Items$/)
  expect(screen.queryByRole('option', { name: /^Bins$/ })).toBeNull()
  expect(screen.queryByRole('option', { name: /^Admins$/ })).toBeNull()
})

test('without a flag nothing of a list is found, by any code', async () => {
  await signedInAdmin(server(), { features: ['items'] })
  const console = await renderConsole({ path: '/items' })
  await opened(console, '8')
  await option(/NUT M8/)
  for (const code of ['A-01-02', 'SO2001', '900', 'WH 1', 'Hill']) {
    fireEvent.change(await field(), { target: { value: code } })
    await screen.findByText(findTexts.nothing(code))
    const box = await screen.findByRole('dialog')
    expect(within(box).queryAllByRole('option')).toEqual([])
  }
})

test('a scan opens the one thing that has the code, in any length of it', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/locations' })
  await screen.findByRole('table')
  scanAs('036000291452')
  await waitFor(() => expect(console.place()).toBe(detailsAt('/items', '7')))
  expect(isOpen()).toBe(false)
  scanAs('B-07-01')
  await waitFor(() => expect(console.place()).toBe(detailsAt('/bins', '32')))
  await console.back()
  await waitFor(() => expect(console.place()).toBe(detailsAt('/items', '7')))
})

test('a scan into the open box opens the one thing as well, and leaves no text in its field', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items' })
  await opened(console)
  await waitFor(async () => expect(document.activeElement).toBe(await field()))
  scanAs('B-07-01')
  await waitFor(() => expect(console.place()).toBe(detailsAt('/bins', '32')))
  expect(isOpen()).toBe(false)
  await console.back()
  await waitFor(() => expect(console.place()).toBe('/items'))
})

test('a scan with several matches offers a choice, the current location first', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/bins?open=32' })
  await screen.findByRole('dialog')
  await console.back()
  scanAs('A-01-02')
  await screen.findByText(findTexts.severalBins('A-01-02', 2))
  const choices = within(await screen.findByRole('listbox')).getAllByRole('option')
  expect(choices.map((choice) => choice.textContent)).toEqual([
    expect.stringContaining('WH 2'),
    expect.stringContaining('WH 1'),
  ])
})

test('a scan of nothing shows what was read with its separators, and searches all lists for it', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  scanAs(']d20195012345678903\u001D10LOT42\u001D17271231')
  await screen.findByText(/␝10LOT42/)
  await screen.findByText('Lot LOT42, expires 31-12-2027')
  await screen.findByText(findTexts.noneHere)
  await console.user.keyboard('{Enter}')
  await screen.findByText(findTexts.nothing('95012345678903'))
  expect(console.place()).toBe('/dashboard')
})

test('a misread code is said, and opens nothing', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  scanAs(']E00360002914521')
  await screen.findByText(scanTexts.misread)
  expect(console.place()).toBe('/dashboard')
  expect(isOpen()).toBe(false)
})

test('over an open form a scan changes nothing but the box', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/dashboard' })
  await console.press(shellTexts.settings)
  await console.user.click(await screen.findByText(shellTexts.changePassword))
  const dialog = await screen.findByRole('dialog')
  const [password] = dialog.querySelectorAll<HTMLInputElement>('input[type=password]')
  if (!password) throw new Error('no field')
  fireEvent.change(password, { target: { value: 'half-typed' } })
  dialog.querySelector('button')?.focus()
  scanAs('B-07-01')
  await option(/B-07-01/)
  expect(console.place()).toBe('/dashboard')
  await console.user.keyboard('{Escape}')
  await waitFor(() => expect(isOpen()).toBe(false))
  expect(password.value).toBe('half-typed')
})

test('the empty box lists what was opened lately, on whatever screen', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items?open=8' })
  await screen.findByRole('dialog')
  await console.back()
  await console.go('/dashboard')
  await opened(console)
  const recent = await screen.findByRole('group', { name: findTexts.recent })
  expect(within(recent).getByRole('option', { name: /NUT M8/ })).toBeTruthy()
})

test('it works without a connection, and names the lists that are not on the device', async () => {
  await signedInAdmin(server(), { features: ALL })
  const console = await renderConsole({ path: '/items' })
  await screen.findByRole('cell', { name: 'NUT M8' })
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  await opened(console, 'nut')
  await option(/NUT M8/)
  const note = await screen.findByText(/are not on this device yet\./)
  expect(note.textContent).toMatch(/Bin|Location|Order/)
})
