import { expect, test } from 'vitest'
import { exportCell } from '#console/export/export-cells.ts'
import { exportSource } from '#console/export/export-source.ts'
import { columnKit } from '#console/table/columns/column-kit.tsx'
import { viewOf } from '#console/table/columns/table-address.ts'
import { detailTable } from '#console/table/shaped-table.ts'

interface Person {
  readonly name: string
  readonly note: string
}

const PEOPLE: readonly Person[] = [{ name: 'Ada', note: 'early' }]
const { columns, index, keyOf } = detailTable(PEOPLE, (c) => [
  c.text('name', 'Name'),
  c.actions(2, () => null),
  c.text('note', 'Note'),
])
const view = viewOf({})

test('a column of buttons is among neither all nor the visible columns of an export', () => {
  const source = exportSource({
    table: 'People',
    columns,
    shown: columns.slice(0, 2),
    view,
    index,
    answer: index.answer(view),
    selected: new Set(),
    keyOf,
    canPrint: true,
    asOf: () => null,
  })
  expect(source.columns.map(({ title }) => title)).toEqual(['Name', 'Note'])
  expect(source.shown.map(({ title }) => title)).toEqual(['Name'])
})

test('a cell without a value that shows nothing or a dash is empty in a file', () => {
  const showing = (text: string) =>
    columnKit<object>().custom({ id: 'own', title: 'Own', value: () => null, text: () => text })
  expect(['', '-', 'soon'].map((text) => exportCell({}, showing(text), 'CSV'))).toEqual([
    null,
    null,
    'soon',
  ])
})
