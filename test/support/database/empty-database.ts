import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import { engineOf } from '#server/db/embedded/engine.ts'
import { migrations } from '#server/db/migrate.ts'
import { openEngine } from '#server/db/open.ts'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache/dockside', import.meta.url))

/**
 * The embedded database with its empty tables, as a dump to start from in memory. It is cached between
 * runs, because creating one takes seconds in every test file.
 */
export async function emptyDatabaseDump(): Promise<Blob> {
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex')
  const file = join(CACHE, `empty-database-${digest.slice(0, 16)}.tar.gz`)
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, await dumpEmptyDatabase())
    renameSync(draft, file)
  }
  return new Blob([readFileSync(file)])
}

async function dumpEmptyDatabase(): Promise<Uint8Array> {
  const database = await PGlite.create()
  const engine = { ...engineOf(database), close: async () => {} }
  const { pool, close } = await openEngine(engine, { onTrouble: () => {} })
  await pool.query('CHECKPOINT')
  await close()
  const dump = await database.dumpDataDir('gzip')
  await database.close()
  return new Uint8Array(await dump.arrayBuffer())
}
