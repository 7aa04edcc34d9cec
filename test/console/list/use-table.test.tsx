import { act, cleanup, render, renderHook, screen as page, waitFor } from '@testing-library/react'
import { CatchBoundary } from '@tanstack/react-router'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { listScreen } from '#console/list/list-screen.ts'
import { useTable } from '#console/list/use-table.ts'
import { rememberDerivation } from '#console/rows/derivation.ts'
import { LONG_LIST_ROWS } from '#console/table/use-answer.ts'
import '#test/support/test-timeouts.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const screen = listScreen({
  path: '/items',
  title: 'Items',
  icon: 'tag',
  group: 'Master Data',
  collection: 'items',
  columns: (c) => [c.text('id', 'ID'), c.text('name', 'Name')],
})
const VIEW = { search: '', filters: [], sort: { id: 'name', descending: true } }
const long = (name: string): readonly Row[] =>
  Array.from({ length: LONG_LIST_ROWS + 1 }, (_, id) => ({ id, name: `${name} ${String(id)}` }))

function show(records: readonly Row[] | undefined) {
  return renderHook(
    (rows: readonly Row[] | undefined) => useTable(screen, rows ? { records: rows } : {}, VIEW),
    {
      initialProps: records,
    },
  )
}

describe('the table of a screen', () => {
  test('the table of few rows is built at once', () => {
    const rows = [{ id: 1 }]
    expect(show(rows).result.current.table?.rows).toEqual(rows)
  })

  test('the table of many rows is built behind the previous one, with its order, and reused later', async () => {
    const first = [{ id: 1, name: 'first' }]
    const all = long('Item')
    const { result, rerender, unmount } = show(first)
    rerender(all)
    expect(result.current.table?.rows).toEqual(first)
    expect(result.current.isOfRecords).toBe(false)
    await waitFor(() => expect(result.current.table?.rows).toBe(all))
    expect(result.current.isOfRecords).toBe(true)
    const last = result.current.table?.index?.answer({ ...VIEW, page: 0, pageSize: 1 })
    expect(last).toMatchObject({ rows: [all.at(-1)], total: all.length })
    unmount()
    expect(show(all).result.current.table?.rows).toBe(all)
  })

  test('the table is that of the newest rows, whatever was started before', async () => {
    const older = long('Older')
    const newer = long('Newer')
    const { result, rerender } = show(older)
    expect(result.current.table).toBeUndefined()
    rerender(newer)
    await waitFor(() => expect(result.current.table?.rows).toBe(newer))
    await act(async () => rerender(older))
    await waitFor(() => expect(result.current.table?.rows).toBe(older))
  })

  test('of records that were made from those on the screen, only the changed ones are read for the order', async () => {
    const before = long('Item')
    const { result, rerender } = show(before)
    await waitFor(() => expect(result.current.table?.rows).toBe(before))
    const read: unknown[] = []
    const watched = before.map((row) => ({
      ...row,
      get name() {
        read.push(row['id'])
        return row['name']
      },
    }))
    // The rows are others, and yet only those that the derivation names are read.
    const after = [...watched, { id: -1, name: 'Item 99999' }]
    rememberDerivation<Row>(after, { from: before, replaced: [7], removed: [], added: 1 })
    rerender(after)
    await waitFor(() => expect(result.current.table?.rows).toBe(after))
    const answer = result.current.table?.index.answer({ ...VIEW, page: 0, pageSize: 1 })
    expect(answer).toMatchObject({ rows: [{ id: -1 }], total: after.length })
    expect(new Set(read).size).toBeLessThan(100)
  })

  test('rows that cannot be shaped make the screen fail', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined)
    render(
      <CatchBoundary getResetKey={() => ''} errorComponent={({ error }) => String(error)}>
        <Odd />
      </CatchBoundary>,
    )
    expect(await page.findByText(/odd rows/)).toBeDefined()
  })
})

const odd = { ...screen, tableAhead: failing }

function Odd() {
  return useTable(odd, { records: ROWS }, VIEW).table?.rows.length
}

const ROWS = long('Odd')

// oxlint-disable-next-line eslint/require-yield -- it fails before it could rest
function* failing(): Generator<undefined, never, undefined> {
  throw new Error('odd rows')
}
