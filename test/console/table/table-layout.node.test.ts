import { describe, expect, test } from 'vitest'
import type { Column } from '#console/table/columns/column-kit.tsx'
import { stickyLayoutIn } from '#console/table/columns/sticky-columns.ts'
import {
  hiddenIn,
  moveTo,
  neighbour,
  show,
  shownIn,
  setColumnWidth,
  type TableLayout,
} from '#console/table/columns/table-layout.ts'

const plain: TableLayout = { visibility: {}, order: ['a', 'b', 'c', 'd'], widths: {} }

describe('columns', () => {
  test('columns can be hidden and shown, all of them too', () => {
    const without = show(show(plain, 'b', false), 'd', false)
    expect([shownIn(without), hiddenIn(without)]).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ])
    const one = show(without, 'a', false)
    expect(shownIn(show(one, 'c', false))).toEqual([])
    expect(shownIn(show(one, 'b', true))).toEqual(['b', 'c'])
  })

  const moves: readonly [id: string, target: string, order: string][] = [
    ['b', 'a', 'bacd'],
    ['a', 'c', 'bcad'],
    ['d', 'a', 'dabc'],
    ['a', 'd', 'bcda'],
    ['b', 'b', 'abcd'],
    ['x', 'a', 'abcd'],
    ['a', 'x', 'abcd'],
  ]
  test.each(moves)('%s moved to the place of %s gives %s', (id, target, order) => {
    expect(moveTo(plain, id, target).order.join('')).toBe(order)
  })

  test('the neighbour of a column is the next one that is shown', () => {
    const layout = show(plain, 'b', false)
    expect(neighbour(layout, 'a', 1)).toBe('c')
    expect(neighbour(layout, 'c', -1)).toBe('a')
    expect(neighbour(layout, 'a', -1)).toBeUndefined()
  })
})

describe('widths', () => {
  test('widths stay between 80 and 400 px', () => {
    const set = (width: number) => setColumnWidth(plain, 'a', width).widths['a']
    expect([set(10), set(300.4), set(4000)]).toEqual([80, 300, 400])
  })
})

describe('sticky columns', () => {
  const column = (id: string, more: Partial<Column<object>> = {}): Column<object> => ({
    id,
    title: id,
    kind: 'text',
    value: () => null,
    text: () => '',
    ...more,
  })
  const answer = column('c', { isSticky: true, edgeWidth: 180 })
  const buttons = column('c', { isControl: true, edgeWidth: 169 })
  const plainColumn = column('c')

  const cases: readonly [
    what: string,
    third: Column<object>,
    set: Readonly<Record<string, number>>,
    room: number,
    widths: readonly number[],
    edge: string | null,
  ][] = [
    ['while its room is not known, nothing narrows', buttons, {}, 0, [230, 230, 230, 230], 'c'],
    ['where all is in sight, nothing narrows', buttons, {}, 920, [230, 230, 230, 230], 'c'],
    ['the column at the edge narrows first', answer, {}, 900, [230, 230, 180, 230], 'c'],
    ['then the name', buttons, {}, 742, [171, 230, 169, 230], 'c'],
    ['then nothing stays at the edge', answer, {}, 640, [230, 230, 180, 230], null],
    ['buttons, too, rather than a name too short', buttons, {}, 560, [230, 230, 169, 230], null],
    [
      'a width that was set for the edge is kept',
      buttons,
      { c: 260 },
      860,
      [139, 230, 260, 230],
      'c',
    ],
    [
      'a width that was set for the name is kept',
      buttons,
      { a: 300 },
      742,
      [300, 230, 169, 230],
      null,
    ],
    ['but for what is beyond the half', buttons, { a: 400 }, 742, [340, 230, 169, 230], null],
    ['also where there is no edge', plainColumn, { a: 400 }, 742, [340, 230, 230, 230], null],
  ]
  test.each(cases)(
    'sticky columns give way in order: %s',
    (_what, third, set, room, widths, edge) => {
      const shown = [column('a'), column('b'), third, column('d')]
      const before = shown.map(({ id }) => set[id] ?? 230)
      const found = stickyLayoutIn(shown, before, { ...plain, widths: set }, room)
      expect({ widths: found.widths, edge: found.edge }).toEqual({ widths, edge })
    },
  )
})
