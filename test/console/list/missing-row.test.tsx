import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import type { CollectionState } from '#console/data/collections/use-collection.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { useMissingRow } from '#console/list/missing-row.tsx'
import { useTable } from '#console/list/use-table.ts'
import { LONG_LIST_ROWS } from '#console/table/use-answer.ts'
import '#test/support/test-timeouts.ts'

afterEach(cleanup)

const screen = listScreen({
  path: '/items',
  title: 'Items',
  icon: 'tag',
  group: 'Master Data',
  collection: 'items',
  columns: (c) => [c.text('id', 'ID')],
})
const VIEW = { search: '', filters: [], sort: null }

interface Shown {
  readonly records: readonly Row[]
  readonly isRefreshing: boolean
}

/** @returns what was said about the row at each render */
function look(key: string, first: Shown) {
  const said: (string | null)[] = []
  const hook = renderHook(
    ({ records, isRefreshing }: Shown) => {
      const { table, isOfRecords } = useTable(screen, { records }, VIEW)
      const isFound = table?.rows.some((row) => table.keyOf(row) === key) ?? false
      const state = { isRefreshing } as CollectionState
      said.push(useMissingRow({ key, isFound, content: table, isOfRecords, state }))
      return { table, isFound }
    },
    { initialProps: first },
  )
  return { ...hook, said }
}

const rows = (count: number): readonly Row[] => Array.from({ length: count }, (_, id) => ({ id }))

test('nothing is said about a row that a refresh has brought while the table of the long list is being built', async () => {
  const before = rows(LONG_LIST_ROWS + 1)
  const { said, result, rerender } = look('9999', { records: before, isRefreshing: true })
  await waitFor(() => expect(result.current.table).toBeDefined())
  rerender({ records: [...before, { id: 9999 }], isRefreshing: false })
  await waitFor(() => expect(result.current.isFound).toBe(true))
  expect(said.filter((each) => each !== null)).toEqual([])
})

test('what was said about a row stays while a refresh of a long list is being built', async () => {
  const before = rows(LONG_LIST_ROWS + 1)
  const { said, result, rerender } = look('9999', { records: before, isRefreshing: false })
  await waitFor(() => expect(said.at(-1)).toBe('9999'))
  const seen = said.length
  const after = rows(LONG_LIST_ROWS + 2)
  rerender({ records: after, isRefreshing: false })
  await waitFor(() => expect(result.current.table?.rows).toBe(after))
  expect(new Set(said.slice(seen))).toEqual(new Set(['9999']))
})

test('nothing is said about a row whose key was only a number', () => {
  const { said } = look('#12', { records: rows(2), isRefreshing: false })
  expect(new Set(said)).toEqual(new Set([null]))
})
