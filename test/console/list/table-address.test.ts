// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { View } from '#console/data/engine/view-index.ts'
import { readListSearch, searchOf, viewOf, type ListSearch } from '#console/list/table-address.ts'

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
  ]
  test.each(read)('with %s is read', (_what, given, search) => {
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
  ]
  test.each(damaged)('with %s shows the usual', (_what, given) => {
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
  ]
  test.each(views)('of %o is the same there and back', (search, view) => {
    expect(viewOf(search)).toEqual(view)
    expect(searchOf(view)).toEqual(search)
  })
})
