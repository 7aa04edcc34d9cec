// Runs a plan on the tables.
import type { Random } from '#test/netsuite/random.ts'
import { shuffle } from '#test/netsuite/random.ts'
import type { AnyRow } from '#test/netsuite/sorted-table.ts'
import { ACCOUNT_DATE_FORMAT, dateWriter } from '#test/netsuite/suiteql/dates.ts'
import { joinRows } from '#test/netsuite/suiteql/joins.ts'
import type { Plan } from '#test/netsuite/suiteql/plan.ts'
import type { Tuple } from '#test/netsuite/suiteql/scope.ts'
import { shapeOf } from '#test/netsuite/tables.ts'

/** The most rows that a query returns in all its pages (erp.md section 2). */
export const MAX_TOTAL_ROWS = 100_000

/** A row of an answer: values as text, without columns that have no value. */
export type Item = Record<string, string>

/** The rows of all pages. */
export interface Rows {
  readonly tuples: readonly Tuple[]
  /** Whether the ORDER BY determines the position of every row, as safe paging requires. */
  readonly isSettled: boolean
}

/**
 * The rows of the answer, in order. Rows that the ORDER BY does not tell apart come in a random order each time, so that a
 * connector that pages by such an order misses rows and must notice.
 */
export function collect(plan: Plan, random: Random): Rows {
  const { compare } = plan.order
  const wanted = Math.min(plan.fetch ?? MAX_TOTAL_ROWS, MAX_TOTAL_ROWS)
  const tuples: Tuple[] = []
  let isSettled = true
  for (const group of presortedGroups(plan)) {
    shuffle(random, group)
    group.sort(compare)
    for (const [index, tuple] of group.entries()) {
      const before = group[index - 1]
      if (before && compare(before, tuple) === 0) isSettled = false
      tuples.push(tuple)
    }
    if (tuples.length >= wanted) break
  }
  return { tuples: tuples.slice(0, wanted), isSettled }
}

/** The number of matching rows, for COUNT(*). */
export function count(plan: Plan): number {
  let total = 0
  for (const row of candidates(plan)) total += passing(plan, row).length
  return total
}

/** Formats the selected columns of a row as text. */
export function project(plan: Plan, tuple: Tuple): Item {
  const item: Item = {}
  for (const { name, value } of plan.outputs) {
    const cell = value?.read(tuple) ?? null
    if (value === null || cell === null) continue
    item[name] = value.kind === 'date' ? writeDate(Number(cell)) : String(cell)
  }
  return item
}

const writeDate = dateWriter(ACCOUNT_DATE_FORMAT)

/** Matching rows, in groups that the table already has in the requested order. */
function* presortedGroups(plan: Plan): Generator<Tuple[]> {
  const { presorted } = plan.order
  let group: Tuple[] = []
  let previous: AnyRow | undefined
  for (const row of candidates(plan)) {
    const found = passing(plan, row)
    if (found.length === 0) continue
    const before = previous
    if (before && presorted.some((column) => row[column] !== before[column])) {
      yield group
      group = []
    }
    for (const tuple of found) group.push(tuple)
    previous = row
  }
  yield group
}

/** The rows of the first table within the bounds of the WHERE clause. */
function* candidates({ scope, filter }: Plan): Generator<AnyRow> {
  const [first] = scope.sources
  const leading = first && shapeOf(first.name).key[0]
  if (!first || leading === undefined) return
  const { rows } = first.table
  const start = filter.low === -Infinity ? 0 : first.table.seek(filter.low)
  for (let index = start; index < rows.length; index += 1) {
    const row = rows[index]
    if (!row || (filter.high < Infinity && Number(row[leading]) > filter.high)) return
    yield row
  }
}

function passing(plan: Plan, row: AnyRow): Tuple[] {
  if (plan.joins.length === 0) {
    const tuple = [row]
    return plan.filter.test(tuple) ? [tuple] : NOTHING
  }
  return joinRows([row], plan.joins, plan.scope).filter(plan.filter.test)
}

const NOTHING: Tuple[] = []
