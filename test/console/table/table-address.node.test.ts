import { describe, expect, test } from 'vitest'
import type { View } from '#console/data/engine/types.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import {
  fitView,
  readListSearch,
  searchOf,
  viewOf,
  type ListSearch,
} from '#console/table/columns/table-address.ts'

const MANY = Array.from({ length: 10_000 }, (_, nth) => `c${String(nth)}`)

describe('an address', () => {
  const read: readonly [what: string, given: Record<string, unknown>, search: ListSearch][] = [
    ['nothing', {}, {}],
    [
      'all of it',
      { q: 'A-01', sort: '-name', page: 3, size: 25, filter: { wh: 'M' } },
      {
        q: 'A-01',
        sort: '-name',
        page: 3,
        size: 25,
        filter: { wh: 'M' },
      },
    ],
    ['a search that looks like a number', { q: 17 }, { q: '17' }],
    ['numbers as text', { page: '2', size: '50' }, { page: 2, size: 50 }],
    ['the first page and the usual size', { page: 1, size: 10, q: '', sort: '' }, {}],
    [
      'a filter that looks like a number',
      { filter: { aisle_no: 7 } },
      { filter: { aisle_no: '7' } },
    ],
    ['an empty filter', { filter: { wh: '' } }, {}],
    [
      'all that may be asked of a column',
      {
        filter: {
          wh: { text: 'M', values: ['Main', 7], empty: false },
          qty: { from: -2.5, to: 0 },
          at: { from: '2026-11-05' },
        },
      },
      {
        filter: {
          wh: { text: 'M', values: ['Main', '7'], empty: false },
          qty: { from: -2.5, to: 0 },
          at: { from: '2026-11-05' },
        },
      },
    ],
    ['a text in an object', { filter: { wh: { text: 'M' } } }, { filter: { wh: 'M' } }],
    ['an open row', { open: 4711 }, { open: '4711' }],
    ['a page far behind the last', { page: 1e9 }, { page: 1e9 }],
    ['a sort by what every object has', { sort: '__proto__' }, { sort: '__proto__' }],
  ]
  test.each(read)('an address with %s is read', (_what, given, search) => {
    expect(readListSearch(given)).toEqual(search)
  })

  const damaged: readonly [what: string, given: Record<string, unknown>][] = [
    ['a page before the first', { page: 0 }],
    ['a page below nothing', { page: -4 }],
    ['half a page', { page: 1.5 }],
    ['a page in words', { page: 'two' }],
    ['a size that is not offered', { size: 37 }],
    ['a sort that is no text', { sort: { id: 'x' } }],
    ['a search that is no text', { q: ['a'] }],
    ['filters that are no object', { filter: 'wh' }],
    ['nothing as filters', { filter: null }],
    ['a filter that is a list', { filter: { wh: ['Main'] } }],
    ['a filter of nothing known', { filter: { wh: { like: 'M' } } }],
    ['ends that are no numbers and no days', { filter: { qty: { from: 'a', to: Infinity } } }],
    ['a day that does not exist', { filter: { at: { from: '2026-02-30', to: '2026-13-01' } } }],
    ['values that are no texts', { filter: { wh: { values: [{}, null, ''], empty: 'yes' } } }],
    ['an open row that is no text', { open: { id: 1 } }],
    ['a search that is given twice', { q: ['a', 'b'] }],
    ['a page that is given twice', { page: [2, 3] }],
    ['a page without end', { page: Infinity }],
    ['ten thousand filters of nothing', { filter: Object.fromEntries(MANY.map((id) => [id, {}])) }],
  ]
  test.each(damaged)('an address with %s shows the defaults', (_what, given) => {
    expect(readListSearch(given)).toEqual({})
  })
})

describe('a view', () => {
  const usual: View = { search: '', filters: [], sort: null, page: 0, pageSize: 10 }
  const views: readonly [search: ListSearch, view: View][] = [
    [{}, usual],
    [{ q: 'bin' }, { ...usual, search: 'bin' }],
    [{ sort: 'name' }, { ...usual, sort: { id: 'name', descending: false } }],
    [{ sort: '-name' }, { ...usual, sort: { id: 'name', descending: true } }],
    [
      { page: 3, size: 100 },
      { ...usual, page: 2, pageSize: 100 },
    ],
    [
      { filter: { wh: 'Main', room: '2' } },
      {
        ...usual,
        filters: [
          { id: 'wh', text: 'Main' },
          { id: 'room', text: '2' },
        ],
      },
    ],
    [
      { filter: { wh: { values: ['Main'] }, qty: { from: 1, to: 2 }, at: { to: '2026-11-05' } } },
      {
        ...usual,
        filters: [
          { id: 'wh', values: ['Main'] },
          { id: 'qty', from: 1, to: 2 },
          { id: 'at', to: '2026-11-05' },
        ],
      },
    ],
  ]
  test.each(views)('the view %o survives the way to an address and back', (search, view) => {
    expect(viewOf(search)).toEqual(view)
    expect(searchOf(view)).toEqual(search)
  })
})

describe('a view that its columns cannot answer', () => {
  const c = columnKit<{ wh?: string; qty?: number; at?: string }>()
  const columns = [c.text('wh', 'WH'), c.quantity('qty', 'Quantity'), c.date('at', 'At')]
  const fitted = (search: ListSearch) => searchOf(fitView(viewOf(search), columns))

  const cases: readonly [what: string, asked: ListSearch, fits: ListSearch][] = [
    ['a sort of a column that is gone', { sort: '-gone', q: 'a' }, { q: 'a' }],
    [
      'a filter of a column that is gone',
      { filter: { gone: 'x', wh: 'M' } },
      { filter: { wh: 'M' } },
    ],
    ['a sort by what every object has', { sort: '-__proto__', page: 1e9 }, { page: 1e9 }],
    ['filters by what every object has', { filter: { constructor: 'x', toString: 'y' } }, {}],
    ['a range of texts', { filter: { wh: { from: 1 } } }, {}],
    ['days of a number', { filter: { qty: { from: '2026-11-05' } } }, {}],
    [
      'numbers of a date, next to what fits',
      { filter: { at: { to: 5, empty: false } } },
      { filter: { at: { empty: false } } },
    ],
  ]
  test.each(cases)('a view that its columns cannot answer loses %s', (_what, asked, fits) => {
    expect(fitted(asked)).toEqual(fits)
  })

  test('a view that its columns can answer is unchanged', () => {
    const view = viewOf({ sort: 'qty', filter: { qty: { from: 1 }, at: { to: '2026-11-05' } } })
    expect(fitView(view, columns)).toBe(view)
  })
})
