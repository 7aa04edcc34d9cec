/** Which of the items that a record only names are in the list of items. */
import type { Row } from '#contract/collections.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** What a person reads or scans of an item (screens/items.tsx). A number in a record is never an id. */
const NAMING = ['name', 'upc_code']
const GTIN_DIGITS = 14

/** What names of items are compared by, as the server does: in any case, and product numbers by their 14 digits. */
export function itemNameKey(value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string') return ''
  const key = text.normalize('NFC').trim().toLowerCase()
  return /^\d{8,14}$/.test(key) ? key.padStart(GTIN_DIGITS, '0') : key
}

/** Those of the names that some item has. */
export function* knownItems(
  rows: readonly Row[],
  names: readonly string[],
): ChunkedTask<ReadonlySet<string>> {
  const wanted = new Set(names.map(itemNameKey))
  const found = new Set<string>()
  yield* walk(rows, (row) => {
    for (const field of NAMING) {
      const key = itemNameKey(row[field])
      if (key !== '' && wanted.has(key)) found.add(key)
    }
  })
  return new Set(names.filter((name) => found.has(itemNameKey(name))))
}
