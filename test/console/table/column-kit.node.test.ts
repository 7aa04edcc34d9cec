import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { columnKit } from '#console/table/columns/column-kit.tsx'

interface Parcel {
  readonly id?: unknown
  readonly memo?: unknown
  readonly counted?: unknown
  readonly created_at?: unknown
  readonly quantity?: unknown
  readonly [unannounced: string]: unknown
}

const c = columnKit<Parcel>()

beforeEach(() => {
  vi.stubEnv('TZ', 'UTC')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

describe('a cell', () => {
  const created = '2026-11-05T15:42:00Z'
  const cases: readonly [
    kind: 'text' | 'date' | 'quantity' | 'yesNo',
    field: 'memo' | 'created_at' | 'quantity' | 'counted',
    given: unknown,
    value: unknown,
    shown: string,
  ][] = [
    ['text', 'memo', 'fragile', 'fragile', 'fragile'],
    ['text', 'memo', 12, 12, '12'],
    ['text', 'memo', null, null, '-'],
    ['text', 'memo', undefined, null, '-'],
    ['text', 'memo', '', '', '-'],
    [
      'text',
      'memo',
      { a: [1, 2], bC: { d: null } },
      '{"a":[1,2],"bC":{"d":null}}',
      'A: (1, 2), B C: (D: -)',
    ],
    ['text', 'memo', {}, null, '-'],
    ['text', 'memo', [], null, '-'],
    ['date', 'created_at', created, Date.parse(created), '05-11-2026 03:42 PM'],
    ['date', 'created_at', null, null, '-'],
    ['date', 'created_at', 'soon', null, 'soon'],
    [
      'date',
      'created_at',
      'Thu, 05 Nov 2026 15:42:00 GMT',
      Date.parse(created),
      '05-11-2026 03:42 PM',
    ],
    ['date', 'created_at', Date.parse(created), Date.parse(created), '05-11-2026 03:42 PM'],
    ['date', 'created_at', Date.parse(created) / 1_000, Date.parse(created), '05-11-2026 03:42 PM'],
    ['date', 'created_at', 20_261_105, null, '20261105'],
    ['quantity', 'quantity', 2.6, 2.6, '3'],
    ['quantity', 'quantity', '2.4', 2.4, '2'],
    ['quantity', 'quantity', null, null, '-'],
    ['yesNo', 'counted', true, true, 'Yes'],
    ['yesNo', 'counted', false, false, 'No'],
    ['yesNo', 'counted', null, null, '-'],
  ]
  test.each(cases)(
    'a cell of kind %s over %s with %o is correct',
    (kind, field, given, value, shown) => {
      const column = c[kind](field, 'Title')
      expect(column).toMatchObject({ id: field, title: 'Title' })
      expect(column.value({ [field]: given })).toEqual(value)
      expect(column.text({ [field]: given })).toBe(shown)
    },
  )

  test('a custom cell sorts by its value and is rendered by its cell', () => {
    const column = c.custom({
      id: 'size',
      title: 'Size',
      value: ({ quantity }) => (quantity === undefined ? null : Number(quantity) * 2),
      cell: () => 'drawn',
    })
    expect(column.value({ quantity: 4 })).toBe(8)
    expect(column.text({ quantity: 4 })).toBe('8')
    expect(column.text({})).toBe('-')
    expect(column.cell?.({})).toBe('drawn')
  })
})

describe('undeclared fields', () => {
  const AT = '2026-11-05T15:42:00Z'
  const known = [c.text('id', 'ID')]
  const rest = (rows: readonly Parcel[]) =>
    c.rest(rows, known).map(({ id, title, kind }) => [id, title, kind])

  test('undeclared fields come after the declared ones, in their order, with a readable title', () => {
    const rows = [
      { id: 1, lotNumber: 'L1' },
      { id: 2, lotNumber: 'L2', shelf_life: 3 },
    ]
    expect(rest(rows)).toEqual([
      ['lotNumber', 'Lot Number', 'text'],
      ['shelf_life', 'Shelf Life', 'text'],
    ])
  })

  test('undeclared fields are dates if name and value say so, even if the first row lacks them', () => {
    const rows = [
      { checked_at: null, packed_at: '' },
      { checked_at: AT, packed_at: AT, memo_at: 'noon' },
    ]
    expect(rest(rows)).toEqual([
      ['checked_at', 'Checked At', 'date'],
      ['packed_at', 'Packed At', 'date'],
      ['memo_at', 'Memo At', 'text'],
    ])
  })

  test('undeclared dates of another server are dates in every form that records are read in', () => {
    const rows = [
      { packed_at: 'Thu, 05 Nov 2026 15:42:00 GMT', checked_at: Date.parse(AT), run_time: 1_200 },
    ]
    expect(rest(rows)).toEqual([
      ['packed_at', 'Packed At', 'date'],
      ['checked_at', 'Checked At', 'date'],
      ['run_time', 'Run Time', 'text'],
    ])
  })

  test('undeclared fields are quantities if name and value say so: rounded on the screen, exact in a file', () => {
    const rows = [{ quantity: '2.5', line_id: 7, available: true }, { quantity: { a: 1 } }]
    expect(rest(rows)).toEqual([
      ['quantity', 'Quantity', 'quantity'],
      ['line_id', 'Line ID', 'text'],
      ['available', 'Available', 'text'],
    ])
    const [quantity] = c.rest(rows, known)
    expect(rows.map((row) => quantity?.text(row))).toEqual(['3', 'A: 1'])
    expect(rows.map((row) => quantity?.value(row))).toEqual([2.5, null])
    expect(quantity?.cell?.({ quantity: { a: 1 } })).toBeDefined()
  })

  test('undeclared fields are found in the last of many rows, and if they are empty at first', () => {
    const rows: Parcel[] = Array.from({ length: 5_000 }, (_, id) => ({ id, seen_at: null }))
    rows.push({ id: 5_000, seen_at: '2026-11-05T15:42:00Z' }, { id: 5_001, carrier: 'Boat' })
    expect(rest(rows)).toEqual([
      ['seen_at', 'Seen At', 'date'],
      ['carrier', 'Carrier', 'text'],
    ])
  })

  test('the number of undeclared columns is limited', () => {
    const rows = Array.from({ length: 5_000 }, (_, id) => ({ id, [`f${String(id)}`]: id }))
    expect(rest(rows)).toHaveLength(400)
  })

  test('nested undeclared fields are shown in words, never as JSON or [object Object]', () => {
    const [column] = c.rest([{ extra: { a: 1 } }], known)
    expect(column?.text({ extra: { a: 1 } })).toBe('A: 1')
    expect(column?.cell?.({ extra: { a: 1 } })).toBeDefined()
    expect(column?.cell?.({ extra: 'a' })).toBeUndefined()
  })

  test('there are no undeclared columns if every field is shown', () => {
    expect(rest([{ id: 1 }])).toEqual([])
    expect(rest([])).toEqual([])
  })
})
