import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import type { Selection } from '#console/data/engine/types.ts'
import { detailTable } from '#console/table/shaped-table.ts'
import { useQuickCounts } from '#console/list/quick-counts.ts'
import { LONG_LIST_ROWS } from '#console/table/use-answer.ts'
import '#test/support/test-timeouts.ts'

afterEach(cleanup)

interface Booking {
  readonly name: string
  readonly state: string
}

const ALL: Selection = { search: '', filters: [], sort: null }
const FILTERS = ['Good', 'Bad'].map((text) => ({ column: 'state', text, title: text }))

/** This many bookings, and every tenth failed. */
function count(rows: number, first: Selection = ALL) {
  const bookings = Array.from({ length: rows }, (_, nth): Booking => ({
    name: `Booking ${String(nth)}`,
    state: nth % 10 === 0 ? 'Bad' : 'Good',
  }))
  const table = detailTable(bookings, (c) => [c.text('name', 'Name'), c.text('state', 'State')])
  const shown = renderHook((view: Selection) => useQuickCounts(FILTERS, table, view), {
    initialProps: first,
  })
  return { ...shown, table, counts: () => Object.fromEntries(shown.result.current) }
}

describe('the counts of quick filters', () => {
  test('quick filters count the rows that the search and the other filters leave', () => {
    const { rerender, counts } = count(100)
    expect(counts()).toEqual({ Bad: 10, Good: 90 })
    rerender({ ...ALL, search: 'booking 5' })
    expect(counts()).toEqual({ Bad: 1, Good: 10 })
    rerender({ ...ALL, filters: [{ id: 'name', text: '0' }] })
    expect(counts()).toEqual({ Bad: 10 })
  })

  test('the counts depend neither on the active quick filter nor on the order', () => {
    const { rerender, counts, result } = count(100)
    const before = result.current
    rerender({ ...ALL, filters: [{ id: 'state', values: ['Bad'] }] })
    expect(counts()).toEqual(Object.fromEntries(before))
    const other = result.current
    rerender({ ...ALL, sort: { id: 'name', descending: true } })
    expect([...result.current]).toEqual([...other])
  })

  test('the counts of a long list come a little later, and the previous ones stay until then', async () => {
    const { rerender, counts, result } = count(LONG_LIST_ROWS + 1)
    const before = result.current
    rerender({ ...ALL, search: 'booking 24' })
    expect(result.current).toBe(before)
    await waitFor(() => expect(counts()).toEqual({ Bad: 11, Good: 100 }))
  })
})
