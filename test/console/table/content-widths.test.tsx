/** What columns are measured to need, and when they are measured again. */
import { renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import { useContentWidths } from '#console/table/columns/content-widths.ts'
import type { TableLayout } from '#console/table/columns/table-layout.ts'

// jsdom draws no text that could be measured.
vi.mock('#console/table/columns/text-width.ts', () => ({
  textWidth: (text: string) => text.length * 8,
}))

interface Named {
  readonly name: string
}

const c = columnKit<object>()
const columns = ['name', 'other'].map((id) =>
  c.custom({ id, title: id, value: (row) => String(Reflect.get(row, 'name')) }),
)
const layout: TableLayout = { visibility: {}, order: ['name', 'other'], widths: {} }
const rowsNamed = (name: string, count: number): Named[] =>
  Array.from({ length: count }, () => ({ name }))

function measured(first: readonly Named[]) {
  return renderHook(
    (rows: readonly Named[]) =>
      useContentWidths({
        table: 'Named',
        columns,
        rows,
        layout,
        page: rows.slice(0, 10),
        room: 200,
      }),
    { initialProps: first },
  )
}

test('columns grow when a list has twice the rows, and stay for fewer or shorter ones', () => {
  const { result, rerender } = measured(rowsNamed('Count 1016', 8))
  const before = result.current.get('name') ?? 0
  expect(before).toBeGreaterThan(0)
  rerender([...rowsNamed('Adjustment R0FH8RXPE6P9', 7), ...rowsNamed('Count 1016', 8)])
  expect(result.current.get('name')).toBe(before)
  rerender([...rowsNamed('Adjustment R0FH8RXPE6P9', 8), ...rowsNamed('Count 1016', 8)])
  const after = result.current.get('name') ?? 0
  expect(after).toBeGreaterThan(before)
  rerender(rowsNamed('A', 64))
  expect(result.current.get('name')).toBe(after)
})
