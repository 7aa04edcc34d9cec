import { expect, test } from 'vitest'
import { avoidClippedTitles } from '#console/table/columns/avoid-clipped-titles.ts'

const FREE = [true, false, false, false, false]

/** Columns far out of sight, which end as the frame does when all is scrolled. */
const FAR = [200, 200, 200, 200]
const far = (room: number, ...widths: number[]): readonly number[] =>
  avoidClippedTitles([...widths, ...FAR], FREE, room, null).slice(0, widths.length)

const cases: readonly [what: string, found: readonly number[], widths: readonly number[]][] = [
  ['with nothing cut stays', avoidClippedTitles([100, 100, 100], FREE, 300, null), [100, 100, 100]],
  ['cut in a title stays', far(240, 100, 100, 100), [100, 100, 100]],
  ['cut in the padding stays', far(208, 100, 100, 100), [100, 100, 100]],
  ['cut before the title is out of sight', far(325, 100, 100, 100), [100, 113, 112]],
  ['cut in a menu button shows its title', far(380, 100, 100, 100, 100), [100, 113, 113, 100]],
  [
    'with a fixed width does not widen',
    avoidClippedTitles([100, 100, 100], [true, true, true], 225, null),
    [100, 100, 100],
  ],
  [
    'cut by the column at the edge counts too',
    avoidClippedTitles([100, 100, 100, 150], [true, false, false, true], 375, 3),
    [100, 125, 100, 150],
  ],
  [
    'at the edge in its own place covers nothing',
    avoidClippedTitles([100, 150, 100, 100], FREE, 290, 1).slice(0, 3),
    [100, 150, 100],
  ],
  [
    'cut in its menu button at the end of the way is out of sight',
    avoidClippedTitles([100, 200, 200, 200, 200, 200], [true], 360, null),
    [100, 200, 200, 200, 200, 260],
  ],
  [
    'nearly out of sight at the end of the way is out of sight',
    avoidClippedTitles([100, 200, 200, 200, 200, 200], [true], 310, null),
    [100, 200, 200, 200, 200, 210],
  ],
]
test.each(cases)('a table whose column is %s', (_what, found, widths) => {
  expect(found).toEqual(widths)
})
