import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { pulledCollections, type CollectionName, type Row } from '#contract/collections.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { inventory } from '#console/screens/inventory.tsx'
import { lists } from '#console/screens/lists.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { aMobileUser } from '#test/support/people.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { byHead, cells, heads } from '#test/support/console/table.ts'

consolePage()

const { api, server } = consoleServer()

const AT = '2026-05-10T15:42:00Z'
const SHOWN_AT = '10-05-2026 03:42 PM'
const REPORT_HEADS = [
  'ID',
  'Username',
  'Bin Name',
  'ERP Response',
  'Inventory ID',
  'Bin ID',
  'Bin Data',
  'Created At',
  'Updated At',
  'Item',
  'Quantity',
  'Difference',
  'Reason',
]

/** The lists with a sync button; the others have Refresh. */
const SYNCED: readonly string[] = ['/locations', '/bins', '/inventory', '/items', '/sales-orders']

const INBOUND_HEADS = [
  'ID',
  'Shipment Number',
  'Supplier',
  'Status',
  'Expected Date',
  'Received Date',
  'Total Items',
  'Created At',
  'Updated At',
]

interface Shown {
  /** The rows on the server; accounts exist already. */
  readonly rows: readonly Row[]
  readonly title: string
  /** In the order of the specification, which files keep. */
  readonly heads: readonly string[]
  readonly first: readonly string[]
}

/** One row of each list, and its headings and cells. */
const EXPECTED: Record<(typeof lists)[number]['path'], Shown> = {
  '/inventory': {
    rows: [
      {
        item: 'W-1',
        internal_id: 7,
        item_name: 'Widget',
        location: 'Main',
        location_id: 1,
        available: '2.6',
      },
    ],
    title: 'Inventory',
    heads: ['Item', 'Internal ID', 'Item Name', 'Total Quantity', 'Locations', 'Main'],
    first: ['W-1', '7', 'Widget', '3', '1', '3'],
  },
  '/items': {
    rows: [{ id: 5, name: 'Widget', upc_code: '0012' }],
    title: 'Items',
    heads: ['ID', 'Name', 'UPC Code'],
    first: ['5', 'Widget', '0012'],
  },
  '/locations': {
    rows: [{ id: 1, name: 'Main' }],
    title: 'Locations',
    heads: ['ID', 'Name', 'Location'],
    first: ['1', 'Main', '-'],
  },
  '/bins': {
    rows: [{ id: 9, bin_number: 'A-1', location: 'Main', inactive_bin: false, wh: 'M' }],
    title: 'Bins',
    heads: [
      'Bin Number',
      'ID',
      'Location',
      'Memo',
      'Bin Orientation',
      'Aisle No',
      'Bin',
      'Inactive Bin',
      'Inventory Counted',
      'Room',
      'WH',
    ],
    first: ['A-1', '9', 'Main', '-', '-', '-', '-', 'No', '-', '-', 'M'],
  },
  '/sales-orders': {
    rows: [
      { internal_id: 41, line_id: 1, name: 'Harbour Goods', status: 'Open', ponumber: 'PO-7' },
      { internal_id: 41, line_id: 2, name: 'Harbour Goods', status: 'Open', ponumber: 'PO-7' },
    ],
    title: 'Sales Orders',
    heads: [
      'Name',
      'Details',
      'Status',
      'Location',
      'PO Number',
      'Ship From',
      'Internal ID',
      'Reference 1',
      'Transaction ID',
      'Shipping Address',
    ],
    first: ['Harbour Goods', '2', 'Open', '-', 'PO-7', '-', '41', '-', '-', '-'],
  },
  '/inbound-shipment': {
    rows: [
      {
        id: 3,
        shipment_number: 'INB3',
        status: 'In Transit',
        expected_date: '2026-05-20',
        total_items: '12.0',
      },
    ],
    title: 'Inbound Shipments',
    heads: INBOUND_HEADS,
    first: ['3', 'INB3', '-', 'In Transit', '20-05-2026 12:00 AM', '-', '12', '-', '-'],
  },
  '/bin-count-records': {
    rows: [
      { id: 1, created_at: '2026-05-09T15:42:00Z' },
      {
        id: 2,
        operator: 'pat',
        bin_name: 'A-1',
        bin_id: 9,
        created_at: AT,
        netsuite_acknowledgement_success: true,
      },
    ],
    title: 'Bin Count Records',
    heads: REPORT_HEADS,
    first: ['2', 'pat', 'A-1', 'Succeeded', '-', '9', 'No Data', SHOWN_AT, '-', '-', '-', '-', '-'],
  },
  '/bin-adjustment-records': {
    rows: [
      {
        id: 4,
        user: { name: 'Kim' },
        bin_name: 'A-2',
        inventory_id: 77,
        created_at: AT,
        netsuite_response: '{"netsuite_acknowledgment":{"success":false}}',
      },
    ],
    title: 'Bin Adjustment Records',
    heads: REPORT_HEADS,
    first: ['4', 'Kim', 'A-2', 'Failed', '77', '-', 'No Data', SHOWN_AT, '-', '-', '-', '-', '-'],
  },
  '/bin-transfer': {
    rows: [{ id: 6, bin_data: [{ binName: 'T-1', userName: 'pat' }], created_at: AT }],
    title: 'Bin Transfer',
    heads: REPORT_HEADS,
    first: [
      '6',
      'pat',
      'T-1',
      'No answer',
      '-',
      '-',
      'View Bin Data',
      SHOWN_AT,
      '-',
      '-',
      '-',
      '-',
      '-',
    ],
  },
  '/inbound-data-records': {
    rows: [
      {
        id: 8,
        created_at: AT,
        inbound_data: {
          userName: 'pat',
          action: 'receive',
          itemData: [{ itemName: 'Widget', quantityReceived: 2 }, { itemName: 'Gadget' }],
        },
      },
    ],
    title: 'Inbound Data Records',
    heads: [
      'ID',
      'Item Name',
      'ERP Response',
      'Item ID',
      'UPC Code',
      'Entered Quantity',
      'Original Quantity',
      'Quantity Received',
      'Quantity Remaining',
      'Purchase Order',
      'PO ID',
      'Vendor Name',
      'Username',
      'Action',
      'Bin Name',
      'Bin ID',
      'Location Name',
      'Location',
      'Container Name',
      'Inbound Shipment ID',
      'Created At',
      'Updated At',
      'Reason',
    ],
    first: [
      '8',
      'Widget',
      'No answer',
      '-',
      '-',
      '-',
      '-',
      '2',
      '-',
      '-',
      '-',
      '-',
      'pat',
      'receive',
      '-',
      '-',
      '-',
      '-',
      '-',
      '-',
      SHOWN_AT,
      '-',
      '-',
    ],
  },
  '/admins': {
    rows: [],
    title: 'Admins',
    heads: ['Username', 'Company Name', 'Company Email', 'Actions', 'Created At', 'Features'],
    first: [
      'ada',
      'Harbour Goods',
      'ada@example.com',
      '',
      '11-05-2026 12:00 PM',
      'Bins, Items, Super Admin',
    ],
  },
  '/wms-ai-users': {
    rows: [],
    title: 'WMS Mobile Users',
    heads: [
      'Name',
      'User ID',
      'Location',
      'Multi Location User',
      'Features',
      'Actions',
      'Created At',
    ],
    first: ['Pat Picker', 'picker1', 'Main', 'No', 'Bin Count', '', '11-05-2026 12:00 PM'],
  },
}

test.each(lists)(
  '$path shows the specified headings, cells and buttons',
  async ({ path, ...list }) => {
    const expected = EXPECTED[path]
    const isPeople = path === '/admins' || path === '/wms-ai-users'
    await signedInAdmin(server(), {
      isSuperAdmin: isPeople,
      features: isPeople ? ['bins', 'items'] : ADMIN_FEATURES,
    })
    await aMobileUser(server().context)
    await fill(list.collection, expected.rows)
    await renderConsole({ path })
    await screen.findByRole('table')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(expected.title)
    await waitFor(() => expect(document.title).toBe(`${expected.title} · Dockside`))
    const shown = () => byHead(heads(), cells()[0] ?? [])
    await waitFor(() => expect(shown()).toEqual(byHead(expected.heads, expected.first)))
    const named = (name: string) => screen.queryAllByRole('button', { name }).length
    const isSynced = SYNCED.includes(path)
    expect([named('Sync with NetSuite'), named('Refresh')]).toEqual(isSynced ? [1, 0] : [0, 1])
    expect(list.table(expected.rows).columns.map(({ title }) => title)).toEqual(expected.heads)
  },
)

describe('a row under other names', () => {
  /** The headings and rows that a screen makes of records. */
  function read(path: string, records: readonly Row[]) {
    const found = lists.find((each) => each.path === path)
    if (!found) throw new Error(`no list at ${path}`)
    const { rows, columns } = found.table(records)
    return {
      heads: columns.map(({ title }) => title),
      rows: rows.map((row) => columns.map((column) => column.text(row))),
    }
  }

  test.each([
    ['/locations', 'location_id'],
    ['/items', 'item_id'],
    ['/bins', 'bin_id'],
  ])('a row of %s takes its id from %s', (path, other) => {
    const { heads: titles, rows } = read(path, [{ [other]: 7 }, { id: 8 }, { id: '', [other]: 9 }])
    const at = titles.indexOf('ID')
    expect(rows.map((row) => row[at])).toEqual(['7', '8', '9'])
    expect(titles.filter((title) => title.endsWith(' ID'))).toEqual([])
    // A row with both fields loses neither.
    const both = read(path, [{ id: 1, [other]: 2 }])
    expect(both.rows[0]).toEqual(expect.arrayContaining(['1', '2']))
  })

  test('a location may have only an id, a name or a location', () => {
    const { rows } = read('/locations', [{ id: 1 }, { name: 'Main' }, { location: 'Dock' }])
    expect(rows).toEqual([
      ['1', '-', '-'],
      ['-', 'Main', '-'],
      ['-', '-', 'Dock'],
    ])
  })

  test.each(['/items', '/locations', '/bins', '/inbound-shipment', '/admins', '/wms-ai-users'])(
    '%s shows unknown fields after the known columns, with a readable title',
    (path) => {
      const known = read(path, []).heads
      const { heads: titles, rows } = read(path, [{ lot_number: 'L-9', carrierName: null }])
      expect(titles).toEqual([...known, 'Lot Number', 'Carrier Name'])
      expect(rows[0]?.slice(-2)).toEqual(['L-9', '-'])
    },
  )
})

describe('without rows', () => {
  test('inbound shipments have their nine columns in the order of the specification even without rows', () => {
    const none = lists.find(({ path }) => path === '/inbound-shipment')?.table([])
    expect(none?.columns.map(({ title }) => title)).toEqual(INBOUND_HEADS)
  })
})

test('of the pulled lists only bins have a button of their own, and all open details', () => {
  const pulled = lists.filter(({ group }) => group === 'Master Data' || group === 'Transactions')
  const paths = (of: typeof pulled) => of.map(({ path }) => path)
  expect(pulled.map(({ collection }) => collection).toSorted()).toEqual(
    pulledCollections.toSorted(),
  )
  expect(paths(pulled.filter(({ actions, wrapper }) => actions ?? wrapper))).toEqual(['/bins'])
  expect(paths(pulled.filter(({ details }) => details))).toEqual([
    '/inventory',
    '/items',
    '/locations',
    '/bins',
    '/sales-orders',
    '/inbound-shipment',
  ])
})

describe('an item of the inventory', () => {
  const shown = (records: readonly Row[]) => {
    const { rows, columns } = inventory.table(records)
    return { columns, heads: columns.slice(5).map(({ title }) => title), rows }
  }

  test('an item has a column for each of two locations with the same name', () => {
    const at = (location_id: number, available: number) => ({
      item: 'W-1',
      internal_id: 7,
      location: 'Main',
      location_id,
      available,
    })
    const { heads: titles, columns, rows } = shown([at(1, 10), at(2, 20), at(1, 5)])
    expect(titles).toEqual(['Main (1)', 'Main (2)'])
    expect(columns.map(({ text }) => text(rows[0] ?? {}))).toEqual([
      'W-1',
      '7',
      '-',
      '35',
      '2',
      '15',
      '20',
    ])
    expect(new Set(columns.map(({ id }) => id)).size).toBe(columns.length)
  })

  test('an item shows no quantity in a location where it does not lie', () => {
    const { columns, rows } = shown([
      { item: 'W-1', internal_id: 7, location: 'Main', available: 3 },
      { item: 'W-2', internal_id: 8, location: 'Dock', available: 4 },
    ])
    const cellsOf = (row: object) => columns.slice(5).map(({ title, text }) => [title, text(row)])
    expect(rows.map(cellsOf)).toEqual([
      [
        ['Dock', '-'],
        ['Main', '3'],
      ],
      [
        ['Dock', '4'],
        ['Main', '-'],
      ],
    ])
  })

  test('an item keeps its own fields and details if a location is named like one of them', () => {
    const names = ['id', 'details', 'item', '__proto__', 'total_quantity']
    const records = names.map((location) => ({
      item: 'W-1',
      internal_id: 7,
      location,
      available: 2,
    }))
    const { heads: titles, columns, rows } = shown(records)
    expect(titles.toSorted()).toEqual(names.toSorted())
    expect(columns.map(({ text }) => text(rows[0] ?? {}))).toEqual([
      'W-1',
      '7',
      '-',
      '10',
      '5',
      '2',
      '2',
      '2',
      '2',
      '2',
    ])
    const { details } = inventory
    if (!details || !('content' in details)) throw new Error('an item opens nothing')
    const byLocation = records.toSorted((one, other) => (one.location < other.location ? -1 : 1))
    expect(details.content(rows[0] ?? {}).rows).toEqual(byLocation)
  })
})

describe('the dialog of a row', () => {
  const order = { internal_id: 41, line_id: 1, name: 'Harbour Goods', transaction_id: 'SO41' }
  test.each([
    [
      '/inventory',
      'inventory',
      { item: 'W-1', internal_id: 7, location_id: 1, item_name: 'Widget' },
      'Item Details',
      'W-1 · Widget',
    ],
    [
      '/inventory',
      'inventory',
      { item: 'W-2', internal_id: 8, location_id: 1, item_name: 'W-2' },
      'Item Details',
      'W-2',
    ],
    ['/sales-orders', 'salesOrders', order, 'Sales Order Details', 'SO41 · Harbour Goods'],
  ] as const)(
    'the dialog of %s names its row below the title',
    async (path, collection, row, title, name) => {
      await signedInAdmin(server(), { features: ADMIN_FEATURES })
      await fill(collection, [row])
      const page = await renderConsole({ path })
      const first = (await screen.findAllByRole('row'))[1]
      await page.user.click(first?.querySelector('td:nth-of-type(2)') ?? document.body)
      const dialog = await screen.findByRole('dialog', { name: title })
      const description = document.getElementById(dialog.getAttribute('aria-describedby') ?? '')
      expect(description?.querySelector('p')?.textContent).toBe(name)
    },
  )
})

async function fill(collection: CollectionName, rows: readonly Row[]): Promise<void> {
  if (rows.length > 0) await putRecords(server().context.db, collection, rows, START)
}

/** specification.md section 8, 'Data and sync'. */
const LOAD_ERRORS: Record<(typeof lists)[number]['path'], string> = {
  '/inventory': 'Failed to load inventory',
  '/items': 'Failed to load items',
  '/locations': 'Failed to load locations',
  '/bins': 'Failed to load bins',
  '/sales-orders': 'Failed to load sales orders',
  '/inbound-shipment': 'Failed to load inbound shipments',
  '/bin-count-records': 'Failed to load bin count records',
  '/bin-adjustment-records': 'Failed to load bin adjustment records',
  '/bin-transfer': 'Failed to load bin transfer records',
  '/inbound-data-records': 'Failed to load inbound data records',
  '/admins': 'Failed to load admins',
  '/wms-ai-users': 'Failed to load WMS AI users',
}

test('a list that cannot be loaded shows its own message and logs it', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const logged = () => log.mock.calls.map(([text]) => String(text))
  for (const { collection } of lists) {
    const path = `*/api${listEndpoint(collection).path}`
    api.use(http.get(path, () => HttpResponse.json({ detail: 'broken' }, { status: 500 })))
  }
  await signedInAdmin(server(), { isSuperAdmin: true, features: ADMIN_FEATURES })
  const page = await renderConsole({ path: '/items' })
  for (const { path } of lists) {
    const said = LOAD_ERRORS[path]
    await page.go(path)
    expect(await screen.findByText(said)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
    await waitFor(() => expect(logged()).toContain(`${said}: http 500`))
  }
})
