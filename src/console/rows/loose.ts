/** Reading fields whose names and shapes differ from app to app: nothing is lost, nothing reads '[object Object]'. */
import type { Row } from '#contract/collections.ts'
import { objectsIn } from '#console/rows/nested.ts'

/** Whether a value says anything. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  if (Array.isArray(value)) return value.length > 0
  return value !== null && value !== undefined
}

/** A field's name without what apps write differently: `binName`, `bin_name` and `Bin Name` are one. */
export function plainName(field: string): string {
  return field.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** The first filled value under any of some names; a name as it is written comes before its variants. */
export function valueOf(row: Row, names: readonly string[]): unknown {
  for (const name of names) {
    if (isFilled(row[name])) return row[name]
    const wanted = plainName(name)
    for (const [field, value] of Object.entries(row))
      if (plainName(field) === wanted && isFilled(value)) return value
  }
  return null
}

/** The fields of a row that none of some names means. */
export function otherFields(row: Row, names: readonly string[]): string[] {
  const known = new Set(names.map(plainName))
  return Object.keys(row).filter((field) => !known.has(plainName(field)))
}

const NAMES_OF_THINGS = ['username', 'name', 'value', 'label', 'number', 'id']

/** A value in a few words: an object by its name, a list by its parts; null for nothing. */
export function plainOf(value: unknown): string | number | boolean | null {
  if (!isFilled(value)) return null
  if (typeof value === 'string') return isJson(value) ? plainOf(objectsIn(value)) : value
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const parts = value.map(plainOf).filter(isFilled)
    return parts.length === 0 ? null : parts.join(', ')
  }
  if (typeof value !== 'object' || value === null) return null
  const named = valueOf({ ...value }, NAMES_OF_THINGS)
  if (named !== null && typeof named !== 'object') return plainOf(named)
  return Object.entries(value)
    .flatMap(([field, one]: [string, unknown]) =>
      isFilled(one) ? [`${field}: ${String(plainOf(one) ?? '-')}`] : [],
    )
    .join(', ')
}

/** The same as a text or a number, for what names a thing. */
export function scalarOf(value: unknown): string | number | null {
  const plain = plainOf(value)
  return typeof plain === 'boolean' ? String(plain) : plain
}

/** Rows for a table, of whatever is nested: a text or a number becomes a row of its own. */
export function entriesIn(value: unknown): Row[] {
  if (!isFilled(value)) return []
  if (Array.isArray(value)) return value.flatMap(entriesIn)
  const objects = objectsIn(value)
  if (objects.length > 0) return objects.filter((row) => Object.values(row).some(isFilled))
  return typeof value === 'string' && isJson(value) ? [] : [{ name: value }]
}

/** Whether a value is better shown by itself than in a cell. */
export function isNested(value: unknown): boolean {
  if (typeof value === 'string') return isJson(value) && objectsIn(value).length > 0
  return typeof value === 'object' && value !== null && objectsIn(value).length > 0
}

function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
