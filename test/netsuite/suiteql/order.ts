import { compareCells } from '#test/netsuite/sorted-table.ts'
import type { Expression, Query } from '#test/netsuite/suiteql/parser/ast.ts'
import { placeName } from '#test/netsuite/suiteql/conditions.ts'
import type { Scope, Tuple } from '#test/netsuite/suiteql/scope.ts'
import type { Value } from '#test/netsuite/suiteql/values.ts'
import { compileValue } from '#test/netsuite/suiteql/values.ts'
import { shapeOf } from '#test/netsuite/tables.ts'

/** The order of the rows of an answer. */
export interface Order {
  /** Compares two rows; missing values are last, or first when descending. */
  readonly compare: (a: Tuple, b: Tuple) => number
  /** Columns of the first table by which it is already in the requested order. */
  readonly presorted: readonly string[]
}

interface Term {
  readonly value: Value
  readonly descending: boolean
}

/** Compiles ORDER BY; `fixed` are the columns that have one value because of the WHERE clause. */
export function compileOrder(query: Query, scope: Scope, fixed: ReadonlySet<string>): Order {
  const terms = query.orderBy.map(({ value, descending }) => ({
    value: compileValue(resolveAlias(value, query), scope),
    descending,
  }))
  return {
    compare: (a, b) => {
      for (const { value, descending } of terms) {
        const order = compareCells(value.read(a), value.read(b))
        if (order !== 0) return descending ? -order : order
      }
      return 0
    },
    presorted: presortedColumns(terms, scope, fixed),
  }
}

/** A bare name in ORDER BY refers to an alias of the select list before it refers to a column. */
function resolveAlias(value: Expression, query: Query): Expression {
  if (value.type !== 'column' || value.alias !== null) return value
  return query.select.find((item) => item.alias === value.name)?.value ?? value
}

function presortedColumns(
  terms: readonly Term[],
  scope: Scope,
  fixed: ReadonlySet<string>,
): string[] {
  const first = scope.sources[0]
  if (!first) return []
  const varying = shapeOf(first.name).key.filter(
    (column) => !fixed.has(placeName({ source: 0, column })),
  )
  const matching = varying.findIndex((column, index) => {
    const term = terms[index]
    const place = term?.value.place
    return term?.descending !== false || place?.source !== 0 || place.column !== column
  })
  return matching < 0 ? varying : varying.slice(0, matching)
}
