import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { EXPORT_EXCUSE_MS } from '#contract/constants.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { readSession } from '#console/session/session.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'
import { hasFocus } from '#test/support/console/focus.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { readCsv } from '#test/console/export/read-back.ts'

consolePage()

const { server } = consoleServer()

/** Every second item is a gadget. */
const ITEMS: Row[] = Array.from({ length: 23 }, (_, nth) => ({
  id: nth + 1,
  name: nth % 2 === 0 ? 'Widget' : '=Gadget',
  upc_code: null,
}))

const revoke = vi.fn<(address: string) => void>()
const saved: { name: string; file: Blob }[] = []

beforeEach(() => {
  saved.length = 0
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    files.push(file as Blob)
    return 'blob:file'
  }
  URL.revokeObjectURL = revoke
  revoke.mockClear()
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(
    this: HTMLAnchorElement,
  ) {
    const file = files.at(-1)
    if (file) saved.push({ name: this.download, file })
  })
})

async function atItems(search = '') {
  await putRecords(server().context.db, 'items', ITEMS, START)
  await signedInAdmin(server(), { features: ['items'] })
  const page = await renderConsole({ path: `/items${search}` })
  await screen.findByRole('table')
  await page.press('Download')
  const dialog = await screen.findByRole('dialog', { name: 'Download Items' })
  const choose = (name: string | RegExp) => page.user.click(screen.getByRole('radio', { name }))
  const download = async () => {
    const asked = within(screen.getByRole('dialog'))
    await page.user.click(asked.getByRole('button', { name: 'Download' }))
    await waitFor(() => expect(saved).toHaveLength(1))
    const [made] = saved
    return { name: made?.name, text: (await made?.file.text()) ?? '' }
  }
  return { page, dialog, choose, download }
}

/** The browser covers the page for half a minute, with its share sheet or preview. */
async function staysOpenWhenCovered({ pass }: RenderedConsole): Promise<void> {
  hidePage()
  await pass(30_000)
  showPage()
  expect(readSession().token).not.toBeNull()
}

describe('a download', () => {
  test('a download is a CSV of all matching rows, in their order, under the usual name', async () => {
    const { page, download } = await atItems('?q=gadget&sort=-id&size=5&page=2')
    const { name, text } = await download()
    expect(name).toBe('table_data.csv')
    const ids = Array.from({ length: 11 }, (_, nth) => String(22 - 2 * nth))
    expect(readCsv(text)).toEqual([
      ['ID', 'Name', 'UPC Code'],
      ...ids.map((id) => [id, "'=Gadget", '']),
    ])
    expect(await screen.findByText('Downloaded table_data.csv')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(revoke).not.toHaveBeenCalled()
    await page.pass(EXPORT_EXCUSE_MS)
    expect(revoke).toHaveBeenCalledWith('blob:file')
  })

  test('a download of a page has the name that was typed and the rows of the page', async () => {
    const { page, choose, download } = await atItems('?q=gadget&size=5')
    await page.fill('File name', 'Main stock')
    await choose('JSON')
    await choose('5 rows on this page')
    const { name, text } = await download()
    expect(name).toBe('Main stock.json')
    expect(JSON.parse(text)).toMatchObject([{ id: 2 }, { id: 4 }, { id: 6 }, { id: 8 }, { id: 10 }])
  })

  test('the bar of selected rows exports them without another choice', async () => {
    const { page, dialog, download } = await atItems()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    await page.user.click(screen.getAllByRole('checkbox', { name: /^Select / })[2] ?? dialog)
    await page.press('Export')
    await screen.findByRole('dialog', { name: 'Download Items' })
    const { text } = await download()
    expect(readCsv(text)).toEqual([
      ['ID', 'Name', 'UPC Code'],
      ['2', "'=Gadget", ''],
    ])
  })

  test('a device with a share sheet gets the file, which locks nothing, and says so if it refuses', async () => {
    const shared: File[] = []
    Object.assign(navigator, {
      canShare: () => true,
      share: ({ files }: { files: File[] }) => {
        shared.push(...files)
        return Promise.resolve()
      },
    })
    onTestFinished(() => {
      Reflect.deleteProperty(navigator, 'canShare')
      Reflect.deleteProperty(navigator, 'share')
    })
    const { page } = await atItems('?q=gadget')
    allowHiddenUntil(0)
    await page.press('Share')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(shared.map(({ name }) => name)).toEqual(['table_data.csv'])
    expect(saved).toEqual([])
    await staysOpenWhenCovered(page)
    await page.press('Download')
    await screen.findByRole('dialog')
    Object.assign(navigator, {
      share: () => Promise.reject(new DOMException('', 'NotAllowedError')),
    })
    await page.press('Share')
    await screen.findByText('This device could not share the file. Download it instead.')
  })

  test('a printer gets title, filters and all matching rows, with the headings, and nothing locks', async () => {
    const { page, dialog } = await atItems('?q=gadget&sort=-id&size=5')
    const print = vi
      .spyOn(window, 'print')
      .mockImplementation(() => void window.dispatchEvent(new Event('beforeprint')))
    onTestFinished(() => print.mockRestore())
    allowHiddenUntil(0)
    await page.press('Print')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    const sheet = await waitFor(() => {
      const [found] = [...document.querySelectorAll('body > section')]
      if (!found) throw new Error('Nothing is printed.')
      return within(found as HTMLElement)
    })
    expect(sheet.getByRole('heading', { name: 'Items', hidden: true })).toBeDefined()
    expect(
      sheet.getByText(/^Items: 11 filtered rows\. Search: gadget\..*Printed .* by ada\.$/),
    ).toBeDefined()
    expect(sheet.getAllByRole('row', { hidden: true })).toHaveLength(12)
    window.dispatchEvent(new Event('afterprint'))
    await waitFor(() => expect(document.querySelector('body > section')).toBeNull())
    expect(document.documentElement.dataset).not.toHaveProperty('printing')
    await staysOpenWhenCovered(page)
  })

  test('a download of selected rows is disabled without a selection', async () => {
    const { dialog } = await atItems()
    const selected = within(dialog).getByRole<HTMLInputElement>('radio', {
      name: '0 selected rows',
    })
    expect(selected.disabled).toBe(true)
  })

  test('a download of selected rows includes rows that a search hides, and hidden columns', async () => {
    const layout = { version: 1, visibility: { name: false }, order: ['upc_code', 'id', 'name'] }
    localStorage.setItem('dockside.table.ada.Items', JSON.stringify(layout))
    const { page, dialog, choose, download } = await atItems()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(dialog.isConnected).toBe(false))
    await page.user.click(screen.getAllByRole('checkbox', { name: /^Select / })[2] ?? dialog)
    await page.fill('Search all columns', 'nothing like it')
    await screen.findByText('0 rows')
    await page.press('Download')
    await screen.findByRole('dialog')
    await choose('1 selected row')
    await choose('All 3')
    const { text } = await download()
    expect(readCsv(text)).toEqual([
      ['UPC Code', 'ID', 'Name'],
      ['', '2', "'=Gadget"],
    ])
  })
})

describe('a download in a worker', () => {
  const asked: string[] = []
  let ended = 0
  /** A worker that answers as given, or not at all. */
  const workers = (answer: ((worker: EventTarget) => void) | null) =>
    Reflect.set(
      globalThis,
      'Worker',
      class extends EventTarget {
        postMessage({ kind }: { kind: string }): void {
          asked.push(kind)
          answer?.(this)
        }
        terminate(): void {
          ended += 1
        }
      },
    )
  beforeEach(() => {
    asked.length = 0
    ended = 0
  })
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Worker')
  })

  test('a download shows its progress and can be cancelled at any time, which resets the dialog', async () => {
    workers(null)
    const { page, dialog } = await atItems()
    await page.user.click(within(dialog).getByRole('button', { name: 'Download' }))
    expect(await within(dialog).findByText('0 of 23 rows written')).toBeDefined()
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(within(dialog).queryByText('0 of 23 rows written')).toBeNull())
    expect(within(dialog).queryByRole('alert')).toBeNull()
    expect({ asked, ended, saved }).toEqual({ asked: ['open'], ended: 1, saved: [] })
  })

  test('closing the dialog ends the download and restores the focus', async () => {
    workers(null)
    const { page, dialog } = await atItems()
    await page.user.click(within(dialog).getByRole('button', { name: 'Download' }))
    await within(dialog).findByText('0 of 23 rows written')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await hasFocus('Download')
    expect({ ended, saved }).toEqual({ ended: 1, saved: [] })
  })

  const failure = "Couldn't create the file. Try fewer rows or columns."
  const missing = "This part didn't load. Check your connection."
  const tooMany = 'Too many rows for an Excel sheet. Filter them, or choose CSV.'
  const failed = (reason: string) =>
    new MessageEvent('message', { data: { kind: 'failed', reason } })
  const cases: readonly [what: string, event: () => Event, sentence: string][] = [
    ['whose script does not load', () => new ErrorEvent('error'), missing],
    ['that fails', () => failed('Array buffer allocation failed'), failure],
    ['that has too many rows for Excel', () => failed(tooMany), tooMany],
  ]
  test.each(cases)('a download %s shows a message', async (_what, event, sentence) => {
    workers((worker) => void worker.dispatchEvent(event()))
    const { page, dialog } = await atItems()
    await page.user.click(within(dialog).getByRole('button', { name: 'Download' }))
    expect((await within(dialog).findByRole('alert')).textContent).toBe(sentence)
    expect({ ended, saved }).toEqual({ ended: 1, saved: [] })
  })
})
