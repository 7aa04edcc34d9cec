// @vitest-environment node
import { describe, expect, test } from 'vitest'
import { indexRows, type View } from '#console/data/engine/view-index.ts'
import { headOf } from '#console/data/kept-layout.ts'
import { recordsToShow } from '#console/list/first-page.ts'
import { atOnce } from '#console/rows/work.ts'
import { bins } from '#console/screens/bins.tsx'
import { items } from '#console/screens/items.tsx'
import { locations } from '#console/screens/locations.tsx'

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

  test('a screen that makes other rows of them waits too', () => {
    expect(recordsToShow({ isInListOrder: false }, VIEW, behind)).toEqual({})
  })

  test('a screen with an order of its own shows those that are the first in it, and no others', () => {
    const screen = { isInListOrder: false, sortedBy: 'id' }
    const view: View = { ...VIEW, sort: { id: 'id', descending: false } }
    const kept = { snapshot: undefined, head: { ...head, sortedBy: 'id' } }
    expect(recordsToShow(screen, view, kept)).toEqual({ records: rows, of: 2_500 })
    expect(recordsToShow(screen, view, behind)).toEqual({})
    expect(recordsToShow(IN_ORDER, VIEW, kept)).toEqual({})
    const turned = { ...view, sort: { id: 'id', descending: true } }
    expect(recordsToShow(screen, turned, kept)).toEqual({})
    expect(recordsToShow(screen, { ...view, page: 1 }, kept)).toEqual({})
  })

  test('a head that does not say what its rows make is not shown, unless it has them all', () => {
    const older = { ...TIMES, rows, of: 5_000 }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: older })).toEqual({})
    const whole = { ...older, of: rows.length }
    const asked: View = { ...VIEW, search: 'x', sort: { id: 'id', descending: true } }
    expect(
      recordsToShow({ isInListOrder: false }, asked, { snapshot: undefined, head: whole }),
    ).toEqual({
      records: rows,
    })
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: whole })).toEqual({
      records: rows,
    })
  })

  test('a first page that is not full shows all there is', () => {
    const few = { ...head, lines: { here: 3, of: 3 } }
    expect(recordsToShow(IN_ORDER, VIEW, { snapshot: undefined, head: few }).of).toBe(3)
  })
})

describe('the first rows of a long list that its screen sorts', () => {
  const sortedScreens = [bins, items, locations].map((screen) => [screen.path, screen] as const)
  test.each(sortedScreens)('%s are those that all rows show first', (_path, screen) => {
    const { sortedBy = '', collection } = screen
    const values = ['', null, 'Ä 2', 'a 10', 'A 9', 'b', 7, -1, 30, false, { room: 2 }]
    const records = Array.from({ length: 2_400 }, (_, nth) => ({
      id: nth % 7 === 0 ? '' : `R-${String((nth * 7_919) % 2_400)}`,
      item_id: nth,
      bin_number: nth % 9 === 0 ? values[nth % values.length] : `A-${String((nth * 31) % 600)}`,
      name: nth % 9 === 0 ? values[nth % values.length] : `WH ${String((nth * 17) % 900)}`,
    }))
    const kept = atOnce(headOf(collection, { ...TIMES, rows: records }))
    expect(kept).toMatchObject({ sortedBy, lines: { here: 100, of: 2_400 }, of: 2_400 })
    const view: View = { ...VIEW, sort: { id: sortedBy, descending: false }, pageSize: 100 }
    const { records: shown } = recordsToShow(screen, view, { snapshot: undefined, head: kept })
    const { rows: all, columns } = screen.table(records)
    expect(shown).toEqual(indexRows(all, columns).answer(view).rows)
  })
})
