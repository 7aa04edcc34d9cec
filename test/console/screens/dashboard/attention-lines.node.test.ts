/** Each sentence about shipments leads to exactly the rows that it counts; those about syncs name what needs a look. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { RunState, SyncArea } from '#contract/sync/runs.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { shipmentLines, syncLines } from '#console/screens/dashboard/attention/attention-lines.ts'
import { lists } from '#console/screens/lists.ts'
import { fitView, readListSearch, viewOf } from '#console/table/columns/table-address.ts'
import { aSyncRun } from '#test/support/console/sync-run.ts'

const NOON = Date.UTC(2026, 4, 11, 16)

beforeEach(() => vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => vi.unstubAllEnvs())

const overdue = { expected_date: '2026-05-01', received_date: null }
const DONE: readonly Row[] = [
  { id: '90', ...overdue, status: 'Closed' },
  { id: '91', ...overdue, status: 'Received' },
  { id: '92', ...overdue, status: 'In Transit', received_date: '2026-05-02' },
  { id: '93', ...overdue, status: 'In Transit', expected_date: '2026-05-11' },
  { id: '94', ...overdue, expected_date: '2026-06-01' },
]

/** What the sentences say, each with the rows that its address opens. */
function linesAndRows(shipments: readonly Row[]) {
  const screen = lists.find(({ collection }) => collection === 'inboundShipments')
  if (!screen) throw new Error('no screen')
  const { rows, columns } = screen.table(shipments)
  const index = indexRows(rows, columns)
  return shipmentLines(shipments, NOON).map(({ key, count, words, filter }) => {
    // As read back from an address.
    const search = readListSearch(JSON.parse(JSON.stringify({ filter })) as Record<string, unknown>)
    const found = index.answer(fitView(viewOf(search), columns)).rows
    return { key, count, words, ids: found.map((row) => Reflect.get(row, 'id') as unknown) }
  })
}

test('overdue shipments without a status have a sentence of their own', () => {
  const shipments = [
    { id: '1', ...overdue, status: 'In Transit' },
    { id: '2', ...overdue, status: 'To Be Shipped' },
    { id: '3', ...overdue, status: null },
    { id: '4', ...overdue },
    { id: '5', ...overdue, status: '' },
    ...DONE,
  ]
  expect(linesAndRows(shipments)).toEqual([
    { key: 'overdue', count: 2, words: 'shipments overdue', ids: ['1', '2'] },
    {
      key: 'overdue without status',
      count: 3,
      words: 'shipments overdue without a status',
      ids: ['3', '4', '5'],
    },
  ])
})

test.each([
  ['in words', 'In Transit'],
  ['as a number', 3],
  ['as a reference', { id: '3', refName: 'In Transit' }],
  ['as a dash', '-'],
])('an overdue shipment with a status %s is among the rows of its sentence', (_how, status) => {
  expect(linesAndRows([{ id: '1', ...overdue, status }, ...DONE])).toEqual([
    { key: 'overdue', count: 1, words: 'shipments overdue', ids: ['1'] },
  ])
})

test.each([
  ['as the date of HTTP', 'Fri, 01 May 2026 12:00:00 GMT'],
  ['as seconds', Date.UTC(2026, 4, 1, 12) / 1_000],
])(
  'a shipment expected on a day written %s is overdue, and among the rows',
  (_how, expected_date) => {
    expect(linesAndRows([{ id: '1', expected_date, status: 'In Transit' }, ...DONE])).toEqual([
      { key: 'overdue', count: 1, words: 'shipments overdue', ids: ['1'] },
    ])
  },
)

test('there is no sentence about shipments where none is overdue', () => {
  expect(linesAndRows(DONE)).toEqual([])
})

const HOUR_MS = 3_600_000

/** An area whose last pull has just ended in a state. `successHours` is the age of its last success. */
function anArea(state: RunState, successHours: number | null): SyncArea {
  const run = (runState: RunState, hours: number) => {
    const at = new Date(NOON - hours * HOUR_MS).toISOString()
    return aSyncRun({
      collection: 'inboundShipments',
      state: runState,
      started_at: at,
      ended_at: at,
      rows: 0,
    })
  }
  return {
    collection: 'inboundShipments',
    present: null,
    last: run(state, 0),
    last_success: successHours === null ? null : run('success', successHours),
    expected_rows: null,
  }
}

test.each([
  ['left rows out and never brought them all is named', 'partial', null, ['never synced']],
  ['brought all rows hours ago is named', 'partial', 7, ['last successful sync 7 h ago']],
  ['brought all rows a while ago is not named', 'partial', 5, []],
  ['found nothing where there never was anything is not named', 'empty', null, []],
  ['found nothing where there were rows is named', 'empty', 7, ['last successful sync 7 h ago']],
] as const)('a sync that %s', (_what, state, hours, words) => {
  const place = { title: 'Shipments', path: '/inbound-shipment' } as const
  const lines = syncLines([anArea(state, hours)], new Map([['inboundShipments', place]]), NOON)
  expect(lines.map((line) => line.words)).toEqual(words.map((each) => `Shipments: ${each}`))
})
