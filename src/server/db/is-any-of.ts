import { type Column, type SQL, sql } from 'drizzle-orm'

/**
 * Whether a column has one of some texts. They are one parameter, because a statement takes 65,535 of them at most, and
 * a cause may have more records. As an array they are also looked up by hash, whatever the planner thinks of the table.
 */
export function isAnyOf(column: Column, texts: readonly string[]): SQL {
  return sql`${column} = ANY (${sql.param(texts)}::text[])`
}
