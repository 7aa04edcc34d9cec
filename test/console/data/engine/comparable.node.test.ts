/** Names with accents and unusual spaces are found by what a keyboard types. */
import { describe, expect, test } from 'vitest'
import { comparable } from '#console/data/engine/comparable.ts'
import { folded, forEachWord } from '#console/data/engine/find/fold.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import { partsOf } from '#console/table/rows/highlight.tsx'

const DECOMPOSED = 'Cafe\u0301 Zu\u0308rich'
const COMPOSED = 'Caf\u00e9 Z\u00fcrich'
const PASTED = 'Bolt\u00a0M8\u202fzinc'

const c = columnKit<{ readonly name: string }>()
const columns = [c.text('name', 'Name')]
const FEW = [DECOMPOSED, PASTED, 'Nut'].map((name) => ({ name }))
/** Few rows, which are searched row by row, and many of the same, which are searched text by text. */
const LISTS = [FEW, Array.from({ length: 3_000 }, () => FEW).flat()]

describe.each([
  ['a name that was typed on a device that composes its letters', COMPOSED, DECOMPOSED],
  ['the same in capitals', COMPOSED.toUpperCase(), DECOMPOSED],
  ['a name with the spaces of a keyboard', 'bolt m8 zinc', PASTED],
])('%s', (_what, typed, name) => {
  test('it finds the row, in the search of a list, in the filter of a column, and among its values', () => {
    for (const rows of LISTS) {
      const index = indexRows(rows, columns)
      const none = { search: '', filters: [], sort: null }
      const filters = [{ id: 'name', text: typed }]
      expect(new Set(index.matching({ ...none, search: typed }).map((row) => row.name))).toEqual(
        new Set([name]),
      )
      expect(index.matching({ ...none, filters }).every((row) => row.name === name)).toBe(true)
      expect(index.facets(none, 'name', typed).values.map(({ text }) => text)).toEqual([name])
    }
  })

  test('it is the same text for the find box, and its words begin at places of that text', () => {
    expect(folded(typed)).toBe(folded(name))
    const places: number[] = []
    forEachWord(name, (start) => places.push(start))
    const words = comparable(typed).split(' ')
    const starts = words.map((_, nth) => words.slice(0, nth).join('').length)
    expect(places).toEqual(starts)
  })
})

test('a match is highlighted across an unusual space', () => {
  expect(partsOf(PASTED, [comparable('m8 zinc')])).toEqual(['Bolt\u00a0', 'M8\u202fzinc', ''])
})
