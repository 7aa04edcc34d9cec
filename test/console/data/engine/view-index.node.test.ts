import { afterEach, describe, expect, test, vi } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { Field, FieldFilter, View } from '#console/data/engine/types.ts'

interface Shelf {
  readonly id: number
  readonly name: string | null
  readonly quantity: number | null
  readonly open: boolean | null
}

const fields: Field<Shelf>[] = [
  { id: 'id', value: ({ id }) => id, text: ({ id }) => String(id) },
  { id: 'name', value: ({ name }) => name, text: ({ name }) => name || '-' },
  {
    id: 'quantity',
    value: ({ quantity }) => quantity,
    text: ({ quantity }) => (quantity === null ? '-' : String(Math.round(quantity))),
  },
  {
    id: 'open',
    value: ({ open }) => open,
    text: ({ open }) => (open === null ? '-' : open ? 'Yes' : 'No'),
  },
]

const everything: View = { search: '', filters: [], sort: null, page: 0, pageSize: 10 }
const shelf = (id: number, more: Partial<Shelf> = {}): Shelf => ({
  id,
  name: null,
  quantity: null,
  open: null,
  ...more,
})
const ids = (rows: readonly Shelf[]) => rows.map(({ id }) => id)

describe('a search', () => {
  const rows = [
    shelf(1, { name: 'Aisle One', quantity: 12 }),
    shelf(2, { name: 'aisle two', quantity: 13.6, open: true }),
    shelf(3, { name: 'Dock' }),
  ]
  const found: readonly [search: string, ids: number[]][] = [
    ['', [1, 2, 3]],
    ['AISLE', [1, 2]],
    ['  dock ', [3]],
    ['14', [2]],
    ['13.6', []],
    ['yes', [2]],
    ['-', [1, 3]],
    ['one12', []],
    ['nothing like it', []],
  ]
  test.each(found)('a search for %o finds what a cell shows', (search, expected) => {
    expect(ids(indexRows(rows, fields).matching({ ...everything, search }))).toEqual(expected)
  })

  test('a search of a long list finds the same in columns with repeated and with distinct texts', () => {
    const long = Array.from({ length: 9_000 }, (_, id) =>
      shelf(id, { name: `Aisle ${String((id * 7) % 400)}`, quantity: id % 3, open: id % 2 === 0 }),
    )
    const index = indexRows(long, fields)
    for (const search of ['aisle 39', '8999', 'YES', '2', 'e 39\u0000', 'no1', 'aisle 400']) {
      const wanted = search.replaceAll('\u0000', '').toLowerCase()
      const naive = long.filter((row) =>
        fields.some(({ text }) => text(row).toLowerCase().includes(wanted)),
      )
      expect([search, ids(index.matching({ ...everything, search }))]).toEqual([search, ids(naive)])
    }
  })

  test('a search is combined with the filters of columns, all of which must hold', () => {
    const view = {
      ...everything,
      search: 'aisle',
      filters: [
        { id: 'name', text: 'TWO' },
        { id: 'open', text: 'y' },
      ],
    }
    expect(ids(indexRows(rows, fields).matching(view))).toEqual([2])
  })

  test('a search ignores filters that are empty or of a removed column', () => {
    const filters = [
      { id: 'name', text: '' },
      { id: 'vanished', text: 'x' },
    ]
    expect(indexRows(rows, fields).matching({ ...everything, filters })).toHaveLength(3)
  })
})

describe('a filter', () => {
  const rows = [
    shelf(1, { name: 'WH 7', quantity: 2, open: true }),
    shelf(2, { name: 'Aisle 7', quantity: 2.4, open: false }),
    shelf(3, { name: null, quantity: null }),
    shelf(4, { name: 'Aisle 7', quantity: -3, open: true }),
    shelf(5, { name: 'aisle 7', quantity: 10 }),
    shelf(6, { name: '-', quantity: 0 }),
  ]
  const kept: readonly [what: string, filter: FieldFilter, ids: number[]][] = [
    ['a text, whatever the case', { id: 'name', text: 'AISLE' }, [2, 4, 5]],
    ['a value, exactly', { id: 'name', values: ['Aisle 7'] }, [2, 4]],
    ['one of several values', { id: 'name', values: ['WH 7', 'aisle 7'] }, [1, 5]],
    ['a dash that somebody wrote', { id: 'name', values: ['-'] }, [6]],
    ['what is empty', { id: 'name', empty: true }, [3]],
    ['what is not', { id: 'quantity', empty: false }, [1, 2, 4, 5, 6]],
    ['yes', { id: 'open', values: ['Yes'] }, [1, 4]],
    ['a smallest number', { id: 'quantity', from: 2 }, [1, 2, 5]],
    ['a largest number', { id: 'quantity', to: 2 }, [1, 4, 6]],
    ['a range, not of what is shown', { id: 'quantity', from: 2.1, to: 10 }, [2, 5]],
    ['nothing between', { id: 'quantity', from: 5, to: 3 }, []],
    ['two things at once', { id: 'name', text: '7', values: ['WH 7', '-'] }, [1]],
    ['no text and no values', { id: 'name', text: ' ', values: [] }, [1, 2, 3, 4, 5, 6]],
    ['a day that does not exist', { id: 'quantity', from: '2026-02-31' }, [1, 2, 3, 4, 5, 6]],
  ]
  test.each(kept)('a filter works for %s', (_what, filter, expected) => {
    const view = { ...everything, filters: [filter] }
    expect(ids(indexRows(rows, fields).matching(view))).toEqual(expected)
  })

  // Date.parse reads both as July 1, 2001, and the table library compares with it.
  test('a filter never takes a name for a date: WH 7 is not Aisle 7', () => {
    const names = indexRows(rows, fields)
    const equals = (value: string) =>
      names
        .matching({ ...everything, filters: [{ id: 'name', values: [value] }] })
        .map(({ name }) => name)
    expect(equals('WH 7')).toEqual(['WH 7'])
    expect(names.facets(everything, 'name').values.map(({ text }) => text)).toContain('WH 7')
  })

  describe('a filter for days', () => {
    const days: Field<Shelf>[] = [
      { id: 'at', value: ({ quantity }) => quantity, text: ({ quantity }) => String(quantity) },
    ]
    const at = (text: string, id: number) => shelf(id, { quantity: new Date(text).getTime() })
    const times = indexRows(
      [
        at('2026-11-04T23:59:59', 1),
        at('2026-11-05T00:00:00', 2),
        at('2026-11-06T23:59:59', 3),
        at('2026-11-07T00:00:00', 4),
      ],
      days,
    )
    const cases: readonly [from: string | undefined, to: string | undefined, ids: number[]][] = [
      ['2026-11-05', '2026-11-06', [2, 3]],
      ['2026-11-05', undefined, [2, 3, 4]],
      [undefined, '2026-11-04', [1]],
    ]
    test.each(cases)(
      "a filter from %s to %s includes both days, in the device's time zone",
      (from, to, found) => {
        const filter = { id: 'at', ...(from && { from }), ...(to && { to }) }
        expect(ids(times.matching({ ...everything, filters: [filter] }))).toEqual(found)
      },
    )

    afterEach(() => {
      vi.unstubAllEnvs()
    })

    // Their summer time begins at midnight, so that these days begin at 1 AM.
    test.each([
      ['America/Santiago', '2026-09-06', '2026-09-07T00:30:00-03:00', '2026-09-06T23:59:00-03:00'],
      ['Africa/Cairo', '2026-04-24', '2026-04-25T00:30:00+03:00', '2026-04-24T23:59:00+03:00'],
      ['Asia/Beirut', '2026-03-29', '2026-03-30T00:30:00+03:00', '2026-03-29T23:59:00+03:00'],
    ])(
      'in %s, a filter for %s without an hour 0 leaves out the first hour of the next day',
      (zone, day, next, last) => {
        vi.stubEnv('TZ', zone)
        const index = indexRows([at(last, 1), at(next, 2)], days)
        const filters = [{ id: 'at', from: day, to: day }]
        expect(ids(index.matching({ ...everything, filters }))).toEqual([1])
      },
    )
  })
})

describe('the facets of a column', () => {
  const rows = ['b', 'a', null, 'b', 'B', '', 'c'].map((name, id) =>
    shelf(id, { name, quantity: id, open: id < 4 }),
  )
  const index = indexRows(rows, fields)

  test('facets are the occurring values with their counts, most frequent first', () => {
    expect(index.facets(everything, 'name')).toEqual({
      values: [
        { text: 'b', count: 2 },
        { text: 'a', count: 1 },
        { text: 'B', count: 1 },
        { text: 'c', count: 1 },
      ],
      distinct: 4,
      empty: 2,
      filled: 5,
    })
  })

  test('facets are counted under the search and the other filters, not under their own', () => {
    const filters = [
      { id: 'open', values: ['Yes'] },
      { id: 'name', values: ['c'] },
    ]
    const { values, empty } = index.facets({ ...everything, filters }, 'name')
    expect(values.map(({ text, count }) => [text, count])).toEqual([
      ['b', 2],
      ['a', 1],
    ])
    expect(empty).toBe(1)
  })

  test('facets can be narrowed by a text, and a removed column has none', () => {
    expect(index.facets(everything, 'name', 'B').distinct).toBe(2)
    expect(index.facets(everything, 'vanished')).toMatchObject({ values: [], filled: 0 })
  })
})

test('an index that was prepared in advance answers the same', () => {
  const rows = Array.from({ length: 5_000 }, (_, id) => shelf(id, { name: `Bin ${String(id)}` }))
  const index = indexRows(rows, fields)
  expect([...index.searchAhead()].length).toBeGreaterThan(1)
  expect(ids(index.matching({ ...everything, search: 'bin 4999' }))).toEqual([4999])
  expect(ids(index.matching({ ...everything, search: 'bin 2048' }))).toEqual([2048])
})

describe('an order', () => {
  const sorted = (rows: Shelf[], id: string, descending: boolean) =>
    ids(indexRows(rows, fields).matching({ ...everything, sort: { id, descending } }))

  test('texts are sorted in natural order, ignoring case', () => {
    const rows = ['Bin 10', 'bin 9', 'Ärmel', 'apfel', 'Zebra'].map((name, id) =>
      shelf(id, { name }),
    )
    expect(sorted(rows, 'name', false)).toEqual([3, 2, 1, 0, 4])
  })

  test('quantities are sorted by number, not by displayed text', () => {
    const rows = [2.4, 2.2, -5, 10].map((quantity, id) => shelf(id, { quantity }))
    expect(sorted(rows, 'quantity', false)).toEqual([2, 1, 0, 3])
    expect(sorted(rows, 'quantity', true)).toEqual([3, 0, 1, 2])
  })

  test('rows with values that compare as equal keep their order', () => {
    const rows = ['bin 07', 'Bin 7', 'bin 6', 'BIN 7'].map((name, id) => shelf(id, { name }))
    expect(sorted(rows, 'name', false)).toEqual([2, 0, 1, 3])
    expect(sorted(rows, 'name', true)).toEqual([0, 1, 3, 2])
  })

  test.each([false, true])('empty cells come last, also in reverse order: %s', (descending) => {
    const rows = [null, '', 'b', null, 'a'].map((name, id) => shelf(id, { name }))
    expect(sorted(rows, 'name', descending).slice(2)).toEqual([0, 1, 3])
  })

  test.each([false, true])(
    'equal rows keep their order, also in reverse order: %s',
    (descending) => {
      const rows = ['b', 'a', 'b', 'a', 'b'].map((name, id) => shelf(id, { name }))
      const expected = descending ? [0, 2, 4, 1, 3] : [1, 3, 0, 2, 4]
      expect(sorted(rows, 'name', descending)).toEqual(expected)
    },
  )

  test('sorting by a removed column leaves the order of the rows', () => {
    expect(sorted([shelf(2), shelf(1)], 'vanished', false)).toEqual([2, 1])
  })
})

describe('a page', () => {
  const index = indexRows(
    Array.from({ length: 23 }, (_, id) => shelf(id, { name: id < 12 ? 'near' : 'far' })),
    fields,
  )

  test('a page has its rows and the total number', () => {
    const answer = index.answer({ ...everything, page: 2 })
    expect(answer).toMatchObject({ total: 23, page: 2 })
    expect(ids(answer.rows)).toEqual([20, 21, 22])
  })

  test('a page that no longer exists becomes the last one', () => {
    const answer = index.answer({ ...everything, search: 'near', page: 2 })
    expect(answer).toMatchObject({ total: 12, page: 1 })
    expect(ids(answer.rows)).toEqual([10, 11])
  })

  test('a page of no rows is the first and empty', () => {
    expect(index.answer({ ...everything, search: 'nowhere', page: 7 })).toEqual({
      rows: [],
      total: 0,
      page: 0,
    })
  })
})
