/** Which ERP records were changed or deleted since a time (erp.md section 6). */
import type { ErpRow } from '#server/erp/transport/http-answer.ts'
import { isHidden } from '#server/erp/transport/fault.ts'
import { textOf } from '#server/erp/pull/fields.ts'
import {
  notBefore,
  type ReadAll,
  type Source,
  type SourceQuery,
  withCondition,
} from '#server/erp/pull/source.ts'

/** Above this number deletions are not looked up; everything is read instead. */
const MAX_DELETED = 5_000
const IDS_AT_ONCE = 500

/**
 * The records whose rows must all be replaced: deleted ones, and changed ones that have several rows,
 * because some of those may be gone.
 * @param local the time in the session's time zone
 * @returns null if the account does not tell, so that everything must be read
 */
export async function touchedSince(
  source: Source,
  local: string,
  read: ReadAll,
): Promise<string[] | null> {
  const { changedAt, headers } = source
  if (changedAt === null) return null
  const gone = await deletedSince(source, local, read)
  if (!gone) return null
  const changed = headers ? await read(withCondition(headers, notBefore(changedAt, local))) : []
  return [...new Set([...gone, ...idsIn(changed, 'id')])]
}

/** Record types have different names in different accounts, so each deleted id is looked up. */
async function deletedSince(
  { query, headers }: Source,
  local: string,
  read: ReadAll,
): Promise<string[] | null> {
  const deleted = await readDeleted(local, read)
  if (!deleted || deleted.length > MAX_DELETED) return null
  const all: SourceQuery = headers ?? { ...query, select: { id: query.select['id'] ?? 'id' } }
  // An answer may end early, and what it left out would be removed: a record is gone if it is missing twice.
  return missingIn(all, await missingIn(all, deleted, read), read)
}

/** The ids that a query does not find. */
async function missingIn(
  all: SourceQuery,
  ids: readonly string[],
  read: ReadAll,
): Promise<string[]> {
  const column = all.select['id'] ?? 'id'
  const found = new Set<string>()
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    const some = ids.slice(start, start + IDS_AT_ONCE).join(', ')
    for (const id of idsIn(await read(withCondition(all, `${column} IN (${some})`)), 'id'))
      found.add(id)
  }
  return ids.filter((id) => !found.has(id))
}

/** Null if the role may not see deleted records. */
async function readDeleted(local: string, read: ReadAll): Promise<string[] | null> {
  try {
    const rows = await read({
      select: { recordid: 'recordid' },
      from: 'deletedrecord',
      where: notBefore('deleteddate', local),
      key: ['recordid'],
    })
    return [...new Set(idsIn(rows, 'recordid'))]
  } catch (error) {
    if (isHidden(error)) return null
    throw error
  }
}

function idsIn(rows: readonly ErpRow[], column: string): string[] {
  return rows.map((row) => textOf(row[column]) ?? '').filter((id) => /^\d{1,18}$/.test(id))
}
