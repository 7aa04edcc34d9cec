/** Finds the row that an address names. */
import { EMPTY_CELL } from '#console/rows/formats.ts'
import type { ListScreen } from '#console/list/list-screen.ts'
import { itemNameKey } from '#console/rows/related/known-items.ts'
import { partsOfKey, type ShapedTable } from '#console/table/shaped-table.ts'

type Opened = Pick<ListScreen, 'openedBy' | 'namedBy' | 'identity' | 'lastingId'>

/**
 * The row that an address names: by one of its ids, the first of which takes precedence, or by its key. A key of several
 * fields is out of date once one of them has changed; the row is then found by the field that stays.
 */
export function rowNamed(
  { rows, keyOf }: Pick<ShapedTable, 'rows' | 'keyOf'>,
  { openedBy = [], namedBy, identity, lastingId }: Opened,
  name: string,
): object | undefined {
  if (namedBy && name.startsWith(NAME_MARK))
    return rowCalled(rows, namedBy, itemNameKey(name.slice(NAME_MARK.length)))
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

const NAME_MARK = 'name:'

/** The address of a row by what a person reads or scans. */
export function addressOfName(name: string): string {
  return NAME_MARK + name
}

/** What an address names, as a person reads it. */
export function nameIn(address: string): string {
  return address.startsWith(NAME_MARK) ? address.slice(NAME_MARK.length) : address
}

function rowCalled(
  rows: readonly object[],
  namedBy: readonly string[],
  key: string,
): object | undefined {
  if (key === '') return undefined
  for (const field of namedBy) {
    const found = rows.find((row) => itemNameKey(Reflect.get(row, field)) === key)
    if (found) return found
  }
  return undefined
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
