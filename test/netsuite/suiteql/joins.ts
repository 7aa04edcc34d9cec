import { invalidQuery } from '#test/netsuite/errors.ts'
import type { Join } from '#test/netsuite/suiteql/parser/ast.ts'
import type { Place, Scope, Tuple } from '#test/netsuite/suiteql/scope.ts'

/** A join on equal values: `from` is a column of an earlier table, `to` of the joined one. */
export interface PlannedJoin {
  readonly from: Place
  readonly to: Place
  /** Whether rows without a match are included (LEFT JOIN). */
  readonly keepsAll: boolean
}

/** Determines which side of each ON belongs to the joined table. */
export function planJoins(joins: readonly Join[], scope: Scope): PlannedJoin[] {
  return joins.map(({ keepsAll, on }, index) => {
    const joined = index + 1
    const sides = on.map((column) => scope.place(column))
    const to = sides.find((place) => place.source === joined)
    const from = sides.find((place) => place.source < joined)
    if (!to || !from) throw invalidQuery('Search error occurred: Join condition is not supported.')
    return { from, to, keepsAll }
  })
}

/** All tuples of this one with rows of each joined table. */
export function joinRows(tuple: Tuple, joins: readonly PlannedJoin[], scope: Scope): Tuple[] {
  let tuples = [tuple]
  for (const { from, to, keepsAll } of joins) {
    const index = scope.sources[to.source]?.table.by(to.column)
    tuples = tuples.flatMap((partial): Tuple[] => {
      const value = partial[from.source]?.[from.column] ?? null
      const partners = value === null ? [] : (index?.get(value) ?? [])
      if (partners.length === 0) return keepsAll ? [[...partial, null]] : []
      return partners.map((row) => [...partial, row])
    })
  }
  return tuples
}
