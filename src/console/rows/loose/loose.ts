/** Reading fields whose names and shapes differ from app to app: nothing is lost, nothing reads '[object Object]'. */
import type { Row } from '#contract/collections.ts'
import { DEEPEST, parseText } from '#contract/records/nested-text.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { titleOf } from '#console/rows/formats.ts'
import { isObject, objectsIn } from '#console/rows/loose/objects.ts'

/** What programs write where they had nothing to say; written so it is no name either. */
const NOTHING = new Set(['null', 'NULL', 'undefined', 'NaN', '[object Object]'])

/** Whether a value says anything. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !NOTHING.has(value.trim())
  if (typeof value === 'number') return !Number.isNaN(value)
  if (Array.isArray(value)) return value.length > 0
  return value !== null && value !== undefined
}

/** The field that is filled, of some names for it; a name as it is written comes before its variants. */
export function fieldOf(row: Row, names: readonly string[]): string | null {
  for (const name of names) {
    // A field may be called like something that every object has.
    if (Object.hasOwn(row, name) && isFilled(row[name])) return name
    const wanted = plainName(name)
    for (const field in row)
      if (Object.hasOwn(row, field) && plainName(field) === wanted && isFilled(row[field]))
        return field
  }
  return null
}

/** The same for a row that is asked for many names. */
export function fieldsByName(row: Row): (name: string) => string | null {
  const fields = new Map<string, string>()
  for (const field of Object.keys(row)) {
    const plain = plainName(field)
    if (!fields.has(plain) && isFilled(row[field])) fields.set(plain, field)
  }
  return (name) =>
    Object.hasOwn(row, name) && isFilled(row[name]) ? name : (fields.get(plainName(name)) ?? null)
}

/** The first filled value under any of some names; null where there is none. */
export function valueOf(row: Row, names: readonly string[]): unknown {
  const field = fieldOf(row, names)
  return field === null ? null : row[field]
}

/** The fields of a row that none of some names means. */
export function otherFields(row: Row, names: readonly string[]): string[] {
  const known = new Set(names.map(plainName))
  return Object.keys(row).filter((field) => !known.has(plainName(field)))
}

const NAMES_OF_THINGS = [
  'username',
  'name',
  'refName',
  'tranid',
  'value',
  'label',
  'text',
  'number',
  'id',
]

/** A value in a few words: an object by its name, a list by its parts; null for nothing. */
export function plainOf(value: unknown, depth = 0): string | number | boolean | null {
  if (!isFilled(value) || depth > DEEPEST) return null
  const again = (part: unknown) => plainOf(part, depth + 1)
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? value : again(parsed)
  }
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (Array.isArray(value)) {
    const parts = value.map(again).filter(isFilled)
    return parts.length === 0 ? null : parts.join(', ')
  }
  if (typeof value !== 'object' || value === null) return null
  const named = valueOf({ ...value }, NAMES_OF_THINGS)
  if (named !== null && typeof named !== 'object') return again(named)
  const filled = Object.entries(value).filter(([, part]: [string, unknown]) => isFilled(part))
  const [[only, part] = ['']] = filled
  // Such as `{"$date": "2026-05-10"}`, as document databases write what JSON has no type for.
  if (filled.length === 1 && only.startsWith('$')) return again(part)
  const words = filled.map(
    ([field, one]: [string, unknown]) => `${titleOf(field)}: ${String(again(one) ?? '-')}`,
  )
  return words.length === 0 ? null : words.join(', ')
}

/** The same as a text; null for nothing. */
export function textOf(value: unknown): string | null {
  const plain = plainOf(value)
  return plain === null ? null : String(plain)
}

/** The same as a text or a number, for what names a thing. */
export function scalarOf(value: unknown): string | number | null {
  const plain = plainOf(value)
  return typeof plain === 'boolean' ? String(plain) : plain
}

const IDS = ['id', 'internalId']

/** The same for an id, which stands beside a name in what NetSuite calls a reference. */
export function idOf(value: unknown): string | number | null {
  const [only, another] = typeof value === 'object' ? objectsIn(value) : []
  const id = only && !another ? valueOf(only, IDS) : null
  return scalarOf(id ?? value)
}

/** Rows for a table, of whatever is nested: a text or a number becomes a row of its own. */
export function entriesIn(value: unknown, depth = 0): Row[] {
  if (!isFilled(value) || value === false || depth > DEEPEST) return []
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? [{ name: value }] : entriesIn(parsed, depth + 1)
  }
  if (Array.isArray(value)) return value.flatMap((entry) => entriesIn(entry, depth + 1))
  if (typeof value !== 'object' || value === null) return [{ name: value }]
  const row: Row = { ...value }
  return membersOf(row) ?? (hasFilled(row) ? [row] : [])
}

/** The members of what is a list by another name, `{"A-01": {…}, "B-02": {…}}`; null for anything else. */
function membersOf(row: Row): Row[] | null {
  const members = Object.entries(row).filter(([, value]) => isFilled(value))
  if (members.length === 0 || !members.every(([, value]) => isObject(value))) return null
  const rows = members.map(([name, value]): [string, Row] => [name, { ...Object(value) } as Row])
  if (rows.every(([name]) => /^\d+$/.test(name))) return rows.map(([, member]) => member)
  const [[, first] = ['', {}], ...others] = rows
  const isAlike = Object.keys(first).some((field) =>
    others.every(([, other]) => Object.hasOwn(other, field)),
  )
  if (others.length === 0 || !isAlike) return null
  return rows.map(([name, member]) => (fieldOf(member, ['name']) ? member : { name, ...member }))
}

function hasFilled(row: Row): boolean {
  return Object.values(row).some(isFilled)
}

/** Whether a value is better shown by itself than in a cell. */
export function holdsObjects(value: unknown): boolean {
  if (typeof value !== 'object' && typeof value !== 'string') return false
  return objectsIn(value).some(hasFilled)
}
