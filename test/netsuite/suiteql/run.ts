import type { Random } from '#test/netsuite/random.ts'
import type { Item, Rows } from '#test/netsuite/suiteql/evaluate.ts'
import { collect, count, project } from '#test/netsuite/suiteql/evaluate.ts'
import { parseQuery } from '#test/netsuite/suiteql/parser/parser.ts'
import type { Plan } from '#test/netsuite/suiteql/plan.ts'
import { planQuery } from '#test/netsuite/suiteql/plan.ts'
import { withoutSubqueries } from '#test/netsuite/suiteql/subqueries.ts'
import type { Account } from '#test/netsuite/suiteql/scope.ts'

/** A page of an answer. `total` is the number of rows in all pages. */
export interface Page {
  readonly items: readonly Item[]
  readonly total: number
}

/** Runs queries on an account; throws "Invalid search query" (NetSuiteError). */
export type SuiteQl = (query: string, limit: number, offset: number) => Page

interface Answer extends Rows {
  readonly version: number
  readonly plan: Plan
}

/** The number of answers that are cached for their next pages. */
const KEPT_ANSWERS = 4

/**
 * Caches the rows of the last queries, so that a page by offset needs no new search. An answer is dropped when the
 * warehouse changes, and is not cached when its order is ambiguous.
 */
export function createSuiteQl(account: Account, random: Random): SuiteQl {
  const kept = new Map<string, Answer>()

  function answer(query: string): Answer {
    const { version } = account.warehouse
    const key = [...account.hidden, query].join()
    const known = kept.get(key)
    if (known?.version === version) return known
    const plan = planQuery(withoutSubqueries(parseQuery(query), account, random), account)
    const rows = plan.counts ? UNCOLLECTED : collect(plan, random)
    const made = { version, plan, ...rows }
    kept.delete(key)
    if (mayKeep(made, query)) kept.set(key, made)
    for (const oldest of [...kept.keys()].slice(0, -KEPT_ANSWERS)) kept.delete(oldest)
    return made
  }

  return (query, limit, offset) => {
    const { plan, tuples } = answer(query)
    if (plan.counts) {
      const total = String(count(plan))
      const item = Object.fromEntries(plan.outputs.map(({ name }) => [name, total]))
      return { items: offset === 0 ? [item] : [], total: 1 }
    }
    const items = tuples.slice(offset, offset + limit).map((tuple) => project(plan, tuple))
    return { items, total: tuples.length }
  }
}

const UNCOLLECTED: Rows = { tuples: [], isSettled: false }

/** An answer is valid until the rows change, unless its order is ambiguous or it depends on the clock. */
function mayKeep({ isSettled }: Answer, query: string): boolean {
  return isSettled && !query.toLowerCase().includes('sysdate')
}
