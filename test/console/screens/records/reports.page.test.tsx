import { screen, waitFor, within } from '@testing-library/react'
import { delay, http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import type { Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import type { FloorCollection } from '#contract/mobile-endpoints.ts'
import type { Erp } from '#server/erp/erp.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { NO_ERP } from '#test/support/server/app.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { column, count, heads } from '#test/support/console/table.ts'

consolePage()

/** The results of bookings; each call is recorded. */
let book: Erp['book']
const booked: string[] = []
const erp: Erp = {
  ...NO_ERP,
  pull: () => Promise.reject(new Error('nothing is pulled here')),
  cancel: async () => false,
  poll: async () => {},
  book: (key, from) => {
    booked.push(`${key.collection}/${key.id}`)
    return book(key, from)
  },
  close: async () => {},
}
const { api, server } = consoleServer({ erp })

/** As the list shows them: what people look for first comes first. */
const HEADS = [
  'ID',
  'Bin Name',
  'Item',
  'Quantity',
  'ERP Response',
  'Username',
  'Inventory ID',
  'Bin ID',
  'Bin Data',
  'Created At',
  'Updated At',
  'Difference',
  'Reason',
]

const item = {
  item_number: 'B-7',
  description: 'Bolt',
  quantity: 4,
  bin_number: 'A-01',
  location: 'WH 1',
}
const moved = { itemId: 5, itemName: 'Bolt', quantity: 4, binNumber: 'B-02', location: 'WH 1' }
const ackItem = {
  item: 'Bolt',
  status: 'Good',
  on_hand: 8,
  location: 'WH 1',
  available: 7,
  bin_number: 'A-01',
  bin_internal_id: 9,
  inventory_number: 'L1',
  item_internal_id: 5,
}
const ack = {
  message: 'Adjustment created',
  success: true,
  inventoryAdjustmentId: 4711,
  binTransferId: 815,
  itemDetails: [ackItem],
}
const day = (date: number) => `2026-05-${String(date).padStart(2, '0')}T10:00:00Z`
const RECORDS: readonly Row[] = [
  { id: 1, username: 'old', created_at: day(1), bin_data: [] },
  {
    id: 3,
    username: 'new',
    created_at: day(9),
    bin_name: 'A-01',
    bin_data: [
      { binName: 'A-1', itemData: [moved] },
      { binName: 'B-2', itemData: [] },
    ],
    bins_data: [{ binName: 'C-3' }],
    item_data: [item],
    memo2: 'fragile',
    netsuite_response: {
      message: 'Processed',
      operation_time: day(9),
      netsuite_acknowledgment: ack,
    },
  },
  {
    id: 2,
    username: 'mid',
    created_at: day(5),
    bin_data: [{ binName: 'Z-9' }],
    netsuite_response: { netsuite_acknowledgment: { success: false, message: 'Bin is inactive' } },
  },
]

const TRANSFERRED = ['Item ID', 'Item Name', 'Quantity', 'Bin Number', 'Location']

const REPORTS: readonly [path: string, collection: FloorCollection, answerItems: string][] = [
  ['/bin-count-records', 'binCountRecords', 'ERP Item Details'],
  ['/bin-adjustment-records', 'binAdjustmentRecords', 'ERP Item Details'],
  ['/bin-transfer', 'binTransfer', 'ERP Acknowledgment Item Details'],
]

const KINDS = {
  binCountRecords: 'Count',
  binAdjustmentRecords: 'Adjustment',
  binTransfer: 'Transfer',
  inboundDataRecords: 'Receipt',
} as const satisfies Record<FloorCollection, string>

async function open(
  path: string,
  collection: FloorCollection,
  {
    records = RECORDS,
    isSuperAdmin = true,
  }: { records?: readonly Row[]; isSuperAdmin?: boolean } = {},
) {
  booked.length = 0
  book = async () => ({ kind: 'succeeded', message: 'Booked' })
  await signedInAdmin(server(), { isSuperAdmin, features: ADMIN_FEATURES })
  await putRecords(server().context.db, collection, records, START)
  const page = await renderConsole({ path })
  // The items of an open record are a table too.
  await screen.findAllByRole('table')
  return page
}

const dialog = async (title: string) => within(await screen.findByRole('dialog', { name: title }))
/** The description that a screen reader announces after a dialog's title. */
async function described(title: string): Promise<HTMLElement | null> {
  const found = await screen.findByRole('dialog', { name: title })
  return document.getElementById(found.getAttribute('aria-describedby') ?? '')
}
const saidFirst = (body: HTMLElement | null) => body?.querySelector('p')?.textContent
const gone = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const headsOf = (inside: { getAllByRole: typeof screen.getAllByRole }) =>
  inside
    .getAllByRole('columnheader')
    .map(({ textContent }) => textContent.trim())
    .filter((text) => text !== '')

describe.each(REPORTS)('%s', (path, collection, answerItems) => {
  test('the list shows its columns in order, newest first, and unknown fields after them', async () => {
    await open(path, collection)
    expect(heads()).toEqual([...HEADS, 'Memo2'])
    expect(column('Username')).toEqual(['new', 'mid', 'old'])
    expect(column('Bin Data')).toEqual(['View Bin Data', 'View Bin Data', 'No Data'])
    expect(column('Bin Name')[0]).toBe(path === '/bin-transfer' ? 'A-1' : 'A-01')
  })

  test("the ERP's answer has colour, icon and word, and its button is off without an answer", async () => {
    await open(path, collection)
    const facts = ['Succeeded', 'Failed', 'No answer'].map((word) => {
      const button = screen.getByRole('button', { name: `ERP Response: ${word}` })
      const colour = /color-(\w+)-light/.exec(button.style.getPropertyValue('--button-bg'))?.[1]
      return [
        button.textContent,
        colour,
        button.querySelector('svg') !== null,
        (button as HTMLButtonElement).disabled,
      ]
    })
    expect(facts).toEqual([
      ['Succeeded', 'green', true, false],
      ['Failed', 'red', true, false],
      ['No answer', 'gray', true, true],
    ])
  })

  test('the button opens the answer with its acknowledgment and items, and Back leads out step by step', async () => {
    const { press, place, user } = await open(path, collection)
    await press('ERP Response: Succeeded')
    const answer = await dialog('ERP Response Details')
    for (const text of ['Processed', '09-05-2026 10:00 AM', 'Adjustment created', '4711', '815'])
      expect(answer.getByText(text)).toBeTruthy()
    expect(answer.getByText('Succeeded')).toBeTruthy()
    expect(place()).toContain('open=%223%22&at=response')
    await user.click(answer.getByRole('button', { name: answerItems }))
    const items = await dialog(answerItems)
    expect(headsOf(items)).toEqual([
      'Item',
      'Status',
      'On Hand',
      'Location',
      'Available',
      'Bin Number',
      'Bin Internal ID',
      'Inventory Number',
      'Item Internal ID',
    ])
    await user.click(items.getByRole('button', { name: 'Back' }))
    const again = await dialog('ERP Response Details')
    await waitFor(() =>
      expect(document.activeElement).toBe(again.getByRole('button', { name: answerItems })),
    )
    await user.keyboard('{Escape}')
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'ERP Response Details' })).toBeNull(),
    )
  })

  test('bins and the items of a bin open, also by a link; Close closes all, and focus returns', async () => {
    const page = await open(path, collection)
    const [first] = screen.getAllByRole('button', { name: 'View Bin Data' })
    first?.focus()
    await page.user.keyboard('{Enter}')
    const bins = await dialog('Bin Data Details')
    expect(headsOf(bins)).toEqual(['Bin Name', 'Bin ID', 'Location', 'Item Data'])
    const [full, empty] = bins.getAllByRole('button', { name: 'View Item Data' })
    if (full) await page.user.click(full)
    const items = await dialog('Item Data Details')
    expect(items.getByText('Bolt')).toBeTruthy()
    const known = path === '/bin-transfer' ? TRANSFERRED : headsOf(items)
    expect(headsOf(items)).toEqual(known)
    await page.back()
    await dialog('Bin Data Details')
    expect(empty).toBeTruthy()
    await page.user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }))
    await gone()
    expect(page.place()).toBe(path)
    await waitFor(() => expect(document.activeElement).toBe(first))
    await page.go(`${path}?open=3&at=bins%2F1%253AitemData`)
    expect((await dialog('Item Data Details')).getByText('No item data available.')).toBeTruthy()
    await page.press('Back')
    await dialog('Bin Data Details')
  })

  test('a dialog names its record, and so does each dialog inside it', async () => {
    const page = await open(`${path}?open=3`, collection)
    const bin = path === '/bin-transfer' ? 'A-1' : 'A-01'
    const called = `${KINDS[collection]} 3 · ${bin}`
    expect(saidFirst(await described('Record Details'))).toBe(called)
    expect(screen.getByRole('heading', { name: 'Record Details' })).toBeTruthy()
    for (const [at, title] of [
      ['response', 'ERP Response Details'],
      ['bins%2F0%253AitemData', 'Item Data Details'],
    ]) {
      await page.go(`${path}?open=3&at=${String(at)}`)
      expect(saidFirst(await described(String(title)))).toBe(called)
    }
    await page.go(`${path}?open=2`)
    await waitFor(async () =>
      expect(saidFirst(await described('Record Details'))).toMatch(/ 2( · Z-9)?$/),
    )
  })

  test('the list refreshes, and one tap filters failures, with counts, in the address', async () => {
    const page = await open(path, collection)
    const asked: string[] = []
    api.events.on('request:start', ({ request }) => {
      asked.push(`${request.method} ${new URL(request.url).pathname}`)
    })
    await page.press('Refresh')
    await screen.findByText('Data refreshed successfully')
    expect(asked).toContain(`GET /api${listEndpoint(collection).path}`)
    const tap = (name: string) => page.press(name)
    await tap('Failed in ERP (1)')
    await waitFor(() => expect(column('Username')).toEqual(['mid']))
    const link = page.place()
    await tap('No answer (1)')
    await waitFor(() => expect(column('Username')).toEqual(['old']))
    await tap('Succeeded (1)')
    await waitFor(() => expect(column('Username')).toEqual(['new']))
    await tap('Succeeded (1)')
    await waitFor(() => expect(count()).toBe('1–3 of 3'))
    await page.go(link)
    await waitFor(() => expect(column('Username')).toEqual(['mid']))
    const pressed = screen.getByRole('button', { name: 'Failed in ERP (1)' })
    expect(pressed.getAttribute('aria-pressed')).toBe('true')
  })

  test('the counts of the quick filters respect search and filters', async () => {
    const page = await open(path, collection)
    const counts = () =>
      within(screen.getByRole('group', { name: 'Filter by ERP response' }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent)
    expect(counts()).toEqual(['Failed in ERP (1)', 'No answer (1)', 'Succeeded (1)'])
    await page.user.type(screen.getByLabelText('Search all columns'), 'mid')
    await waitFor(() =>
      expect(counts()).toEqual(['Failed in ERP (1)', 'No answer (0)', 'Succeeded (0)']),
    )
    // A pressed filter leaves the counts of the others as they are.
    await page.press('Failed in ERP (1)')
    expect(counts()).toEqual(['Failed in ERP (1)', 'No answer (0)', 'Succeeded (0)'])
    const filter = { username: { text: 'w' }, outcome: { values: ['No answer'] } }
    await page.go(`${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    await waitFor(() => expect(count()).toBe('0 rows'))
    expect(counts()).toEqual(['Failed in ERP (0)', 'No answer (0)', 'Succeeded (1)'])
  })
})

describe('a record', () => {
  const path = '/bin-adjustment-records'
  const collection = 'binAdjustmentRecords'

  test('a row opens the whole record: facts to copy, its parts, and the stored fields', async () => {
    const { user, press } = await open(path, collection)
    const written: string[] = []
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: async (text: string) => void written.push(text) },
    })
    await user.click(screen.getByText('new'))
    const record = await dialog('Record Details')
    expect(record.getByText('fragile')).toBeTruthy()
    await press('Copy ID')
    await screen.findByText('Copied ID')
    expect(written).toEqual(['3'])
    expect(record.queryByText(/"memo2": "fragile"/)).toBeNull()
    await press('Show raw')
    expect(record.getByText(/"memo2": "fragile"/)).toBeTruthy()
    await press('Item Data Details')
    const items = await dialog('Item Data Details')
    expect(headsOf(items)).toEqual([
      'Item Number',
      'Description',
      'Quantity',
      'Bin Number',
      'Location',
    ])
    await press('Back')
    await dialog('Record Details')
    await press('Bins Data Details')
    expect((await dialog('Bins Data Details')).getByText('C-3')).toBeTruthy()
  })

  test('the button for bins also opens those in bins_data alone', async () => {
    const records = [{ id: 5, bins_data: [{ binName: 'C-3' }] }]
    const { press } = await open(path, collection, { records })
    await press('View Bin Data')
    expect((await dialog('Bins Data Details')).getByText('C-3')).toBeTruthy()
  })

  test('a verdict without the words of NetSuite opens a dialog that says so', async () => {
    const records = [{ id: 7, netsuite_acknowledgement_success: true }]
    const { press } = await open(path, collection, { records })
    await press('ERP Response: Succeeded')
    const answer = await dialog('ERP Response Details')
    expect(answer.getByText('No NetSuite response data available.')).toBeTruthy()
  })

  test('each dialog without content says so', async () => {
    const page = await open(path, collection)
    const said: readonly [at: string, text: string][] = [
      ['bins', 'No details available.'],
      ['bins-data', 'No bins data available.'],
      ['items', 'No item data available.'],
      ['response', 'No NetSuite response data available.'],
    ]
    for (const [at, text] of said) {
      await page.go(`${path}?open=1&at=${at}`)
      expect(await screen.findByText(text)).toBeTruthy()
    }
    await page.go(`${path}?open=2&at=response%2Fitems`)
    await screen.findByText('No item details available.')
    await page.go(`${path}?open=2&at=response`)
    const failed = await dialog('ERP Response Details')
    expect(failed.getByRole('img', { name: 'Failed' })).toBeTruthy()
    expect(failed.queryByText('Succeeded')).toBeNull()
    await page.go(`${path}?open=3&at=response`)
    const succeeded = await dialog('ERP Response Details')
    await waitFor(() => expect(succeeded.getByRole('img', { name: 'Succeeded' })).toBeTruthy())
    await page.go(`${path}?open=2&at=nowhere`)
    expect(saidFirst(await described('Record Details'))).toBe('Adjustment 2 · Z-9')
  })
})

test('an unknown quantity is rounded and right-aligned wherever a record has it', async () => {
  const records = [
    {
      id: 1,
      username: 'pat',
      created_at: day(1),
      total_quantity: 2.5,
      bin_data: [{ bin_number: 'A-1', counted_qty: '3.6' }],
    },
  ]
  const { user } = await open('/bin-count-records', 'binCountRecords', { records })
  expect(column('Total Quantity')).toEqual(['3'])
  const right = (name: string) => screen.getByRole('cell', { name }).className
  expect(right('3')).not.toBe(right('pat'))
  await user.click(screen.getByRole('button', { name: 'View Bin Data' }))
  const bins = await dialog('Bin Data Details')
  expect(bins.getByRole('cell', { name: '4' }).className).not.toBe(
    bins.getByRole('cell', { name: 'A-1' }).className,
  )
})

describe("'Try again'", () => {
  const PATH = '/bin-adjustment-records?open=2&at=response'

  test("'Try again' books the record, reports it and shows the result", async () => {
    const { press } = await open(PATH, 'binAdjustmentRecords')
    await dialog('ERP Response Details')
    book = async () => {
      const [, , old] = RECORDS
      const row = { ...old, netsuite_response: { netsuite_acknowledgment: ack } }
      await putRecords(server().context.db, 'binAdjustmentRecords', [row], START)
      return { kind: 'succeeded', message: 'Booked' }
    }
    await press('Try again')
    await screen.findByText('Booked in NetSuite')
    expect(booked).toEqual(['binAdjustmentRecords/2'])
    await (await dialog('ERP Response Details')).findByText('4711')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  test("'Try again' says why it failed, and that some records cannot be retried", async () => {
    const { press } = await open(PATH, 'binAdjustmentRecords')
    book = async () => ({ kind: 'failed', message: 'Bin is still inactive' })
    await press('Try again')
    expect(await screen.findByText('Bin is still inactive')).toBeTruthy()
    await screen.findByRole('button', { name: 'Try again', busy: false })
    book = async () => ({ kind: 'missing' })
    await press('Try again')
    expect(await screen.findByText(/This record can't be tried again here/)).toBeTruthy()
  })

  test("'Try again' appears for super admins only, and only on booked kinds of records", async () => {
    await open(PATH, 'binAdjustmentRecords', { isSuperAdmin: false })
    await dialog('ERP Response Details')
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })
})

describe('/inbound-data-records', () => {
  const PATH = '/inbound-data-records'
  const LIST = '*/api/get-inbound-data-records'
  const inbound = [
    {
      id: 7,
      created_at: day(4),
      inbound_data: {
        userName: 'pat',
        itemData: [{ itemName: 'A' }, { itemName: 'B' }, { itemName: 'C' }],
      },
      netsuite_response: { netsuite_acknowledgment: { success: true, inboundShipmentId: 70001 } },
    },
    { id: 8, created_at: day(3), inbound_data: { itemData: [] } },
    {
      id: 9,
      created_at: day(2),
      netsuite_response: { netsuite_acknowledgment: { success: false } },
    },
  ]

  test('the list has a row for each item, each with the answer of its record', async () => {
    const { user } = await open(PATH, 'inboundDataRecords', { records: inbound })
    expect(column('Item Name')).toEqual(['A', 'B', 'C', '-', '-'])
    expect(column('ID')).toEqual(['7', '7', '7', '8', '9'])
    const said = ['Succeeded', 'Succeeded', 'Succeeded', 'No answer', 'Failed']
    expect(column('ERP Response')).toEqual(said)
    for (const button of screen.getAllByRole('button', { name: 'ERP Response: Succeeded' })) {
      await user.click(button)
      const answer = await dialog('ERP Response Details')
      expect(answer.getByText('70001')).toBeTruthy()
      await user.click(answer.getByRole('button', { name: 'Close' }))
      await gone()
    }
    expect(screen.getByRole('button', { name: 'Failed in ERP (1)' })).toBeTruthy()
  })

  test('the dialog of a row names record and item, or the record alone', async () => {
    const page = await open(PATH, 'inboundDataRecords', { records: inbound })
    await page.user.click(screen.getByText('B'))
    expect(saidFirst(await described('Record Details'))).toBe('Receipt 7 · B')
    await page.press('Close')
    await gone()
    await page.user.click(screen.getByRole('button', { name: '9' }))
    expect(saidFirst(await described('Record Details'))).toBe('Receipt 9')
    expect(screen.getByText(/refused this without a reason/)).toBeTruthy()
  })

  test('the list shows a spinner during its first load', async () => {
    api.use(http.get(LIST, async () => delay('infinite')))
    await signedInAdmin(server(), { features: ADMIN_FEATURES })
    await renderConsole({ path: PATH })
    expect(await screen.findByRole('progressbar', { name: 'Loading' })).toBeTruthy()
  })

  test("the list shows 'Error loading data' on failure, with a retry that works", async () => {
    api.use(http.get(LIST, () => HttpResponse.json({ detail: 'broken' }, { status: 500 })))
    await signedInAdmin(server(), { features: ADMIN_FEATURES })
    await putRecords(server().context.db, 'inboundDataRecords', inbound, START)
    const { press } = await renderConsole({ path: PATH })
    expect(await screen.findByText('Error loading data')).toBeTruthy()
    expect(screen.getByText('Failed to load inbound data records')).toBeTruthy()
    api.resetHandlers()
    await press('Retry')
    await waitFor(() => expect(column('Item Name')).toEqual(['A', 'B', 'C', '-', '-']))
    expect(screen.queryByText('Error loading data')).toBeNull()
  })

  test('the notice of a refresh stays for six seconds', async () => {
    const { press, pass } = await open(PATH, 'inboundDataRecords', { records: inbound })
    await press('Refresh')
    await screen.findByText('Data refreshed successfully')
    // Longer than other notices; the clock also advances with the time the machine takes.
    await pass(4_000)
    expect(screen.queryByText('Data refreshed successfully')).not.toBeNull()
    await pass(3_000)
    await waitFor(() => expect(screen.queryByText('Data refreshed successfully')).toBeNull())
  })
})
