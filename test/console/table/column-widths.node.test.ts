import { describe, expect, test } from 'vitest'
import { isTight, widthsIn } from '#console/table/columns/column-widths.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'
import { createRandom } from '#test/netsuite/random.ts'

const plain: TableLayout = { visibility: {}, order: [], widths: {} }
const IDS = ['a', 'b', 'c', 'd']

/** The widths of four columns whose contents need these widths. */
function widths(
  contents: readonly number[],
  room: number,
  set: Readonly<Record<string, number>> = {},
  leading: readonly string[] = [],
): number[] {
  const needed = new Map(IDS.map((id, nth) => [id, contents[nth] ?? 0]))
  return widthsIn({ ...plain, widths: set }, IDS, room, { contents: needed, leading })
}

describe('the widths of columns', () => {
  const cases: readonly [what: string, found: number[], expected: number[]][] = [
    ['are 230 px while the room is not known', widths([90, 90, 90, 90], 0), [230, 230, 230, 230]],
    ['are 230 px where that fits', widths([90, 90, 90, 300], 920), [230, 230, 230, 230]],
    ['share more room up to 400 px', widths([90, 90, 90, 90], 1_000), [250, 250, 250, 250]],
    ['end at 400 px', widths([90, 90, 90, 90], 5_000), [400, 400, 400, 400]],
    [
      'narrow to the content where 230 px do not fit',
      widths([80, 90, 100, 110], 380),
      [80, 90, 100, 110],
    ],
    ['are never below 80 px', widths([10, 10, 200, 230], 300), [80, 80, 200, 230]],
    [
      'are the default at most while the table scrolls',
      widths([300, 390, 999, 100], 500),
      [230, 230, 230, 100],
    ],
    [
      'give slack first to contents wider than 230 px',
      widths([80, 80, 80, 320], 560),
      [80, 80, 80, 320],
    ],
    [
      'give the rest of the slack back evenly',
      widths([80, 90, 100, 110], 420),
      [90, 100, 110, 120],
    ],
    ['give slack back up to 230 px', widths([80, 225, 225, 225], 800), [110, 230, 230, 230]],
    [
      'leave a width that a person set',
      widths([80, 90, 100, 110], 500, { b: 150, d: 400 }),
      [80, 150, 100, 400],
    ],
    [
      'of leading columns fit, if those stand first',
      widths([80, 230, 200, 230], 400, {}, ['a', 'b', 'c']),
      [80, 160, 160, 230],
    ],
    [
      'of leading columns leave the first whole as long as the others keep 100 px',
      widths([150, 230, 200, 110], 500, {}, ['a', 'b', 'c', 'd']),
      [150, 120, 120, 110],
    ],
    [
      'of leading columns narrow the first to 100 px before the others go below',
      widths([200, 230, 200, 110], 430, {}, ['a', 'b', 'c', 'd']),
      [130, 100, 100, 100],
    ],
    [
      'of leading columns stay if another comes before them',
      widths([80, 230, 200, 230], 400, {}, ['b', 'c']),
      [80, 230, 200, 230],
    ],
    [
      'of leading columns narrow to 80 px at most',
      widths([80, 230, 200, 230], 200, { b: 150 }, ['a', 'b', 'c']),
      [80, 150, 80, 230],
    ],
    [
      'of columns never measured stay',
      widthsIn(plain, IDS, 500, { contents: new Map(), leading: [] }),
      [230, 230, 230, 230],
    ],
  ]
  test.each(cases)('widths %s', (_what, found, expected) => {
    expect(found).toEqual(expected)
  })

  test('in 2,000 random tables widths keep their limits, set widths stay, and what fits does not scroll', () => {
    const random = createRandom(20)
    const upTo = (most: number): number => Math.floor(random() * most)
    for (let nth = 0; nth < 2_000; nth += 1) {
      const ids = Array.from({ length: 1 + upTo(20) }, (_, at) => String(at))
      const contents = new Map(ids.map((id) => [id, upTo(600)]))
      const set = Object.fromEntries(
        ids.filter(() => random() < 0.2).map((id) => [id, 80 + upTo(321)]),
      )
      const layout = { ...plain, widths: set }
      const room = upTo(3_000)
      const found = widthsIn(layout, ids, room, { contents, leading: [] })
      const sum = found.reduce((all, width) => all + width, 0)
      expect(found).toHaveLength(ids.length)
      for (const [at, id] of ids.entries()) {
        const width = found[at] ?? 0
        expect(width).toBeGreaterThanOrEqual(80)
        expect(width).toBeLessThanOrEqual(400)
        expect(width).toBe(set[id] ?? width)
      }
      if (!isTight(layout, ids, room)) continue
      const least = ids.reduce(
        (all, id) => all + (set[id] ?? Math.min(230, Math.max(80, contents.get(id) ?? 0))),
        0,
      )
      // Without room for the contents nothing is wider than needed; with it, all of it is used.
      expect(sum).toBe(Math.max(least, room))
    }
  })
})
