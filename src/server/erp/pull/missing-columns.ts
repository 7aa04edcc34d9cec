/** Finds out which optional columns an account lacks (erp.md section 2). */
import type { ErpClient } from '#server/erp/transport/client.ts'
import { isQueryFault } from '#server/erp/transport/fault.ts'
import { pageQuery, type SourceQuery } from '#server/erp/pull/source.ts'

/**
 * The optional columns that fail a query on their own.
 * @param which other columns that are tried
 */
export async function findMissingColumns(
  query: SourceQuery,
  client: Pick<ErpClient, 'query'>,
  which = query.optional ?? [],
): Promise<Set<string>> {
  const lacking = new Set<string>()
  for (const name of which) {
    const key = query.key.filter((one) => !query.optional?.includes(one))
    const names = [...key, name]
    const select = Object.fromEntries(names.map((one) => [one, query.select[one] ?? one]))
    try {
      await client.query(pageQuery({ ...query, select, key }, null, new Set(), 1))
    } catch (error) {
      if (!isQueryFault(error)) throw error
      lacking.add(name)
    }
  }
  return lacking
}
