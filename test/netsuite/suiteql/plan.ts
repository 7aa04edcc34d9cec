import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Query } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Filter } from '#test/netsuite/suiteql/conditions.ts'
import { compileCondition } from '#test/netsuite/suiteql/conditions.ts'
import type { PlannedJoin } from '#test/netsuite/suiteql/joins.ts'
import { planJoins } from '#test/netsuite/suiteql/joins.ts'
import type { Order } from '#test/netsuite/suiteql/order.ts'
import { compileOrder } from '#test/netsuite/suiteql/order.ts'
import type { Account, Scope } from '#test/netsuite/suiteql/scope.ts'
import { createScope } from '#test/netsuite/suiteql/scope.ts'
import type { Value } from '#test/netsuite/suiteql/values.ts'
import { compileValue } from '#test/netsuite/suiteql/values.ts'

/** A column of the answer; without a value it is the number of rows. */
export interface Output {
  readonly name: string
  readonly value: Value | null
}

/** A query with all names looked up, ready to run. */
export interface Plan {
  readonly scope: Scope
  readonly joins: readonly PlannedJoin[]
  readonly filter: Filter
  readonly order: Order
  readonly outputs: readonly Output[]
  /** Whether the answer is the one row of COUNT(*). */
  readonly counts: boolean
  readonly fetch: number | null
}

/** Throws "Invalid search query" for a name that the account does not have. */
export function planQuery(query: Query, account: Account): Plan {
  const scope = createScope([query.from, ...query.joins], account)
  const joins = planJoins(query.joins, scope)
  const filter = compileCondition(query.where, scope)
  const order = compileOrder(query, scope, filter.fixed)
  const outputs = query.select.map(({ value, alias }, index): Output => {
    const own = value.type === 'column' ? value.name : `expr${index + 1}`
    return {
      name: alias ?? own,
      value: value.type === 'count' ? null : compileValue(value, scope),
    }
  })
  const counting = outputs.filter((output) => output.value === null).length
  if (counting > 0 && counting < outputs.length) {
    throw invalidQuery('Search error occurred: COUNT(*) beside columns needs a GROUP BY.')
  }
  return { scope, joins, filter, order, outputs, counts: counting > 0, fetch: query.fetch }
}
