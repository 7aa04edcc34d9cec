import { expect, test } from 'vitest'
import { columnKit, type Column } from '#console/table/columns/column-kit.tsx'
import { openFile } from '#console/export/files/open-file.ts'
import { writeRows } from '#console/export/write-rows.ts'

const rows = Array.from({ length: 1_201 }, (_, id) => ({ id }))
const columns = [columnKit<{ id: number }>().text('id', 'ID') as unknown as Column<object>]
const about = {
  table: 'Bins',
  scope: 'filtered',
  rows: rows.length,
  search: '',
  filters: [],
  sort: null,
  asOf: null,
  exportedAt: 0,
  exportedBy: 'ada',
} as const
const dateFormat = { clock: null, order: 'day-first' } as const
const format = 'JSON'
const open = () =>
  openFile({
    format,
    columns: [{ id: 'id', title: 'ID', isDate: false }],
    about,
    dateFormat,
  })

test('rows are written in slices, and each reports its progress', async () => {
  const told: number[] = []
  const { signal } = new AbortController()
  const file = await writeRows(
    open(),
    rows,
    { columns, format },
    signal,
    (done) => void told.push(done),
  )
  expect(told).toEqual([500, 1_000, 1_201])
  expect(JSON.parse(await file.text())).toEqual(rows)
})

test('an export without rows makes a file too', async () => {
  const { signal } = new AbortController()
  const file = await writeRows(open(), [], { columns, format }, signal, () => undefined)
  expect(JSON.parse(await file.text())).toEqual([])
})

test('a cancelled export writes no further slice', async () => {
  const told: number[] = []
  const cancel = new AbortController()
  const writing = writeRows(open(), rows, { columns, format }, cancel.signal, (done) => {
    told.push(done)
    cancel.abort()
  })
  await expect(writing).rejects.toThrow('aborted')
  expect(told).toEqual([500])
})
