import { parse } from 'papaparse'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { DOWNLOAD_FORMATS } from '#contract/constants.ts'
import { columnKit, type Column } from '#console/table/columns/column-kit.tsx'
import { exportCell, exportColumn } from '#console/export/export-cells.ts'
import type { ExportFormat, ExportPlan, ExportRow } from '#console/export/files/export-plan.ts'
import { runsAsFormula } from '#console/export/files/formulas.ts'
import { openFile } from '#console/export/files/open-file.ts'
import { dateFormat, setDateFormat } from '#console/rows/date-format.ts'
import { formatDateTime } from '#console/rows/formats.ts'
import { hostile } from '#test/console/export/hostile.ts'
import { readOwn, unzip } from '#test/console/export/own-excel.ts'
import { readCsv, readExcel } from '#test/console/export/read-back.ts'

const NOON = Date.UTC(2026, 10, 5, 12)
const ALL = [...hostile.formulas, ...hostile.awkward]

beforeEach(() => {
  vi.stubEnv('TZ', 'Asia/Kolkata')
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const ABOUT: ExportPlan['about'] = {
  table: 'Inventory',
  scope: 'filtered',
  rows: 2,
  search: 'ba',
  filters: ['Total Quantity: ≥ 100'],
  sort: { title: 'Name', descending: true },
  asOf: NOON,
  exportedAt: NOON + 60_000,
  exportedBy: 'ada',
}

/** Columns named by a letter each; those that begin with 'at' contain times. */
async function write(format: ExportFormat, ids: readonly string[], ...slices: ExportRow[][]) {
  const columns = ids.map((id) => ({ id, title: id.toUpperCase(), isDate: id.startsWith('at') }))
  const file = openFile({ format, columns, about: ABOUT, dateFormat: dateFormat() })
  for (const slice of slices) await file.add(slice)
  return file.finish()
}

const csv = async (...args: [readonly string[], ...ExportRow[][]]) => {
  // Blob.text() drops the byte order mark that Excel needs.
  const bytes = await (await write('CSV', ...args)).arrayBuffer()
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
const json = async (...args: [readonly string[], ...ExportRow[][]]): Promise<unknown> =>
  JSON.parse(await (await write('JSON', ...args)).text())
const excel = async (...args: [readonly string[], ...ExportRow[][]]) =>
  readExcel(await write('Excel', ...args))

/** The rows of a sheet after the titles. */
const sheetRows = async (...args: [readonly string[], ...ExportRow[][]]) =>
  (await excel(...args)).slice(1)

describe('text that a spreadsheet would run', () => {
  test('formulas are detected, and other texts are not', () => {
    expect(ALL.length).toBeGreaterThanOrEqual(80)
    expect(hostile.formulas.filter((text) => !runsAsFormula(text))).toEqual([])
    expect(hostile.awkward.filter(runsAsFormula)).toEqual([])
  })

  test('a formula is harmless in a CSV, by two readers, and all other text is unchanged', async () => {
    const text = await csv(
      ['a', 'b'],
      ALL.map((each) => [each, 'end']),
    )
    const inert = [...hostile.formulas.map((each) => `'${each}`), ...hostile.awkward].map(
      (each) => [each, 'end'],
    )
    expect(readCsv(text)).toEqual([['A', 'B'], ...inert])
    expect(parse(text.slice(1), { skipEmptyLines: true }).data).toEqual([['A', 'B'], ...inert])
  })

  test('a formula is text in a workbook, and every cell is unchanged', async () => {
    expect(
      await sheetRows(
        ['a', 'b'],
        ALL.map((each) => [each, 'end']),
      ),
    ).toEqual(ALL.map((each) => [each, 'end']))
  })

  test('a second workbook reader sees text too, and no cell is a formula', async () => {
    const file = await write(
      'Excel',
      ['a', 'b', 'n', 'yes'],
      ALL.map((each, nth) => [each, 'end', nth / 8, nth % 2 === 0]),
    )
    const rows = readOwn(Buffer.from(await file.arrayBuffer())).slice(1)
    expect(rows).toEqual(ALL.map((each, nth) => [each, 'end', nth / 8, nth % 2 === 0]))
  })

  test('a formula is unchanged in JSON, which nothing runs', async () => {
    expect(
      await json(
        ['a'],
        ALL.map((each) => [each]),
      ),
    ).toEqual(ALL.map((a) => ({ a })))
  })

  test('a formula is harmless as a title too', async () => {
    expect((await csv(['=1+1'])).slice(1)).toBe("'=1+1\r\n")
    expect((await excel(['=1+1']))[0]).toEqual(['=1+1'])
  })
})

describe('the types of values', () => {
  const ids = ['n', 'text', 'yes', 'at']
  const rows: ExportRow[] = [
    [-5, '-5', true, NOON],
    [10.45, '-5.25', false, 'soon'],
    [0, null, null, null],
  ]

  test('a CSV contains bare numbers, and times as every spreadsheet reads them', async () => {
    expect(readCsv(await csv(ids, rows)).slice(1)).toEqual([
      ['-5', '-5', 'Yes', '2026-11-05 17:30:00'],
      ['10.45', '-5.25', 'No', 'soon'],
      ['0', '', '', ''],
    ])
  })

  test('a CSV of one column contains lines for empty cells too', async () => {
    const file = await csv(['n'], [['a'], [null], [null], [5]])
    expect(file.slice(1)).toBe('N\r\na\r\n""\r\n""\r\n5\r\n')
    expect(readCsv(file)).toEqual([['N'], ['a'], [''], [''], ['5']])
  })

  test('JSON keeps the types of values', async () => {
    expect(await json(ids, rows)).toEqual([
      { n: -5, text: '-5', yes: true, at: '2026-11-05T12:00:00.000Z' },
      { n: 10.45, text: '-5.25', yes: false, at: 'soon' },
      { n: 0, text: null, yes: null, at: null },
    ])
  })

  test("a workbook contains times as times, in the device's time zone", async () => {
    expect(await sheetRows(ids, rows)).toEqual([
      [-5, '-5', true, new Date(Date.UTC(2026, 10, 5, 17, 30))],
      [10.45, '-5.25', false, 'soon'],
      [0, null, null, null],
    ])
    expect(await sheetRows(['at'], [[new Date(1812, 5, 24).getTime()]])).toEqual([
      ['24-06-1812 12:00 AM'],
    ])
  })

  test('a time that is beyond the year 9999 on the device is written as the table shows it', async () => {
    const at = Date.parse('9999-12-31T23:59:59Z')
    const shown = formatDateTime(new Date(at).toISOString())
    const line = (await csv(['at_far'], [[at]])).split('\r\n')[1]
    expect(line).toBe(shown)
    expect(runsAsFormula(line ?? '')).toBe(false)
    expect(await sheetRows(['at_far'], [[at]])).toEqual([[shown]])
  })
})

describe('what a program that opens a file finds', () => {
  test('the first sheet of a workbook is the titles and the rows, and the second describes them', async () => {
    const file = await write('Excel', ['a', 'b'], [['x', 'y']])
    expect(await readExcel(file)).toEqual([
      ['A', 'B'],
      ['x', 'y'],
    ])
    expect(await readExcel(file, 'About')).toEqual([
      [
        'Inventory: 2 filtered rows. Search: ba. Total Quantity: ≥ 100. Sorted by Name, descending. ' +
          'Rows as of 05-11-2026 05:30 PM. Exported 05-11-2026 05:31 PM by ada.',
      ],
    ])
  })

  test.each([
    ['month-first', '24', '11-05-2026 17:30', String.raw`mm\-dd\-yyyy\ hh:mm`],
    ['year-first', '12', '2026-11-05 05:30 PM', String.raw`yyyy\-mm\-dd\ hh:mm\ AM/PM`],
  ] as const)(
    'a workbook that a worker writes shows %s dates to whoever wants them',
    async (order, clock, words, code) => {
      onTestFinished(() => setDateFormat({ clock: null, order: 'day-first' }))
      const columns = [{ id: 'at', title: 'At', isDate: true }]
      // A worker knows nothing of the person but what it is told.
      const plan = { format: 'Excel', columns, about: ABOUT, dateFormat: { order, clock } } as const
      const file = openFile(plan)
      await file.add([[NOON]])
      const blob = await file.finish()
      expect(String((await readExcel(blob, 'About'))[0])).toContain(`Rows as of ${words}.`)
      const styles = unzip(Buffer.from(await blob.arrayBuffer())).get('xl/styles.xml')
      expect(styles?.toString()).toContain(`formatCode="${code}"`)
    },
  )

  test('JSON is a list of the rows, also without any', async () => {
    expect(await json(['a'])).toEqual([])
    expect(await json(['a'], [['x']])).toEqual([{ a: 'x' }])
  })

  test('the type of a file matches its format', async () => {
    const files = await Promise.all(DOWNLOAD_FORMATS.map((format) => write(format, ['a'])))
    expect(files.map(({ type }) => type)).toEqual([
      'text/csv;charset=utf-8',
      'application/json',
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
  })
})

describe('a file of several slices', () => {
  const slices = [[['1'], ['2']], [], [['3']]]
  test('a file of several slices contains each row once, in order', async () => {
    expect(readCsv(await csv(['a'], ...slices))).toEqual([['A'], ['1'], ['2'], ['3']])
    expect(await json(['a'], ...slices)).toEqual([{ a: '1' }, { a: '2' }, { a: '3' }])
    expect(await sheetRows(['a'], ...slices)).toEqual([['1'], ['2'], ['3']])
  })

  test('a sheet of many columns uses the usual column letters', async () => {
    const ids = Array.from({ length: 730 }, (_, place) => `c${String(place)}`)
    expect(await sheetRows(ids, [ids])).toEqual([ids])
  })
})

describe('the limits of a workbook', () => {
  test('a workbook refuses more rows than a sheet can contain', () => {
    const about = { ...ABOUT, rows: 1_048_576 }
    expect(() =>
      openFile({ format: 'Excel', columns: [], about, dateFormat: dateFormat() }),
    ).toThrow('Too many rows')
  })

  test('a workbook truncates text that is too long for a cell', async () => {
    const [[cell] = []] = await sheetRows(['a'], [['x'.repeat(40_000)]])
    expect(cell).toBe(`${'x'.repeat(32_766)}…`)
  })

  test('a workbook truncates no text within a character', async () => {
    const [[cell] = []] = await sheetRows(['a'], [[`${'x'.repeat(32_765)}📦📦`]])
    expect(cell).toBe(`${'x'.repeat(32_765)}…`)
  })
})

describe('a cell of a file', () => {
  interface Shelf {
    readonly qty?: unknown
    readonly at_time?: unknown
    readonly memo?: unknown
  }
  const c = columnKit<Shelf>()
  const quantity = c.quantity('qty', 'Quantity')
  const time = c.date('at_time', 'Time')
  const memo = c.text('memo', 'Memo')
  const cases: readonly [row: Shelf, column: Column<Shelf>, cell: unknown][] = [
    [{ qty: 10.6 }, quantity, 10.6],
    [{ qty: '-5' }, quantity, -5],
    [{ qty: 'lots' }, quantity, 'lots'],
    [{}, quantity, null],
    [{ at_time: '2026-11-05T12:00:00Z' }, time, NOON],
    [{ at_time: 'soon' }, time, 'soon'],
    [{ memo: '' }, memo, null],
    [{ memo: '-' }, memo, '-'],
    [{ memo: { bin: 1 } }, memo, '{"bin":1}'],
    [{ memo: Number.NaN }, memo, 'NaN'],
  ]
  test.each(cases)('the exported cell of %j is correct', (row, column, cell) => {
    expect(exportCell(row, column as unknown as Column<object>, 'CSV')).toBe(cell)
  })

  test('a day without a time stays that day in JSON, and is a date in the other formats', () => {
    const column = time as unknown as Column<object>
    const row = { at_time: '2026-11-05' }
    expect(exportCell(row, column, 'JSON')).toBe('2026-11-05')
    expect(exportCell(row, column, 'Excel')).toBe(new Date(2026, 10, 5).getTime())
    expect(exportCell({ at_time: '2026-11-05T12:00:00Z' }, column, 'JSON')).toBe(NOON)
  })

  test('a cell in a column of times is a time', () => {
    const columns = [time, memo].map((column) => exportColumn(column as unknown as Column<object>))
    expect(columns.map(({ isDate }) => isDate)).toEqual([true, false])
  })
})
