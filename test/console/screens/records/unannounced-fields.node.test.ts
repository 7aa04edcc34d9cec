import { describe, expect, test } from 'vitest'
import type { CollectionName, Row } from '#contract/collections.ts'
import type { ShapedTable } from '#console/table/shaped-table.ts'
import { lists } from '#console/screens/lists.ts'

const AT = '2026-05-10T15:42:00Z'
const SHARED = { id: 'R1', created_at: AT, updated_at: AT }
const REPORT = { ...SHARED, username: 'pat', bin_name: 'A-01', inventory_id: 7, bin_id: 8 }

/** One whole record of each list; for inbound data its item, which most columns read. */
const RECORDS: Record<CollectionName, Row> = {
  locations: { id: 1, name: 'Main', location: 'Main : A' },
  bins: { id: 1, bin_number: 'A-01', location: 'Main', aisle_no: 3, inactive_bin: false },
  items: { id: 1, name: 'Widget', upc_code: '4006381' },
  inventory: { item: 'W', internal_id: 5, location_id: 1, location: 'Main', available_quantity: 3 },
  salesOrders: { ...SHARED, name: 'SO1', status: 'Open', ship_from: 'Main', internal_id: 5 },
  inboundShipments: { ...SHARED, shipment_number: 'IS1', supplier: 'Acme', expected_date: AT },
  inboundDataRecords: { itemId: 5, upcCode: '4006381', itemName: 'Widget', enteredQuantity: 2 },
  binCountRecords: REPORT,
  binAdjustmentRecords: REPORT,
  binTransfer: REPORT,
  admins: { username: 'ada', company_name: 'Acme', company_email: 'a@b.example', created_at: AT },
  wmsAiUsers: { userid: 'pat', name: 'Pat', location: 'Main', created_at: AT },
}

type Respell = (field: string) => string
type ValueFor = (own: unknown) => unknown

/** `upc_code` as `UPC_CODE`, `upc code` and `upc-code_`. */
const SPELLINGS: readonly Respell[] = [
  (field) => field.toUpperCase(),
  (field) => field.replace(/_|(?=[A-Z])/g, ' '),
  (field) => `${field.replaceAll('_', '-')}_`,
]

const VALUES: readonly (readonly [what: string, valueFor: ValueFor])[] = [
  ['null', () => null],
  ['undefined', () => undefined],
  ['an empty text', () => ''],
  ['the same value', (own) => own],
]

/** The record, with each of its fields duplicated under another name. */
function doubled(record: Row, respell: Respell, valueFor: ValueFor): Row {
  const others = Object.entries(record).map(([field, own]: [string, unknown]) => [
    respell(field),
    valueFor(own),
  ])
  return { ...Object.fromEntries(others), ...record }
}

const titles = ({ columns }: ShapedTable) => columns.map(({ title }) => title)

/** The columns of a list and of the table in its details. */
function titlesOf({ collection, table, details }: (typeof lists)[number], record: Row): string[] {
  const isInbound = collection === 'inboundDataRecords'
  const shown = table([isInbound ? { ...SHARED, inbound_data: { itemData: [record] } } : record])
  const [row = {}] = shown.rows
  return [
    ...titles(shown),
    ...(details && 'content' in details ? titles(details.content(row)) : []),
  ]
}

describe.each(lists)('$title', (screen) => {
  const record = RECORDS[screen.collection]
  test.each(VALUES)(
    'a field that holds %s under another spelling gets no second column',
    (_value, valueFor) => {
      for (const respell of SPELLINGS) {
        const given = doubled(record, respell, valueFor)
        expect(titlesOf(screen, given)).toEqual(titlesOf(screen, record))
      }
    },
  )
})

describe('a field under a second name', () => {
  const screenOf = (collection: CollectionName) => {
    const screen = lists.find((each) => each.collection === collection)
    if (!screen) throw new Error(`There is no list of ${collection}`)
    return screen
  }

  test.each(['items', 'inboundDataRecords', 'inventory'] as const)(
    'a duplicate with a different value is shown: %s',
    (collection) => {
      const record = RECORDS[collection]
      const given = doubled(
        record,
        (field) => field.toUpperCase(),
        (own) => `other ${String(own)}`,
      )
      const more = titlesOf(screenOf(collection), given).length
      expect(more).toBe(titlesOf(screenOf(collection), record).length + Object.keys(record).length)
    },
  )

  const ALTERNATIVES: readonly (readonly [CollectionName, Row, Row, Row])[] = [
    ['locations', { id: 1 }, { location_id: 1 }, { location_id: 2 }],
    ['bins', { id: 1 }, { bin_id: '1' }, { bin_id: 2 }],
    ['items', { id: 1 }, { item_id: null }, { item_id: 2 }],
    [
      'inventory',
      { item: 'W', internal_id: 5, available_quantity: 3 },
      { quantity_available: '3', available: null, total_available: 3 },
      { total_available: 4 },
    ],
    [
      'inboundDataRecords',
      { itemName: 'Widget' },
      { item: null, name: 'Widget', location: '' },
      { name: 'Another' },
    ],
  ]
  test.each(ALTERNATIVES)(
    'an alternative that a known column reads gets a column only if it differs: %s',
    (collection, known, silent, telling) => {
      const shown = titlesOf(screenOf(collection), known)
      expect(titlesOf(screenOf(collection), { ...silent, ...known })).toEqual(shown)
      expect(titlesOf(screenOf(collection), { ...known, ...telling })).toHaveLength(
        shown.length + 1,
      )
    },
  )
})

test('a text among the quantities of an undeclared field leaves the others sorted as numbers', () => {
  const screen = lists.find(({ collection }) => collection === 'binAdjustmentRecords')
  const shown = screen?.table(
    [-5, -10, 1.5, 1.25, 'unknown', 3].map((moved_qty, nth) => ({ ...REPORT, id: nth, moved_qty })),
  )
  const column = shown?.columns.find(({ title }) => title === 'Moved Qty')
  const sort = { id: column?.id ?? '', descending: false }
  const rows = shown?.index.matching({ search: '', filters: [], sort })
  const texts = rows?.map((row) => [column?.value(row), column?.text(row)])
  expect(texts).toEqual([
    [-10, '-10'],
    [-5, '-5'],
    [1.25, '1'],
    [1.5, '2'],
    [3, '3'],
    [null, 'unknown'],
  ])
})
