/** Vitest's global set-up of the project `server-postgres`: one real server for all files, which make databases on it. */
import type { TestProject } from 'vitest/node'
import { announce } from '#test/support/announce.ts'
import { startPostgres } from '#test/support/database/postgres.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** URL of a Postgres server for `createDatabase` (test/support/database/databases.ts). */
    readonly postgresUrl: string
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await startPostgres()
  announce(postgres.version)
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
