/** What makes a row the same record as another: its key, and the number of records in a list. */
import { collectionOf, type CollectionName, type Row } from '#contract/collections.ts'
import { RESERVED_MOBILE_USER } from '#contract/constants.ts'

/**
 * How many records a list holds: distinct by identity, or its length where the collection
 * declares none. Rows without an identity count one by one (specification.md section 3).
 */
export function countRecords(name: CollectionName, rows: readonly Row[]): number {
  const count = createCount(name)
  for (const row of rows) count.add(row)
  return count.total()
}

/** The number of records in a list, row by row. */
export interface RecordCount {
  readonly add: (row: Row) => void
  readonly total: () => number
}

/** Starts a count of the records in a list. */
export function createCount(name: CollectionName): RecordCount {
  const { identity } = collectionOf(name)
  const seen = new Set<string>()
  let unidentified = 0
  return {
    add: (row) => {
      // Other servers may list the user of the integration (decisions/console/people-forms.md).
      if (name === 'wmsAiUsers' && row['userid'] === RESERVED_MOBILE_USER) return
      const parts = identity?.map((alternatives) => firstOf(row, alternatives)) ?? []
      if (parts.every((part) => part === null)) unidentified += 1
      // Lengths keep texts apart that would otherwise join to the same key.
      else seen.add(parts.map((part) => `${String(part?.length)}:${String(part)}`).join(' '))
    },
    total: () => seen.size + unidentified,
  }
}

/** The key of a stored row within its collection, or null where a part is missing. */
export function rowKey(name: CollectionName, row: Row): string | null {
  const parts = collectionOf(name).key.map((field) => textOf(row[field]))
  return parts.some((part) => part === null) ? null : parts.join('|')
}

function firstOf(row: Row, fields: readonly string[]): string | null {
  for (const field of fields) {
    const text = textOf(row[field])
    if (text !== null) return text
  }
  return null
}

function textOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
    ? String(value)
    : null
}
