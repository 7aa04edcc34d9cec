/** What NetSuite answers about rules that are not saved yet (decisions/server/read-rules.md). */
import { pulledLists } from '#contract/lists.ts'
import type { CountedList, RuleChoices } from '#contract/own/read-rules-endpoints.ts'
import type { ReadRules } from '#contract/own/read-rules.ts'
import type { Database } from '#server/db/database.ts'
import { countOf } from '#server/db/mirror/mirror.ts'
import { textOf } from '#server/erp/pull/fields.ts'
import { narrowed } from '#server/erp/pull/narrow.ts'
import { countRows, readAll } from '#server/erp/pull/read.ts'
import type { SourceQuery } from '#server/erp/pull/source.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { isHidden } from '#server/erp/transport/fault.ts'

type Queries = Pick<ErpClient, 'query'>

/**
 * How many rows each list would have. A list that the account does not count says why.
 * @throws ErpFault if the account counts nothing at all
 */
export async function countLists(
  db: Database,
  client: Queries,
  sources: Sources,
  rules: ReadRules,
): Promise<CountedList[]> {
  const wanted = narrowed(sources, rules)
  const counted: CountedList[] = []
  for (const list of pulledLists) {
    const now = await countOf(db, list)
    try {
      const rows = await countRows(client, wanted[list].query)
      counted.push({ list, rows, now, sentence: null })
    } catch (error) {
      if (!isHidden(error)) throw error
      counted.push({ list, rows: null, now, sentence: error.message })
    }
  }
  return counted
}

/** The subsidiaries and locations of the account, whatever is left out now. */
export async function ruleChoices(client: Queries, sources: Sources): Promise<RuleChoices> {
  const { from, key, select } = sources.locations.query
  const { id = 'id', fullname = 'fullname' } = select
  const locations = await choices(client, { select: { id, name: fullname }, from, key })
  const subsidiary = { select: { id: 'id', name: 'name' }, from: 'subsidiary', key: ['id'] }
  const subsidiaries = await choices(client, subsidiary).catch((error: unknown) => {
    if (isHidden(error)) return []
    throw error
  })
  return { subsidiaries, locations, sentence: null }
}

async function choices(client: Queries, query: SourceQuery): Promise<RuleChoices['locations']> {
  const rows = await readAll(client)(query)
  return rows
    .map((row) => ({ id: textOf(row['id']) ?? '', name: textOf(row['name']) ?? '' }))
    .map(({ id, name }) => ({ id, name: name === '' ? id : name }))
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}
