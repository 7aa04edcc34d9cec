/** Whether the account shows every column that is pulled. */
import type { TestStep } from '#contract/own/connection-test.ts'
import { listOf, type PulledList, pulledLists } from '#contract/lists.ts'
import { proofTexts } from '#contract/texts/own/connection-proof-texts.ts'
import {
  type Asking,
  clientOf,
  failed,
  type Found,
  outcome,
  passed,
  warned,
} from '#server/erp/proof/asking.ts'
import { findMissingColumns } from '#server/erp/pull/missing-columns.ts'
import { pageQuery, type Source } from '#server/erp/pull/source.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { ErpFault } from '#server/erp/transport/fault.ts'

/** A step for each list that lacks a column, or one step if no column is missing. */
export async function columnSteps(asking: Asking, sources: Sources): Promise<TestStep[]> {
  const steps: TestStep[] = []
  for (const list of pulledLists) {
    const found = await missingIn(asking, sources[list])
    if (found) steps.push({ title: proofTexts.columnsOf(areaOf(list)), ...found })
  }
  if (steps.length > 0) return steps
  const columns = pulledLists.reduce(
    (sum, list) => sum + Object.keys(sources[list].query.select).length,
    0,
  )
  return [{ title: proofTexts.columns, ...passed(proofTexts.allColumns(columns)) }]
}

function areaOf(list: PulledList): string {
  return listOf(list).area
}

/** Null if every column is there. */
async function missingIn(asking: Asking, { query, seldom = [] }: Source): Promise<Found | null> {
  const client = clientOf(asking)
  const whole = await outcome(() => client.query(pageQuery(query, null, new Set(), 1)))
  if (!(whole instanceof ErpFault)) return null
  if (whole.kind !== 'query') return failed(whole)
  const names = Object.keys(query.select)
  const missing = await outcome(() => findMissingColumns(query, client, names))
  if (missing instanceof ErpFault) return failed(missing)
  // Then the table is missing, or what is asked of it fails.
  if (missing.size === 0 || missing.size === names.length) return failed(whole)
  const columns = (which: readonly string[]) => which.map((name) => query.select[name] ?? name)
  const lost = [...missing]
  const needed = lost.filter((name) => query.optional?.includes(name) !== true)
  if (needed.length > 0) return failed({ message: proofTexts.columnsNeeded(columns(needed)) })
  const unexpected = lost.filter((name) => !seldom.includes(name))
  return unexpected.length > 0
    ? warned(proofTexts.columnsMissing(columns(lost)))
    : passed(proofTexts.columnsSeldom(columns(lost)))
}
