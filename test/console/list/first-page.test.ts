// @vitest-environment node
import { describe, expect, test } from 'vitest'
import type { View } from '#console/data/engine/view-index.ts'
import { recordsToShow } from '#console/list/first-page.ts'

const IN_ORDER = { isInListOrder: true }
const VIEW: View = { search: '', filters: [], sort: null, page: 0, pageSize: 10 }
const TIMES = { etag: null, asOf: null, fetchedAt: 1 }
const rows = Array.from({ length: 40 }, (_, id) => ({ id }))
const head = { ...TIMES, rows, of: 5_000, lines: { here: 20, of: 2_500 } }
const behind = { snapshot: undefined, head }

describe('before all of a list is read', () => {
  test('its first rows stand for it, with the number of all', () => {
    expect(recordsToShow(IN_ORDER, VIEW, behind)).toEqual({ records: rows, of: 2_500 })
  })

  test('all rows come before the first ones', () => {
    const snapshot = { ...TIMES, rows: [{ id: 9 }] }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot, head })).toEqual({ records: snapshot.rows })
  })

  test.each<[string, Partial<View>]>([
    ['a search', { search: 'x' }],
    ['a filter', { filters: [{ id: 'id', text: 'x' }] }],
    ['an order', { sort: { id: 'id', descending: true } }],
    ['a later page', { page: 1 }],
    ['a page that they do not fill', { pageSize: 25 }],
  ])('%s waits for the others', (_what, asked) => {
    expect(recordsToShow(IN_ORDER, { ...VIEW, ...asked }, behind)).toEqual({})
  })

  test('a screen with an order of its own waits too', () => {
    expect(recordsToShow({ isInListOrder: false }, VIEW, behind)).toEqual({})
  })

  test('a head that does not say what its rows make is not shown, unless it has them all', () => {
    const older = { ...TIMES, rows, of: 5_000 }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: older })).toEqual({})
    const whole = { ...older, of: rows.length }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: whole })).toEqual({
      records: rows,
    })
  })

  test('a first page that is not full shows all there is', () => {
    const few = { ...head, lines: { here: 3, of: 3 } }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: few }).of).toBe(3)
  })
})
