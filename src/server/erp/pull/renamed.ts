/** Finds the rows that show new names of customers and suppliers (erp.md section 6). */
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import { isHidden } from '#server/erp/transport/fault.ts'
import { textOf } from '#server/erp/pull/fields.ts'
import {
  notBefore,
  type ReadAll,
  type ShownNames,
  type SourceQuery,
} from '#server/erp/pull/source.ts'

/** If more have changed, everything is read: a longer condition is slow, and Oracle refuses a thousand. */
const MAX_RENAMED = 500
/** Customers below customers: deeper ones are not shown by name. */
const MAX_LEVELS = 5

/**
 * The values by which the rows are found whose names may have changed.
 * @param local the time in the session's time zone
 * @returns null if they are too many, so that everything must be read
 */
export async function renamedSince(
  names: ShownNames,
  local: string,
  read: ReadAll,
  note: (what: string) => void,
): Promise<readonly string[] | null> {
  const { table, valuesOf } = names
  try {
    const changed = idsIn(await read(namesQuery(table, notBefore('lastmodifieddate', local))))
    if (changed.length > MAX_RENAMED) return null
    const ids = table === 'customer' ? await withChildren(changed, read) : changed
    const values = ids.length > 0 && valuesOf ? await valuesOf(ids, read) : ids
    return values.length > MAX_RENAMED ? null : values
  } catch (error) {
    if (!isHidden(error)) throw error
    note(`new names of the table ${table} arrive once a day, because the role cannot read it`)
    return []
  }
}

/** A customer is shown with the names of those above it: 'Acme : Acme South'. */
async function withChildren(parents: readonly string[], read: ReadAll): Promise<readonly string[]> {
  const all = new Set(parents)
  let above = parents
  for (let level = 0; level < MAX_LEVELS && above.length > 0; level += 1) {
    if (all.size > MAX_RENAMED) break
    const below = idsIn(await read(namesQuery('customer', `parent IN (${above.join(', ')})`)))
    above = below.filter((id) => !all.has(id))
    for (const id of above) all.add(id)
  }
  return [...all]
}

function namesQuery(table: string, where: string): SourceQuery {
  return { select: { id: 'id' }, from: table, where, key: ['id'] }
}

function idsIn(rows: readonly ErpRow[]): string[] {
  return rows.map(({ id }) => textOf(id) ?? '').filter((id) => /^\d{1,18}$/.test(id))
}
