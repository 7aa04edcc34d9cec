/**
 * Columns as bytes, the form of rows on the device. It costs a fraction of JSON to read: numbers and codes are used
 * where they are, and all texts of a column are one text (decisions/console/offline.md).
 *
 * The bytes are the length of a head as a 32-bit number, the head as JSON, and then the arrays of numbers in the
 * order of their columns. Each array starts at a multiple of eight bytes.
 */
import type { Column, Columns } from '#contract/sync/columns.ts'

/** A control character that no text of NetSuite has, and that JSON does not escape. */
const SEPARATOR = '\u007F'

const ARRAYS = {
  i8: Int8Array,
  i16: Int16Array,
  i32: Int32Array,
  f64: Float64Array,
} as const

type ArrayKind = keyof typeof ARRAYS
type NumberArray = InstanceType<(typeof ARRAYS)[ArrayKind]>

/** Values in the head: as one text if all of them are texts. */
type PackedValues = { readonly texts: string } | { readonly values: readonly unknown[] }

/** A column in the head. The numbers and codes come after it, in arrays of the named kind. */
type PackedColumn = { readonly name: string } & (
  | PackedValues
  | { readonly numbers: ArrayKind }
  | { readonly count: number; readonly distinct: PackedValues; readonly codes: ArrayKind }
)

interface Head<T> {
  readonly facts: T
  readonly rows: number
  readonly columns: readonly PackedColumn[]
}

/** Columns as bytes, with facts about them. */
export function packColumns(facts: object, columns: Columns): Uint8Array<ArrayBuffer> {
  const arrays: NumberArray[] = []
  const packed = columns.columns.map((column) => packColumn(column, columns.rows, arrays))
  const head: Head<object> = { facts, rows: columns.rows, columns: packed }
  const text = new TextEncoder().encode(JSON.stringify(head))
  const start = aligned(Uint32Array.BYTES_PER_ELEMENT + text.length)
  const size = arrays.reduce((sum, { byteLength }) => sum + aligned(byteLength), start)
  const bytes = new Uint8Array(size)
  new Uint32Array(bytes.buffer, 0, 1).set([text.length])
  bytes.set(text, Uint32Array.BYTES_PER_ELEMENT)
  let at = start
  for (const { buffer, byteLength } of arrays) {
    bytes.set(new Uint8Array(buffer), at)
    at += aligned(byteLength)
  }
  return bytes
}

/**
 * The columns in bytes made by `packColumns`, and the facts, which the caller must check. The bytes must not change
 * while the columns are in use.
 * @throws if the bytes are malformed
 */
export function unpackColumns(bytes: Uint8Array<ArrayBuffer>): {
  readonly facts: unknown
  readonly columns: Columns
} {
  const { buffer } = bytes
  const [length = 0] = new Uint32Array(buffer, 0, 1)
  const text = bytes.subarray(Uint32Array.BYTES_PER_ELEMENT).subarray(0, length)
  const { facts, rows, columns } = JSON.parse(new TextDecoder().decode(text)) as Head<unknown>
  let at = aligned(Uint32Array.BYTES_PER_ELEMENT + length)
  const takeArray = (kind: ArrayKind): NumberArray => {
    const array = new ARRAYS[kind](buffer, at, rows)
    at += aligned(array.byteLength)
    return array
  }
  return { facts, columns: { rows, columns: columns.map((each) => unpack(each, rows, takeArray)) } }
}

function packColumn(column: Column, rows: number, arrays: NumberArray[]): PackedColumn {
  const { name } = column
  if ('distinct' in column) {
    const { distinct } = column
    const array = arrayOf(column.codes)
    arrays.push(array.numbers)
    return { name, count: distinct.length, distinct: packValues(distinct), codes: array.kind }
  }
  const values = Array.from({ length: rows }, (_, nth) => column.values[nth])
  if (!values.every((value) => typeof value === 'number')) return { name, ...packValues(values) }
  const array = arrayOf(values)
  arrays.push(array.numbers)
  return { name, numbers: array.kind }
}

function packValues(values: readonly unknown[]): PackedValues {
  const areTexts = values.every(
    (value): value is string => typeof value === 'string' && !value.includes(SEPARATOR),
  )
  return areTexts ? { texts: values.join(SEPARATOR) } : { values }
}

function unpack(
  column: PackedColumn,
  rows: number,
  takeArray: (kind: ArrayKind) => NumberArray,
): Column {
  const { name } = column
  if ('numbers' in column) return { name, values: takeArray(column.numbers) }
  if (!('codes' in column)) return { name, values: unpackValues(column, rows) }
  const { count, distinct, codes } = column
  return { name, distinct: unpackValues(distinct, count), codes: takeArray(codes) }
}

function unpackValues(packed: PackedValues, count: number): readonly unknown[] {
  if ('values' in packed) return checked(packed.values, count)
  return count === 0 ? [] : checked(packed.texts.split(SEPARATOR), count)
}

function checked(values: readonly unknown[], count: number): readonly unknown[] {
  if (values.length !== count) throw new RangeError('a column has another number of values')
  return values
}

/** The smallest kind of array that holds the numbers exactly. */
function arrayOf(numbers: ArrayLike<number>): {
  readonly kind: ArrayKind
  readonly numbers: NumberArray
} {
  for (const kind of ['i8', 'i16', 'i32'] as const) {
    const array = ARRAYS[kind].from(numbers)
    if (array.every((number, nth) => Object.is(number, numbers[nth])))
      return { kind, numbers: array }
  }
  return { kind: 'f64', numbers: Float64Array.from(numbers) }
}

function aligned(length: number): number {
  return Math.ceil(length / Float64Array.BYTES_PER_ELEMENT) * Float64Array.BYTES_PER_ELEMENT
}
