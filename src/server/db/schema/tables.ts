/** Every table, the same on the embedded database and on a Postgres server (decisions/product/console-and-server.md). */
import { is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import * as exceptions from '#server/db/schema/exceptions.ts'
import * as floor from '#server/db/schema/floor.ts'
import * as mirror from '#server/db/schema/mirror.ts'
import * as operations from '#server/db/schema/operations.ts'
import * as people from '#server/db/schema/people.ts'
import * as runs from '#server/db/schema/runs.ts'
import * as secondFactor from '#server/db/schema/second-factor.ts'
import * as sessions from '#server/db/schema/sessions.ts'
import * as views from '#server/db/schema/views.ts'

export const TABLES: readonly PgTable[] = [
  exceptions,
  floor,
  mirror,
  operations,
  people,
  runs,
  secondFactor,
  sessions,
  views,
]
  .flatMap((tables): unknown[] => Object.values(tables))
  .filter((one) => is(one, PgTable))
