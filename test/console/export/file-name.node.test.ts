import { expect, test } from 'vitest'
import { fileNameOf } from '#console/export/file-name.ts'
import type { ExportFormat } from '#console/export/files/export-plan.ts'

const names: readonly [typed: string, format: ExportFormat, name: string][] = [
  ['x', 'CSV', 'x.csv'],
  ['x', 'JSON', 'x.json'],
  ['x', 'Excel', 'x.xlsx'],
  ['x.CSV', 'CSV', 'x.csv'],
  ['x.csv', 'Excel', 'x.csv.xlsx'],
  ['  Main stock  ', 'CSV', 'Main stock.csv'],
  ['', 'CSV', 'table_data.csv'],
  ['...', 'JSON', 'table_data.json'],
  ['../../etc/passwd', 'CSV', '_.._etc_passwd.csv'],
  ['C:\\a|b?', 'CSV', 'C__a_b_.csv'],
  ['a\u202Evsc.exe', 'CSV', 'a_vsc.exe.csv'],
  ['y'.repeat(300), 'CSV', `${'y'.repeat(120)}.csv`],
]

test.each(names)('the file name for %j as %s is %s', (typed, format, name) => {
  expect(fileNameOf(typed, format)).toBe(name)
})
