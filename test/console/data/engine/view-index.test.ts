// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  indexRows,
  type CellValue,
  type Field,
  type View,
} from '#console/data/engine/view-index.ts'
import { createRandom, pick, type Random } from '#test/netsuite/random.ts'

interface Shelf {
  readonly id: number
  readonly name: string | null
  readonly quantity: number | null
  readonly open: boolean | null
}

const fields: Field<Shelf>[] = [
  { id: 'id', value: ({ id }) => id, text: ({ id }) => String(id) },
  { id: 'name', value: ({ name }) => name, text: ({ name }) => name ?? '-' },
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
  test.each(found)('for %o finds what a cell shows', (search, expected) => {
    expect(ids(indexRows(rows, fields).matching({ ...everything, search }))).toEqual(expected)
  })

  test('is joined with the filters of columns, all of which must hold', () => {
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

  test('passes over filters that are empty or of a column that is gone', () => {
    const filters = [
      { id: 'name', text: '' },
      { id: 'vanished', text: 'x' },
    ]
    expect(indexRows(rows, fields).matching({ ...everything, filters })).toHaveLength(3)
  })
})

describe('an order', () => {
  const sorted = (rows: Shelf[], id: string, descending: boolean) =>
    ids(indexRows(rows, fields).matching({ ...everything, sort: { id, descending } }))

  test('counts as a person does, whatever the case', () => {
    const rows = ['Bin 10', 'bin 9', 'Ärmel', 'apfel', 'Zebra'].map((name, id) =>
      shelf(id, { name }),
    )
    expect(sorted(rows, 'name', false)).toEqual([3, 2, 1, 0, 4])
  })

  test('of quantities is that of the numbers, not of what is shown', () => {
    const rows = [2.4, 2.2, -5, 10].map((quantity, id) => shelf(id, { quantity }))
    expect(sorted(rows, 'quantity', false)).toEqual([2, 1, 0, 3])
    expect(sorted(rows, 'quantity', true)).toEqual([3, 0, 1, 2])
  })

  test.each([false, true])('has empty cells last, also turned round: %s', (descending) => {
    const rows = [null, '', 'b', null, 'a'].map((name, id) => shelf(id, { name }))
    expect(sorted(rows, 'name', descending).slice(2)).toEqual([0, 1, 3])
  })

  test.each([false, true])('keeps equal rows as they came, also turned round: %s', (descending) => {
    const rows = ['b', 'a', 'b', 'a', 'b'].map((name, id) => shelf(id, { name }))
    const expected = descending ? [0, 2, 4, 1, 3] : [1, 3, 0, 2, 4]
    expect(sorted(rows, 'name', descending)).toEqual(expected)
  })

  test('by a column that is gone is the order of the rows', () => {
    expect(sorted([shelf(2), shelf(1)], 'vanished', false)).toEqual([2, 1])
  })
})

describe('a page', () => {
  const index = indexRows(
    Array.from({ length: 23 }, (_, id) => shelf(id, { name: id < 12 ? 'near' : 'far' })),
    fields,
  )

  test('holds its part, and tells how many there are in all', () => {
    const answer = index.answer({ ...everything, page: 2 })
    expect(answer).toMatchObject({ total: 23, page: 2 })
    expect(ids(answer.rows)).toEqual([20, 21, 22])
  })

  test('that is no longer there is the last one', () => {
    const answer = index.answer({ ...everything, search: 'near', page: 2 })
    expect(answer).toMatchObject({ total: 12, page: 1 })
    expect(ids(answer.rows)).toEqual([10, 11])
  })

  test('of nothing is the first and empty', () => {
    expect(index.answer({ ...everything, search: 'nowhere', page: 7 })).toEqual({
      rows: [],
      total: 0,
      page: 0,
    })
  })
})

describe('beside a naive model, 200 random lists and views', () => {
  const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  const isEmpty = (value: CellValue) => value === null || value === ''
  const compare = (a: CellValue, b: CellValue) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))

  /** What matches: a cell that contains the text, by looking at every cell. */
  function naiveMatches(rows: readonly Shelf[], view: View): Shelf[] {
    const contains = (row: Shelf, field: Field<Shelf>, text: string) =>
      field.text(row).toLowerCase().includes(text.toLowerCase())
    return rows.filter(
      (row) =>
        fields.some((field) => contains(row, field, view.search.trim())) &&
        view.filters.every(({ id, text }) =>
          fields.some((field) => field.id === id && contains(row, field, text)),
        ),
    )
  }

  /** Whether two neighbours may stand as they do. */
  function standsBefore(above: Shelf, below: Shelf, view: View): boolean {
    const field = fields.find(({ id }) => id === view.sort?.id)
    if (!field) return above.id < below.id
    const [a, b] = [field.value(above), field.value(below)]
    if (isEmpty(a) || isEmpty(b)) return isEmpty(b) && (!isEmpty(a) || above.id < below.id)
    const order = view.sort?.descending ? compare(b, a) : compare(a, b)
    return order < 0 || (order === 0 && (a !== b || above.id < below.id))
  }

  test.each(Array.from({ length: 200 }, (_, seed) => seed + 1))('seed %i', (seed) => {
    const random = createRandom(seed)
    const rows = Array.from({ length: Math.floor(random() * 60) }, (_, id) =>
      randomShelf(id, random),
    )
    const index = indexRows(rows, fields)
    for (let turn = 0; turn < 5; turn += 1) {
      const view = randomView(random)
      const matching = index.matching(view)
      const matched = naiveMatches(rows, view)
      expect(ids(matching).toSorted((a, b) => a - b)).toEqual(ids(matched))
      const misplaced = matching.flatMap((row, place) => {
        const above = matching[place - 1]
        return above && !standsBefore(above, row, view) ? [[above, row]] : []
      })
      expect(misplaced).toEqual([])
      const { rows: page, total, page: shown } = index.answer(view)
      expect(total).toBe(matched.length)
      expect(shown).toBe(
        Math.min(view.page, Math.max(0, Math.ceil(matched.length / view.pageSize) - 1)),
      )
      expect(page).toEqual(matching.slice(shown * view.pageSize, (shown + 1) * view.pageSize))
    }
  })

  const WORDS = ['Bin 2', 'bin 10', 'Bin 10', 'Ä', 'a', 'A', 'Dock', '', '10', '9', 'x-1', 'Yes']

  function randomShelf(id: number, random: Random): Shelf {
    return {
      id,
      name: pick(random, [null, ...WORDS]),
      quantity: random() < 0.2 ? null : Math.floor(random() * 40) / 4 - 2,
      open: pick(random, [true, false, null]),
    }
  }

  function randomView(random: Random): View {
    const id = pick(random, ['id', 'name', 'quantity', 'open'])
    return {
      search: random() < 0.5 ? '' : pick(random, ['b', '1', 'bin 1', ' A ', '-', 'es', '0']),
      filters: random() < 0.6 ? [] : [{ id, text: pick(random, ['b', '1', 'o', '-', '']) }],
      sort:
        random() < 0.2
          ? null
          : { id: pick(random, ['name', 'quantity', 'open', id]), descending: random() < 0.5 },
      page: Math.floor(random() * 4),
      pageSize: pick(random, [5, 10, 25]),
    }
  }
})
