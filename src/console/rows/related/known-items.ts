/** Which of the items that a record only names are in the list of items. */
import type { Row } from '#contract/collections.ts'
import { walk, type ChunkedTask } from '#console/rows/chunked-task.ts'

/** What the address of an item may name (screens/items.tsx). */
const NAMING = ['id', 'item_id', 'name', 'upc_code']

/** Those of the names that some item has. */
export function* knownItems(
  rows: readonly Row[],
  names: readonly string[],
): ChunkedTask<ReadonlySet<string>> {
  const wanted = new Set(names)
  const known = new Set<string>()
  yield* walk(rows, (row) => {
    for (const field of NAMING) {
      const value = row[field]
      const text = typeof value === 'number' ? String(value) : value
      if (typeof text === 'string' && wanted.has(text)) known.add(text)
    }
  })
  return known
}
