import { describe, expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { View } from '#console/data/engine/types.ts'
import { headOf } from '#console/data/device/snapshot-format.ts'
import { recordsToShow } from '#console/list/first-page.ts'
import { runSync } from '#console/rows/chunked-task.ts'
import { bins } from '#console/screens/bins.tsx'
import { items } from '#console/screens/items.tsx'
import { locations } from '#console/screens/locations.tsx'

const IN_ORDER = { isInListOrder: true }
const VIEW: View = { search: '', filters: [], sort: null, page: 0, pageSize: 10 }
const TIMES = { etag: null, asOf: null, fetchedAt: 1 }
const rows = Array.from({ length: 40 }, (_, id) => ({ id }))
const head = { ...TIMES, rows, of: 5_000, lines: { here: 20, of: 2_500 } }
const waiting = { snapshot: undefined, arrival: undefined, error: null }
const behind = { ...waiting, head }

describe('a list that is still being read', () => {
  test('the first rows are shown with the number of all rows', () => {
    expect(recordsToShow(IN_ORDER, VIEW, behind)).toEqual({ records: rows, of: 2_500 })
  })

  test('what has arrived of a list is a list of its own, in any view', () => {
    const arrival = { ...TIMES, rows: [{ id: 9 }], here: 1, of: 5_000 }
    const view: View = { ...VIEW, search: 'x', sort: { id: 'id', descending: true } }
    const arriving = { ...behind, arrival }
    expect(recordsToShow(IN_ORDER, view, arriving)).toEqual({ records: arrival.rows, isPart: true })
    const snapshot = { ...TIMES, rows }
    expect(recordsToShow(IN_ORDER, view, { ...arriving, snapshot })).toEqual({ records: rows })
  })

  test('all rows are preferred to the first ones', () => {
    const snapshot = { ...TIMES, rows: [{ id: 9 }] }
    expect(recordsToShow(IN_ORDER, VIEW, { ...waiting, snapshot, head })).toEqual({
      records: snapshot.rows,
    })
  })

  test.each<[string, Partial<View>]>([
    ['a search', { search: 'x' }],
    ['a filter', { filters: [{ id: 'id', text: 'x' }] }],
    ['an order', { sort: { id: 'id', descending: true } }],
    ['a later page', { page: 1 }],
    ['a page that they do not fill', { pageSize: 25 }],
  ])('a view with %s waits for the other rows', (_what, asked) => {
    expect(recordsToShow(IN_ORDER, { ...VIEW, ...asked }, behind)).toEqual({})
  })

  test('a screen that makes other rows of the records waits too', () => {
    expect(recordsToShow({ isInListOrder: false }, VIEW, behind)).toEqual({})
  })

  test('a sorted screen shows the rows that are first in its order, and no others', () => {
    const screen = { isInListOrder: false, sortedBy: 'id' }
    const view: View = { ...VIEW, sort: { id: 'id', descending: false } }
    const kept = { ...waiting, head: { ...head, sortedBy: 'id' } }
    expect(recordsToShow(screen, view, kept)).toEqual({ records: rows, of: 2_500 })
    expect(recordsToShow(screen, view, behind)).toEqual({})
    expect(recordsToShow(IN_ORDER, VIEW, kept)).toEqual({})
    const turned = { ...view, sort: { id: 'id', descending: true } }
    expect(recordsToShow(screen, turned, kept)).toEqual({})
    expect(recordsToShow(screen, { ...view, page: 1 }, kept)).toEqual({})
  })

  test('a head without row counts is not shown, unless it has all rows', () => {
    const older = { ...TIMES, rows, of: 5_000 }
    expect(recordsToShow(IN_ORDER, VIEW, { ...waiting, head: older })).toEqual({})
    const whole = { ...older, of: rows.length }
    const asked: View = { ...VIEW, search: 'x', sort: { id: 'id', descending: true } }
    expect(recordsToShow({ isInListOrder: false }, asked, { ...waiting, head: whole })).toEqual({
      records: rows,
    })
    expect(recordsToShow(IN_ORDER, VIEW, { ...waiting, head: whole })).toEqual({
      records: rows,
    })
  })

  test('a first page that is not full shows all rows', () => {
    const few = { ...head, lines: { here: 3, of: 3 } }
    expect(recordsToShow(IN_ORDER, VIEW, { ...waiting, head: few }).of).toBe(3)
  })
})

describe('first rows without the other rows', () => {
  const alone = { ...head, isAlone: true as const }
  const cut = { ...waiting, head: alone, error: new Error('no answer') }
  const LATER: View = { ...VIEW, search: 'x', sort: { id: 'id', descending: true }, page: 1 }

  test('the first rows are shown while the others are being fetched', () => {
    expect(recordsToShow(IN_ORDER, VIEW, { ...waiting, head: alone })).toEqual({
      records: rows,
      of: 2_500,
    })
    expect(recordsToShow(IN_ORDER, LATER, { ...waiting, head: alone })).toEqual({})
  })

  test.each([
    ['in the order of the list', IN_ORDER, VIEW],
    ['in any other order, searched and turned', IN_ORDER, LATER],
    ['on a screen that makes other rows of them', { isInListOrder: false }, VIEW],
  ])(
    'the first rows become a list of their own if the others do not arrive: %s',
    (_what, screen, view) => {
      const shown = recordsToShow(screen, view, cut)
      expect(shown).toEqual({ records: rows, isPart: true })
      expect(recordsToShow(screen, view, cut).records).toBe(shown.records)
      // The same array would make a table with the row count of the whole list.
      expect(shown.records).not.toBe(rows)
    },
  )

  test('the first rows are not a list of their own if the others are stored or have arrived', () => {
    expect(recordsToShow(IN_ORDER, LATER, { ...cut, head })).toEqual({})
    const snapshot = { ...TIMES, rows: [{ id: 9 }] }
    expect(recordsToShow(IN_ORDER, LATER, { ...cut, snapshot })).toEqual({ records: snapshot.rows })
  })
})

describe('the first rows of a long list that its screen sorts', () => {
  const sortedScreens = [bins, items, locations].map((screen) => [screen.path, screen] as const)
  test.each(sortedScreens)(
    'the first rows of %s are those that all rows show first',
    (_path, screen) => {
      const { sortedBy = '', collection } = screen
      const values = ['', null, 'Ä 2', 'a 10', 'A 9', 'b', 7, -1, 30, false, { room: 2 }]
      const records = Array.from({ length: 2_400 }, (_, nth) => ({
        id: nth % 7 === 0 ? '' : `R-${String((nth * 7_919) % 2_400)}`,
        item_id: nth,
        bin_number: nth % 9 === 0 ? values[nth % values.length] : `A-${String((nth * 31) % 600)}`,
        name: nth % 9 === 0 ? values[nth % values.length] : `WH ${String((nth * 17) % 900)}`,
      }))
      const kept = runSync(headOf(collection, { ...TIMES, rows: records }))
      expect(kept).toMatchObject({ sortedBy, lines: { here: 100, of: 2_400 }, of: 2_400 })
      const view: View = { ...VIEW, sort: { id: sortedBy, descending: false }, pageSize: 100 }
      const { records: shown } = recordsToShow(screen, view, { ...waiting, head: kept })
      const { rows: all, columns } = screen.table(records)
      expect(shown).toEqual(indexRows(all, columns).answer(view).rows)
    },
  )
})
