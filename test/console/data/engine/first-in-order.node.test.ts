import { describe, expect, test } from 'vitest'
import { firstInOrder, firstPlaces, firstPlacesAfter } from '#console/data/engine/first-in-order.ts'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { CellValue } from '#console/data/engine/types.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { chance, oneOf } from '#test/support/random-input.ts'

interface Cell {
  readonly nth: number
  readonly value: CellValue
}

const COUNT = 5
const NUMBERS: readonly CellValue[] = [3, -1, 0, 3, 2.5, null, true, 9, 1, Number.NaN, 3]
const TEXTS: readonly CellValue[] = ['b 10', 'B 9', '', 'a', null, 'ä', 'A', 12, 'b 9', false, '-']
const FEW: readonly CellValue[] = ['b', null, 'a']

/** What the table of the same rows shows first. */
function firstOfIndex(rows: readonly Cell[]): readonly Cell[] {
  const index = indexRows(rows, [{ id: 'value', value: ({ value }) => value, text: () => '' }])
  const sort = { id: 'value', descending: false }
  return index.answer({ search: '', filters: [], sort, page: 0, pageSize: COUNT }).rows
}

/** All rotations of the values, so that each of them comes first, last and in between. */
function turnsOf(values: readonly CellValue[]): Cell[][] {
  return values.map((_, turn) =>
    values.map((__, nth) => ({ nth, value: values[(nth + turn) % values.length] ?? null })),
  )
}

describe('the first rows in the order of a column', () => {
  test.each([
    ['numbers', NUMBERS],
    ['texts', TEXTS],
    ['fewer than are asked for', FEW],
    ['nothing', [null, '', null]],
  ])('the first rows of %s are those that the index puts first', (_what, values) => {
    for (const rows of [...turnsOf(values), ...turnsOf(values.toReversed())])
      expect(runSync(firstInOrder(rows, ({ value }) => value, COUNT))).toEqual(firstOfIndex(rows))
  })
})

describe('the first rows after a change', () => {
  const valueOf = ({ value }: Cell): CellValue => value
  const KNOWN = 2 * COUNT

  test.each([
    ['numbers', [...NUMBERS, 4, 5, 6, 7, 8]],
    ['texts', [...TEXTS, 'c', 'd', 'e']],
    ['numbers among which a text may come', [...NUMBERS, ...NUMBERS, 'a']],
    ['nothing', [null, '']],
  ])('1,000 random changes of %s give the first rows of all rows', (_what, values) => {
    const random = chance(values.length)
    const aCell = (nth: number): Cell => ({ nth, value: oneOf(random, values) })
    let carried = 0
    for (let change = 0; change < 1_000; change += 1) {
      const from = Array.from({ length: 30 + Math.floor(random() * 20) }, (_, nth) => aCell(nth))
      const share = random() * 0.3
      const fates = from.map(() =>
        random() > share ? 'kept' : oneOf(random, ['replaced', 'removed']),
      )
      const placesOf = (fate: string): number[] =>
        fates.flatMap((each, place) => (each === fate ? [place] : []))
      const replaced = placesOf('replaced')
      const removed = placesOf('removed')
      const added = Math.floor(random() * 4)
      const rows = [
        ...from.flatMap((cell, place) => {
          if (fates[place] === 'removed') return []
          return fates[place] === 'replaced' ? [aCell(100 + place)] : [cell]
        }),
        ...Array.from({ length: added }, (_, nth) => aCell(200 + nth)),
      ]
      const known = runSync(firstPlaces(from, valueOf, KNOWN))
      const first = firstPlacesAfter(
        known,
        rows,
        { from, replaced, removed, added },
        valueOf,
        COUNT,
      )
      if (!first) continue
      carried += 1
      const all = runSync(firstPlaces(rows, valueOf, first.places.length))
      expect([change, first]).toEqual([change, all])
    }
    expect(carried).toBeGreaterThan(100)
  })
})
