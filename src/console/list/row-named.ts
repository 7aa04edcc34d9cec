/** Finds the row that an address names. */
import { EMPTY_CELL } from '#console/rows/formats.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { partsOfKey, type ShapedTable } from '#console/table/shaped-table.ts'

/**
 * The row that an address names: by one of its ids, the first of which takes precedence, or by its key. A key of several
 * fields is out of date once one of them has changed; the row is then found by the field that stays.
 */
export function rowNamed(
  { rows, keyOf }: Pick<ShapedTable, 'rows' | 'keyOf'>,
  { openedBy = [], identity, lastingId }: Pick<ListScreen, 'openedBy' | 'identity' | 'lastingId'>,
  name: string,
): object | undefined {
  for (const field of openedBy) {
    const found = rows.find((row) => {
      const value: unknown = Reflect.get(row, field)
      return (typeof value === 'string' || typeof value === 'number') && String(value) === name
    })
    if (found) return found
  }
  const exact = rows.find((row) => keyOf(row) === name)
  if (exact || lastingId === undefined) return exact
  return closestMatch(rows, keyOf, partsOfKey(name), identity.indexOf(lastingId))
}

/** One order may be several rows, which share its id: the one with the most parts of the key is meant. */
function closestMatch(
  rows: readonly object[],
  keyOf: ShapedTable['keyOf'],
  wanted: readonly string[],
  idAt: number,
): object | undefined {
  const id = wanted[idAt]
  if (id === undefined || id === EMPTY_CELL) return undefined
  let best: { readonly row: object; readonly same: number } | undefined
  for (const row of rows) {
    const parts = partsOfKey(keyOf(row))
    if (parts[idAt] !== id) continue
    const same = parts.filter((part, nth) => part === wanted[nth]).length
    if (!best || same > best.same) best = { row, same }
  }
  return best?.row
}
