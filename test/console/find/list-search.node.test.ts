/** The box leads to a list's own search only where that finds something. */
import { expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { entryOfRow } from '#console/data/engine/find/entries.ts'
import type { FoundList } from '#console/data/engine/find/entry.ts'
import { findIn } from '#console/data/engine/find/find-in.ts'
import { mayBeFoundInList } from '#console/data/engine/find/list-search.ts'
import { makePart } from '#console/data/engine/find/part.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { searchFor } from '#console/find/open-found.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { lists } from '#console/screens/lists.ts'
import { fitView, readListSearch, viewOf } from '#console/table/columns/table-address.ts'

const many = (rowOf: (nth: string) => Row): Row[] =>
  Array.from({ length: 8 }, (_, nth) => rowOf(String(nth + 1)))

const LISTS: Partial<Record<FoundList, Row[]>> = {
  items: many((nth) => ({
    id: `70${nth}`,
    name: `HEX-BOLT M${nth}`,
    upc_code: `4006381333${nth}`,
  })),
  bins: many((nth) => ({ id: `3${nth}`, bin_number: `D-01-0${nth}`, location: 'WH 1' })),
  locations: many((nth) => ({ id: nth, name: `Hall ${nth}`, location: `Main : Hall ${nth}` })),
  salesOrders: many((nth) => ({
    internal_id: `90${nth}`,
    line_id: 1,
    transaction_id: `SO200${nth}`,
    ponumber: `PO-7${nth}`,
    name: 'Hill & Co',
    location: 'WH 1',
  })),
  inboundShipments: many((nth) => ({ id: nth, shipment_number: `INS-${nth}`, supplier: 'Hill' })),
  binCountRecords: many((nth) => ({
    id: nth,
    bin_name: `D-01-0${nth}`,
    bin_data: [{ item_data: [{ item_name: 'HEX-BOLT' }, { item_name: 'NUT M8' }] }],
  })),
  inboundDataRecords: many((nth) => ({
    id: nth,
    inbound_data: {
      containerName: `CONT-${nth}`,
      binName: 'D-01-01',
      itemData: [{ itemName: 'HEX-BOLT' }, { itemName: 'NUT M8' }],
    },
  })),
  admins: many((nth) => ({ username: `anna-${nth}`, company_name: 'Hill & Co' })),
  wmsAiUsers: many((nth) => ({ userid: nth, name: `Pat Hill ${nth}`, location: 'WH 1' })),
}

function searchesOf(list: FoundList, rows = LISTS[list] ?? []) {
  const screen = lists.find(({ collection }) => collection === list)
  if (!screen) throw new Error('no screen')
  const part = runSync(makePart(rows, entryOfRow(list)))
  const table = screen.table(rows)
  const index = indexRows(table.rows, table.columns)
  return {
    inBox: (query: string) => runSync(findIn(new Map([[list, part]]), query, { limit: 8 })),
    inList: (query: string) => index.answer(fitView(viewOf({ q: query }), table.columns)).total,
    /** The rows that an address shows, as read back from it. */
    at: (address: object) => {
      const search = readListSearch(JSON.parse(JSON.stringify(address)) as Record<string, unknown>)
      return index.answer(fitView(viewOf(search), table.columns)).rows
    },
  }
}

const NAMES = Object.keys(LISTS) as FoundList[]
const SEARCHES = [
  'd01',
  'wh1',
  'd-01 wh',
  'wh 1 d',
  'hexbolt',
  'hex bolt',
  'po7',
  'hill co',
  'conthex',
  'D-01',
  'WH 1 ',
  'hex-bolt',
  'hill &',
  'so200',
  'ins-',
  'cont-',
  'hall',
  'anna-',
  '40063',
  'nut m8',
  'd-01-01 · hex-bolt',
  'hill & co · wh 1',
  '1',
  '70',
  'pat hill',
]

test.each(NAMES)('what is said to be found in the list of %s is found there', (list) => {
  const { inBox, inList } = searchesOf(list)
  const said = SEARCHES.map((search) => ({ search, hits: inBox(search) }))
    .filter(({ search, hits }) => mayBeFoundInList(list, search, hits))
    .map(({ search }) => ({ search, rows: inList(search) }))
  expect(said.filter(({ rows }) => rows === 0)).toEqual([])
  expect(said.length).toBeGreaterThan(1)
})

test('bins are found in their list by a part of their number or location, and not without its hyphens and spaces', () => {
  const { inBox } = searchesOf('bins')
  const isFound = (search: string): boolean => mayBeFoundInList('bins', search, inBox(search))
  for (const search of ['d-01', ' D-01-0 ', 'wh 1', '1', '-01-'])
    expect({ search, isFound: isFound(search) }).toEqual({ search, isFound: true })
  for (const search of ['d01', 'wh1', 'd-01 wh', 'wh 1 d', 'd 01'])
    expect({ search, isFound: isFound(search), hits: inBox(search).length }).toEqual({
      search,
      isFound: false,
      hits: 8,
    })
})

test.each([
  [
    'admins',
    'acme.com',
    (nth: string) => ({ username: `u${nth}`, company_email: `${nth}@acme.com` }),
  ],
  ['salesOrders', 'ref-77', (nth: string) => ({ internal_id: nth, reference_1: `REF-77${nth}` })],
] as const)(
  'the list of %s is offered for %s, which only the list shows',
  (list, search, rowOf) => {
    const { inBox, inList } = searchesOf(list, many(rowOf))
    expect(mayBeFoundInList(list, search, inBox(search))).toBe(true)
    expect(inList(search)).toBe(8)
  },
)

test.each(['admins', 'wmsAiUsers'] as const)(
  'a person who was found in %s is the only one in the list that opens, whatever was typed',
  (list) => {
    const created_at = '2026-01-11T08:00:00Z'
    const people = Array.from({ length: 40 }, (_, nth) => {
      const id = String(nth + 1)
      return list === 'admins'
        ? { username: id, company_name: 'Hill', created_at }
        : { userid: id, name: `Pat ${id}`, location: 'WH 1', created_at }
    })
    const { inBox, at } = searchesOf(list, people)
    for (const typed of ['1', list === 'admins' ? 'hill' : 'wh1']) {
      const [hit] = inBox(typed)
      if (!hit) throw new Error('no person was found')
      expect(at(searchFor(hit))).toEqual([people[0]])
    }
  },
)
