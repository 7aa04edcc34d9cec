import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type * as schema from '#server/db/schema.ts'

/** The database: queries run on any free connection. */
export type Database = NodePgDatabase<typeof schema>

/** A transaction under way. Inside one, only it may be used: the embedded database has one connection. */
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0]
