/**
 * Build step: makes the folder of an embedded database with empty tables. A first start copies it, which is
 * much faster than creating one.
 */
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { engineOf } from '#server/db/embedded/engine.ts'
import { openEngine } from '#server/db/open.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: node snapshot.js FOLDER')

const draft = `${folder}.new`
rmSync(draft, { recursive: true, force: true })
mkdirSync(draft, { recursive: true })
const database = await openEngine(engineOf(await PGlite.create(draft)), { onTrouble: () => {} })
await database.close()
// The account that runs the server may not be the one that builds it.
chmodSync(draft, 0o755)
for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
rmSync(folder, { recursive: true, force: true })
renameSync(draft, folder)
