import { PGlite } from '@electric-sql/pglite'
import { engineOf } from '#server/db/engine.ts'
import { openEngine } from '#server/db/open.ts'

/** The embedded database with its empty tables, as a compressed dump of its folder. */
export async function emptyDatabase(): Promise<Uint8Array> {
  const database = await PGlite.create()
  const engine = { ...engineOf(database), close: async () => {} }
  const { pool, close } = await openEngine(engine, { onTrouble: () => {} })
  await pool.query('CHECKPOINT')
  await close()
  const dump = await database.dumpDataDir('gzip')
  await database.close()
  return new Uint8Array(await dump.arrayBuffer())
}
