/** Numbers are shown with separators and searched for with or without them. */
import { expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { FieldFilter } from '#console/data/engine/types.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'

interface Shelf {
  readonly name: string
  readonly quantity: number
}

const SHELVES: readonly Shelf[] = [
  { name: 'Bolt', quantity: 12_500 },
  { name: 'Nut', quantity: -1_234_567 },
  { name: 'Box of 12,500 pcs', quantity: 2 },
  { name: 'PO 2.5', quantity: 250 },
]

const c = columnKit<Shelf>()
const columns = [c.text('name', 'Name'), c.quantity('quantity', 'Quantity')]

/** Few rows, which are searched row by row, and many of the same, which are searched text by text. */
const LISTS = [SHELVES, Array.from({ length: 3_000 }, () => SHELVES).flat()]

function found(search: string, filters: readonly FieldFilter[] = []): string[][] {
  return LISTS.map((rows) => {
    const matching = indexRows(rows, columns).matching({ search, filters, sort: null })
    return [...new Set(matching.map(({ name }) => name))]
  })
}

const both = (...names: string[]) => [names, names]

test.each([
  ['12500', ['Bolt']],
  ['12,500', ['Bolt', 'Box of 12,500 pcs']],
  [' 12,500 ', ['Bolt', 'Box of 12,500 pcs']],
  ['-1,234,567', ['Nut']],
  ['234,567', ['Nut']],
  ['12,500 pcs', ['Box of 12,500 pcs']],
  ['12,50', ['Box of 12,500 pcs']],
  ['2,5', ['Box of 12,500 pcs']],
  ['1,2,500', []],
])('a search for %o finds %j', (search, names) => {
  expect(found(search)).toEqual(both(...names))
})

test('the text filter of a quantity takes a number as it is shown or as its digits', () => {
  const filtered = (text: string) => found('', [{ id: 'quantity', text }])
  expect(filtered('12,500')).toEqual(both('Bolt'))
  expect(filtered('12500')).toEqual(both('Bolt'))
  expect(found('', [{ id: 'name', text: '12,500' }])).toEqual(both('Box of 12,500 pcs'))
})

test('the values to choose from are found by a number as it is shown', () => {
  const view = { search: '', filters: [], sort: null }
  const { values } = indexRows(SHELVES, columns).facets(view, 'quantity', '12,500')
  expect(values).toEqual([{ text: '12500', count: 1 }])
})
