import { describe, expect, test } from 'vitest'
import type { ColumnFilter } from '#contract/views/list-search.ts'
import { columnKit, type Column } from '#console/table/columns/column-kit.tsx'
import { windowAt } from '#console/table/columns/column-window.ts'
import { cellsText } from '#console/table/menu/copy-cells.ts'
import { withFilter, filterInWords } from '#console/table/columns/filter-words.ts'
import { partsOf } from '#console/table/rows/highlight.tsx'
import { rowsAt } from '#console/table/rows/row-window.ts'
import { viewOf } from '#console/table/columns/table-address.ts'
import {
  withoutMissing,
  extendSelection,
  selectionExtent,
  emptySelection,
  toggled,
  toggledAll,
} from '#console/table/rows/table-selection.ts'

describe('search matches', () => {
  const cases: readonly [text: string, wanted: string[], parts: string][] = [
    ['Aisle 7', ['aisle'], '[Aisle] 7'],
    ['banana', ['an'], 'b[an][an]a'],
    ['WH 1 WH 11', ['wh 1', '11'], '[WH 1] [WH 1]1'],
    ['C-05', ['05', '05-'], 'C-[05]'],
    ['abcd', ['b', 'bc'], 'a[bc]d'],
    ['Dock', ['', ''], 'Dock'],
    ['Dock', ['aisle'], 'Dock'],
    ['İzmir', ['izmir'], 'İzmir'],
  ]
  test.each(cases)('matches in %s for %j are marked: %s', (text, wanted, expected) => {
    const parts = partsOf(text, wanted)
    expect(parts.map((part, nth) => (nth % 2 === 1 ? `[${part}]` : part)).join('')).toBe(expected)
  })
})

describe('a filter', () => {
  const cases: readonly [filter: ColumnFilter, words: string][] = [
    [{ text: 'A-0' }, 'contains "A-0"'],
    [{ values: ['Main', 'Annex'] }, 'Main, Annex'],
    [{ values: ['a', 'b', 'c', 'd'] }, 'a, b and 2 more'],
    [{ from: 2, to: 9 }, '2 – 9'],
    [{ from: 5, to: 5 }, '5'],
    [{ from: '2026-11-05', to: '2026-11-05' }, '05-11-2026'],
    [{ from: -1.5 }, '≥ -1.5'],
    [{ to: '2026-11-05' }, '≤ 05-11-2026'],
    [{ empty: false, text: 'x' }, 'contains "x", not empty'],
    [{ empty: true }, 'empty'],
    [{}, ''],
  ]
  test.each(cases)('the filter %j reads %s', (filter, words) => {
    expect(filterInWords(filter)).toBe(words)
  })

  test("a column's filter replaces the previous one, starts at the first page, and is removed when empty", () => {
    const view = viewOf({ page: 4, filter: { wh: 'M', room: '2' } })
    expect(withFilter(view, 'wh', { values: ['Main'] })).toMatchObject({
      page: 0,
      filters: [
        { id: 'room', text: '2' },
        { id: 'wh', values: ['Main'] },
      ],
    })
    expect(withFilter(view, 'wh', { text: '' }).filters).toEqual([{ id: 'room', text: '2' }])
    expect(withFilter(view, 'wh', null).filters).toEqual([{ id: 'room', text: '2' }])
  })
})

describe('a selection', () => {
  const order = ['a', 'b', 'c', 'd']
  const keys = (selection: typeof emptySelection) => [...selection.keys].toSorted().join('')

  test('selecting a row again deselects it', () => {
    const one = toggled(emptySelection, 'b')
    expect([keys(one), keys(toggled(one, 'b'))]).toEqual(['b', ''])
  })

  test('a range reaches from the last row to another, in both directions', () => {
    const one = toggled(emptySelection, 'c')
    expect(keys(extendSelection(one, 'a', order))).toBe('abc')
    expect(keys(extendSelection(one, 'd', order))).toBe('cd')
    expect(keys(extendSelection(extendSelection(one, 'd', order), 'a', order))).toBe('abcd')
  })

  test('a range without a start on this page selects only the row', () => {
    expect(keys(extendSelection(emptySelection, 'b', order))).toBe('b')
    expect(keys(extendSelection(toggled(emptySelection, 'elsewhere'), 'b', order))).toBe(
      'belsewhere',
    )
  })

  test('a refresh deselects the rows that it removes', () => {
    const two = toggled(toggled(emptySelection, 'a'), 'gone')
    expect(keys(withoutMissing(two, order))).toBe('a')
    expect(withoutMissing(two, [...order, 'gone'])).toBe(two)
  })

  test('selecting a page again deselects it, and keeps rows on other pages', () => {
    const other = toggled(emptySelection, 'x')
    const some = toggled(other, 'a')
    expect([selectionExtent(other, order), selectionExtent(some, order)]).toEqual(['none', 'some'])
    const all = toggledAll(some, order)
    expect([selectionExtent(all, order), keys(all)]).toEqual(['all', 'abcdx'])
    expect(keys(toggledAll(all, order))).toBe('x')
    expect(selectionExtent(all, [])).toBe('none')
  })
})

test('cells are copied as displayed, quantities exactly, and empty ones as empty', () => {
  const c = columnKit<{ name?: string | null; qty?: number; at?: string }>()
  const columns = [c.text('name', 'Name'), c.quantity('qty', 'Quantity')]
  const rows = [{ name: 'A\tB\nC', qty: 10.6 }, { name: null, qty: 3 }, { name: '-' }]
  expect(cellsText(rows, columns as unknown as Column<object>[])).toBe('A B C\t10.6\n\t3\n-\t')
})

describe('the columns of a wide table', () => {
  const widths = Array.from({ length: 205 }, () => 230)
  const cases: readonly [scrolled: number, room: number, from: number, to: number][] = [
    [0, 1_000, 1, 7],
    [2_300, 1_000, 8, 17],
    [205 * 230 - 1_000, 1_000, 198, 205],
    [0, 0, 1, 205],
  ]
  test.each(cases)(
    'scrolled by %i in %i px, the columns %i to %i are drawn',
    (at, room, from, to) => {
      expect(windowAt(widths, at, room)).toEqual({ from, to })
    },
  )
})

describe('the rows of a long page', () => {
  const cases: readonly [scrolled: number, room: number, from: number, to: number][] = [
    [0, 570, 0, 20],
    [37 * 50, 570, 44, 72],
    [37 * 84, 570, 80, 104],
    [0, 0, 0, Number.POSITIVE_INFINITY],
  ]
  test.each(cases)('scrolled by %i in %i px, the rows %i to %i are drawn', (at, room, from, to) => {
    expect(rowsAt(at, room, 37)).toEqual({ from, to, height: 37 })
  })
})
