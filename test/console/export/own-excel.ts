/**
 * A workbook reader that shares no code with the library: it follows the archive's directory and
 * checksums, and reads the sheet by its tokens.
 */
import { crc32, inflateRawSync } from 'node:zlib'

const END = 0x06_05_4b_50
const ENTRY = 0x02_01_4b_50
const LOCAL = 0x04_03_4b_50
const DEFLATED = 8

/**
 * The parts of an archive; its last record points to the directory, which points to each part
 * (APPNOTE 4.3).
 */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.length - 22
  if (file.readUInt32LE(end) !== END) throw new Error('no end of the directory')
  const parts = new Map<string, Buffer>()
  let at = file.readUInt32LE(end + 16)
  for (let nth = 0; nth < file.readUInt16LE(end + 10); nth += 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw new Error('no entry in the directory')
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      file.readUInt16LE(at + offset),
    )
    const name = file.toString('utf8', at + 46, at + 46 + (nameLength ?? 0))
    const local = file.readUInt32LE(at + 42)
    if (file.readUInt32LE(local) !== LOCAL)
      throw new Error(`${name} does not begin where it should`)
    const begin = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28)
    const packed = file.subarray(begin, begin + file.readUInt32LE(at + 20))
    const content = file.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(packed) : packed
    if (
      content.length !== file.readUInt32LE(at + 24) ||
      crc32(content) !== file.readUInt32LE(at + 16)
    )
      throw new Error(`${name} is damaged`)
    parts.set(name, content)
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
  return parts
}

const ROW = /<row\b[^>]*>([^]*?)<\/row>/g
const CELL = /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>([^]*?)<\/c>)/g
const MARKUP: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** The rows of the first sheet: texts, numbers (including times) and booleans; null for a missing cell. */
export function readOwn(file: Buffer): (string | number | boolean | null)[][] {
  const sheet = unzip(file).get('xl/worksheets/sheet1.xml')?.toString('utf8') ?? ''
  return [...sheet.matchAll(ROW)].map(([, row = '']) => {
    const cells: (string | number | boolean | null)[] = []
    for (const [, column = '', attributes = '', inside = ''] of row.matchAll(CELL)) {
      let place = 0
      for (const letter of column) place = place * 26 + letter.charCodeAt(0) - 64
      while (cells.length < place - 1) cells.push(null)
      cells.push(valueOf(/\bt="(\w+)"/.exec(attributes)?.[1], inside))
    }
    return cells
  })
}

function valueOf(type: string | undefined, inside: string): string | number | boolean {
  if (inside.includes('<f')) throw new Error('a formula')
  const text = /<(?:t|v)\b[^>]*>([^]*)<\/(?:t|v)>/.exec(inside)?.[1] ?? ''
  if (type === undefined || type === 'n') return Number(text)
  if (type === 'b') return text === '1'
  return text
    .replace(/&(\w+);/g, (all, name: string) => MARKUP[name] ?? all)
    .replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
}
