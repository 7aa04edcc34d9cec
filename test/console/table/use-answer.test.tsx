import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { indexRows } from '#console/data/engine/view-index.ts'
import type { View } from '#console/data/engine/types.ts'
import { useAnswer } from '#console/table/use-answer.ts'
import { LONG_LIST_ROWS } from '#console/table/use-answer.ts'
import '#test/support/test-timeouts.ts'

afterEach(cleanup)

const ALL: View = { search: '', filters: [], sort: null, page: 0, pageSize: 2 }
const name = (row: object): string => String(Reflect.get(row, 'name'))
const indexOf = (count: number) =>
  indexRows<object>(
    Array.from({ length: count }, (_, nth) => ({ name: `Bin ${String(nth)}` })),
    [{ id: 'name', value: name, text: name }],
  )

function show(count: number) {
  const index = indexOf(count)
  return {
    index,
    ...renderHook((view: View) => useAnswer(index, count, view), { initialProps: ALL }),
  }
}

describe('the answer to a view', () => {
  test('the answer over few rows is available at once', () => {
    const { result, rerender } = show(12)
    rerender({ ...ALL, search: 'bin 11' })
    expect(result.current.total).toBe(1)
  })

  test.each([
    { asked: { ...ALL, search: 'bin 2499' }, first: 'Bin 2499' },
    { asked: { ...ALL, sort: { id: 'name', descending: true } }, first: 'Bin 2500' },
    { asked: { ...ALL, filters: [{ id: 'name', text: '1234' }] }, first: 'Bin 1234' },
  ])(
    'the previous answer stays until the one over many rows is prepared: $first',
    async ({ asked, first }) => {
      const { result, rerender } = show(LONG_LIST_ROWS + 1)
      const before = result.current
      rerender(asked)
      expect(result.current).toBe(before)
      await waitFor(() => expect(result.current.rows[0]).toEqual({ name: first }))
    },
  )

  test('the answer belongs to the last of several questions', async () => {
    const { result, rerender } = show(LONG_LIST_ROWS + 1)
    for (const search of ['bin 1', 'bin 12', 'bin 1234']) rerender({ ...ALL, search })
    await waitFor(() => expect(result.current.total).toBe(1))
  })

  test('the answer is available at once if it was prepared in advance', () => {
    const { index, result, rerender } = show(LONG_LIST_ROWS + 1)
    index.matching({ ...ALL, search: 'bin' })
    rerender({ ...ALL, search: 'bin 1234' })
    expect(result.current.total).toBe(1)
  })
})
