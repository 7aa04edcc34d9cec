/**
 * Reads fields whose names and shapes differ between apps, without losing values or printing
 * '[object Object]'.
 */
import type { Row } from '#contract/collections.ts'
import { MAX_NESTING, parseText } from '#contract/records/nested-text.ts'
import { plainName } from '#contract/records/plain-name.ts'
import { titleOf } from '#console/rows/formats.ts'
import { isObject, objectsIn } from '#console/rows/loose/objects.ts'

/** What programs write for a missing value; in these spellings it is not a name. */
const NOTHING = new Set(['null', 'NULL', 'undefined', 'NaN', '[object Object]'])

/** Whether a value has content. */
export function isFilled(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== '' && !NOTHING.has(value.trim())
  if (typeof value === 'number') return !Number.isNaN(value)
  if (Array.isArray(value)) return value.length > 0
  return value !== null && value !== undefined
}

/** The first filled field among several names for it; an exact match comes before other spellings. */
export function fieldOf(row: Row, names: readonly string[]): string | null {
  const [first = ''] = names
  // A field may have the same name as a property of every object.
  if (Object.hasOwn(row, first) && isFilled(row[first])) return first
  return names.length > FEW_NAMES ? fieldByRank(row, names) : fieldByName(row, names)
}

const FEW_NAMES = 2

function fieldByName(row: Row, names: readonly string[]): string | null {
  for (const name of names) {
    if (Object.hasOwn(row, name) && isFilled(row[name])) return name
    const wanted = plainName(name)
    for (const field in row)
      if (Object.hasOwn(row, field) && plainName(field) === wanted && isFilled(row[field]))
        return field
  }
  return null
}

/** The same in one pass over the row, because a long list has many rows with none of the names. */
function fieldByRank(row: Row, names: readonly string[]): string | null {
  const ranks = ranksOf(names)
  let best: string | null = null
  let bestRank = Number.POSITIVE_INFINITY
  for (const field in row) {
    const place = ranks.get(plainName(field))
    if (place === undefined || !Object.hasOwn(row, field)) continue
    const rank = field === names[place] ? place : place + OTHER_SPELLING
    if (rank >= bestRank || !isFilled(row[field])) continue
    best = field
    bestRank = rank
  }
  return best
}

const OTHER_SPELLING = 0.5

const ranks = new WeakMap<readonly string[], ReadonlyMap<string, number>>()

/** The place of each name among its synonyms, which are lists that live as long as the console. */
function ranksOf(names: readonly string[]): ReadonlyMap<string, number> {
  const known = ranks.get(names)
  if (known) return known
  const made = new Map<string, number>()
  for (const [place, name] of names.entries()) {
    const plain = plainName(name)
    if (!made.has(plain)) made.set(plain, place)
  }
  ranks.set(names, made)
  return made
}

/** The same, for a row that is looked up under many names. */
export function fieldsByName(row: Row): (name: string) => string | null {
  const fields = new Map<string, string>()
  for (const field of Object.keys(row)) {
    const plain = plainName(field)
    if (!fields.has(plain) && isFilled(row[field])) fields.set(plain, field)
  }
  return (name) =>
    Object.hasOwn(row, name) && isFilled(row[name]) ? name : (fields.get(plainName(name)) ?? null)
}

/** The first filled value under any of several names; null if there is none. */
export function valueOf(row: Row, names: readonly string[]): unknown {
  const field = fieldOf(row, names)
  return field === null ? null : row[field]
}

/** The fields of a row that none of the names mean. */
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

/** A value in a few words: an object by its name, a list by its entries; null for nothing. */
export function plainValueOf(value: unknown, depth = 0): string | number | boolean | null {
  if (!isFilled(value) || depth > MAX_NESTING) return null
  const again = (part: unknown) => plainValueOf(part, depth + 1)
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
  // Such as `{"$date": "2026-05-10"}`, how document databases write types that JSON lacks.
  if (filled.length === 1 && only.startsWith('$')) return again(part)
  const words = filled.map(
    ([field, one]: [string, unknown]) => `${titleOf(field)}: ${String(again(one) ?? '-')}`,
  )
  return words.length === 0 ? null : words.join(', ')
}

/** The same as a text; null for nothing. */
export function textOf(value: unknown): string | null {
  const plain = plainValueOf(value)
  return plain === null ? null : String(plain)
}

/** The same as a text or a number, for values that name something. */
export function scalarOf(value: unknown): string | number | null {
  const plain = plainValueOf(value)
  return typeof plain === 'boolean' ? String(plain) : plain
}

const IDS = ['id', 'internalId']

/** The same for an id, which in a NetSuite reference comes with a name. */
export function idOf(value: unknown): string | number | null {
  const [only, another] = typeof value === 'object' ? objectsIn(value) : []
  const id = only && !another ? valueOf(only, IDS) : null
  return scalarOf(id ?? value)
}

/** Table rows for nested values; a plain text or number becomes a row of its own. */
export function entriesIn(value: unknown, depth = 0): Row[] {
  if (!isFilled(value) || value === false || depth > MAX_NESTING) return []
  if (typeof value === 'string') {
    const parsed = parseText(value)
    return parsed === undefined ? [{ name: value }] : entriesIn(parsed, depth + 1)
  }
  if (Array.isArray(value)) return value.flatMap((entry) => entriesIn(entry, depth + 1))
  if (typeof value !== 'object' || value === null) return [{ name: value }]
  const row: Row = { ...value }
  return membersOf(row) ?? (hasFilled(row) ? [row] : [])
}

/** The entries of a list in the form of an object, `{"A-01": {…}, "B-02": {…}}`; null for anything else. */
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

/** Whether a value holds objects with content, so that it needs a dialog rather than a cell. */
export function holdsObjects(value: unknown): boolean {
  if (typeof value !== 'object' && typeof value !== 'string') return false
  return objectsIn(value).some(hasFilled)
}
