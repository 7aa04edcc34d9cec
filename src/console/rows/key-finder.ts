/** Finds rows by their keys. The text of every row's key would cost more than the rest of a refresh. */
import type { Row } from '#contract/collections.ts'
import { listOf, type ListName } from '#contract/lists.ts'

/**
 * Tells rows that may have one of some keys from those that cannot. It compares the first field of the key, so a row
 * that passes must be compared whole.
 * @param keys as `listKey` makes them
 */
export function mayHaveKey(name: ListName, keys: Iterable<string | null>): (row: Row) => boolean {
  const [field = ''] = listOf(name).key
  const values = new Set<unknown>()
  for (const key of keys) {
    // Any row may lack its key.
    if (key === null) return () => true
    for (const text of beginningsOf(name, key)) {
      values.add(text)
      // A key is the same text for a number.
      const number = Number(text)
      if (String(number) === text) values.add(number)
    }
  }
  return (row) => values.has(row[field])
}

/** The texts that may be the first field of a key. The separator may also occur in a field. */
function beginningsOf(name: ListName, key: string): string[] {
  if (listOf(name).key.length === 1) return [key]
  const parts = key.split('|')
  return parts.slice(1).map((_, nth) => parts.slice(0, nth + 1).join('|'))
}
