// @vitest-environment node
import { describe, expect, test } from 'vitest'
import {
  hiddenIn,
  moveTo,
  neighbour,
  show,
  shownIn,
  widen,
  widthsIn,
  type TableLayout,
} from '#console/list/table-layout.ts'

const plain: TableLayout = { visibility: {}, order: ['a', 'b', 'c', 'd'], widths: {} }

describe('columns', () => {
  test('are hidden and shown, all of them too', () => {
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
  test.each(moves)('%s put in the place of %s: %s', (id, target, order) => {
    expect(moveTo(plain, id, target).order.join('')).toBe(order)
  })

  test('have the next one that is shown as neighbour', () => {
    const layout = show(plain, 'b', false)
    expect(neighbour(layout, 'a', 1)).toBe('c')
    expect(neighbour(layout, 'c', -1)).toBe('a')
    expect(neighbour(layout, 'a', -1)).toBeUndefined()
  })
})

describe('widths', () => {
  test('stay between 230 and 400 px', () => {
    const set = (width: number) => widen(plain, 'a', width).widths['a']
    expect([set(10), set(300.4), set(4000)]).toEqual([230, 300, 400])
  })

  const rooms: readonly [room: number, widths: number[]][] = [
    [0, [230, 300, 230]],
    [800, [250, 300, 250]],
    [2000, [400, 300, 400]],
  ]
  test.each(rooms)('in %i px share what nobody has set', (room, widths) => {
    expect(widthsIn(widen(plain, 'b', 300), ['a', 'b', 'c'], room)).toEqual(widths)
  })
})
