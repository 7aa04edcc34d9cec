/** Reads files back with independent readers. */
import { readSheet } from 'read-excel-file/node'

/** A CSV file parsed by a separate reader (RFC 4180), field by field. */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [[]]
  const field = /(?:^\uFEFF)?(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy
  while (field.lastIndex < text.length) {
    const [, quoted, bare = '', end] = field.exec(text) ?? []
    if (end === undefined) throw new Error(`no field ends behind ${String(field.lastIndex)}`)
    lines.at(-1)?.push(quoted === undefined ? bare : quoted.replaceAll('""', '"'))
    if (end === '\r\n') lines.push([])
  }
  return lines.at(-1)?.length === 0 ? lines.slice(0, -1) : lines
}

/** The rows of a sheet of a workbook, the first one if it is not named. */
export async function readExcel(file: Blob, sheet: string | number = 1): Promise<unknown[][]> {
  return readSheet(Buffer.from(await file.arrayBuffer()), sheet, { trim: false })
}
