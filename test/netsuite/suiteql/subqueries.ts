import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Random } from '#test/netsuite/random.ts'
import type { Condition, Expression, Query } from '#test/netsuite/suiteql/parser/ast.ts'
import { collect } from '#test/netsuite/suiteql/evaluate.ts'
import { planQuery } from '#test/netsuite/suiteql/plan.ts'
import type { Account } from '#test/netsuite/suiteql/scope.ts'

/** The same query with the rows of its subqueries instead of them. A subquery cannot refer to the query around it. */
export function withoutSubqueries(query: Query, account: Account, random: Random): Query {
  const answered = (condition: Condition): Condition => {
    if (condition.type === 'and' || condition.type === 'or')
      return { type: condition.type, parts: condition.parts.map(answered) }
    if (condition.type !== 'in-query') return condition
    const { not, value } = condition
    const inner = withoutSubqueries(condition.query, account, random)
    return { type: 'in', not, value, options: answersOf(inner, account, random), found: true }
  }
  return query.where === null ? query : { ...query, where: answered(query.where) }
}

/** The values of the one column of a query. */
function answersOf(query: Query, account: Account, random: Random): Expression[] {
  const plan = planQuery(query, account)
  const [output, ...more] = plan.outputs
  if (!output?.value || more.length > 0)
    throw invalidQuery('Search error occurred: A subquery has one column.')
  const { value } = output
  return collect(plan, random).tuples.flatMap((tuple): Expression[] => {
    const cell = value.read(tuple)
    if (cell === null) return []
    return typeof cell === 'number'
      ? [{ type: 'number', value: cell }]
      : [{ type: 'text', value: cell }]
  })
}
