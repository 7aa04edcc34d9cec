/** Rows with unexpected values: how they are shown, found, sorted and filtered. */
import { describe, expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { FieldFilter } from '#console/data/engine/types.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import { exportCell } from '#console/export/export-cells.ts'
import { widthsIn } from '#console/table/columns/column-widths.ts'
import { shownIn } from '#console/table/columns/table-layout.ts'
import { readLayout } from '#console/table/columns/table-memory.ts'

/** As parsed from an answer. */
type Odd = Record<string, unknown>

const c = columnKit<Odd>()

interface Asked {
  readonly sort?: string
  readonly descending?: boolean
  readonly search?: string
  readonly filters?: readonly FieldFilter[]
}

/** What a column over some values shows, from top to bottom. */
function seen(values: readonly unknown[], kind: 'text' | 'quantity' | 'date', asked: Asked = {}) {
  const rows = values.map((value) => ({ at: value }))
  const column = c[kind]('at' as never, 'At')
  const { sort, descending = false, search = '', filters = [] } = asked
  const view = { search, filters, sort: sort === undefined ? null : { id: sort, descending } }
  return indexRows(rows, [column])
    .matching(view)
    .map((row) => column.text(row))
}

describe('quantities in odd spellings', () => {
  const values = ['1e5', '007', '-0', 'NaN', 'Infinity', null, '', 'few', 3, '2.5', false, -1]

  test('quantities are shown as numbers if they can be read, and otherwise as text', () => {
    const words = ['100000', '7', '0', 'NaN', 'Infinity', '-', '-', 'few', '3', '3', 'No', '-1']
    expect(seen(values, 'quantity')).toEqual(words)
  })

  test('quantities are sorted as numbers, and unreadable ones come last in both directions', () => {
    const none = ['NaN', 'Infinity', '-', '-', 'few', 'No']
    const numbers = ['-1', '0', '3', '3', '7', '100000']
    expect(seen(values, 'quantity', { sort: 'at' })).toEqual([...numbers, ...none])
    const turned = seen(values, 'quantity', { sort: 'at', descending: true })
    expect(turned).toEqual([...numbers.toReversed(), ...none])
  })

  test('quantities are filtered by a range, and as empty only if nothing is shown', () => {
    const within = (filter: Omit<FieldFilter, 'id'>) =>
      seen(values, 'quantity', { filters: [{ id: 'at', ...filter }] })
    expect(within({ from: 0, to: 7 })).toEqual(['7', '0', '3', '3'])
    expect(within({ empty: true })).toEqual(['-', '-'])
    expect(within({ text: 'inf' })).toEqual(['Infinity'])
  })

  test('readable quantities are exported as numbers', () => {
    const column = columnKit<object>().quantity('at' as never, 'At')
    expect(values.map((at) => exportCell({ at }, column, 'CSV'))).toEqual([
      1e5,
      7,
      -0,
      'NaN',
      'Infinity',
      null,
      null,
      'few',
      3,
      2.5,
      'No',
      -1,
    ])
  })
})

describe('days before 1900, far ahead and none', () => {
  const values = ['1899-12-31', '0001-01-01', '9999-12-31', '2026-02-30', '0000-00-00', 'soon', 5]

  test('readable days are shown and sorted as days', () => {
    const days = ['01-01-0001 12:00 AM', '31-12-1899 12:00 AM', '31-12-9999 12:00 AM']
    const sorted = seen(values.slice(0, 3), 'date', { sort: 'at' })
    expect(sorted).toEqual(days)
    expect(seen(values.slice(4), 'date')).toEqual(['0000-00-00', 'soon', '5'])
  })

  test('days are filtered by day', () => {
    const filters = [{ id: 'at', to: '1900-01-01' }]
    const found = ['31-12-1899 12:00 AM', '01-01-0001 12:00 AM']
    expect(seen(values, 'date', { filters })).toEqual(found)
  })
})

describe('texts of other scripts', () => {
  const values = ['Ångström', 'Zürich', '🧊 Kühlraum', 'مخزن ٧', 'a\u0301rbol', 'İzmir', 'ÅNGSTRÖM']

  test('texts of other scripts are found in any case, and contain what they are found by', () => {
    expect(seen(values, 'text', { search: 'ÅNGS' })).toEqual(['Ångström', 'ÅNGSTRÖM'])
    expect(seen(values, 'text', { search: '🧊' })).toEqual(['🧊 Kühlraum'])
    expect(seen(values, 'text', { search: 'مخزن' })).toEqual(['مخزن ٧'])
    expect(seen(values, 'text', { search: 'i̇zm' })).toEqual(['İzmir'])
  })

  test('texts of other scripts are sorted as by a collator, among numbers, yes and no', () => {
    const mixed = [...values, 7, true, 10, '9', false]
    const { compare } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
    const shown = (value: unknown) => (value === true ? 'Yes' : value === false ? 'No' : value)
    const sorted = mixed.toSorted((a, b) => compare(String(a), String(b))).map(shown)
    expect(seen(mixed, 'text', { sort: 'at' })).toEqual(sorted.map(String))
  })

  test('a text of ten thousand letters is found by its end', () => {
    const long = `${'x'.repeat(10_000)} end`
    const filters = [{ id: 'at', text: 'x end' }]
    expect(seen([long, 'end'], 'text', { filters })).toEqual([long])
  })
})

describe('columns', () => {
  test('a column without a value is empty, and its rows keep their order', () => {
    const nothing = [null, undefined, '', null]
    expect(seen(nothing, 'text', { sort: 'at', descending: true })).toEqual(['-', '-', '-', '-'])
    const rows = nothing.map((at) => ({ at }))
    const index = indexRows(rows, [c.text('at' as never, 'At')])
    const facets = index.facets({ search: '', filters: [], sort: null }, 'at')
    expect(facets).toEqual({ values: [], distinct: 0, empty: 4, filled: 0 })
  })

  test('there are three hundred columns if rows have that many fields', () => {
    const fields = Array.from({ length: 300 }, (_, nth) => `field_${String(nth)}`)
    const rows = [Object.fromEntries(fields.map((field) => [field, field]))]
    expect(c.rest(rows, []).map(({ id }) => id)).toEqual(fields)
  })

  test('a column may be named like a property of every object', () => {
    const row: unknown = JSON.parse('{"constructor":"Bolt & Co","__proto__":"x","toString":1}')
    const columns = c.rest([row as Odd], [])
    const ids = columns.map(({ id }) => id)
    expect(columns.map((column) => column.text(row as Odd))).toEqual(['Bolt & Co', 'x', '1'])
    const layout = readLayout('Odd', 'ada', { columns: ids, leading: [] })
    expect(shownIn(layout)).toEqual(['constructor', '__proto__', 'toString'])
    expect(widthsIn(layout, ids, 900, { contents: new Map(), leading: [] })).toEqual([
      300, 300, 300,
    ])
    const found = indexRows([row as Odd], columns).matching({
      search: '',
      filters: ids.map((id) => ({ id, empty: false })),
      sort: { id: '__proto__', descending: true },
    })
    expect(found).toEqual([row])
  })
})
