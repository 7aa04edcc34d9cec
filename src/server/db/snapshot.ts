/**
 * A program of the build: makes the folder of an embedded database with empty tables. A first start
 * copies it, which takes a moment; making one takes seconds.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { engineOf } from '#server/db/engine.ts'
import { openEngine } from '#server/db/open.ts'

const [, , folder] = process.argv
if (folder === undefined) throw new Error('usage: node snapshot.js FOLDER')

const draft = `${folder}.new`
rmSync(draft, { recursive: true, force: true })
mkdirSync(draft, { recursive: true })
const database = await openEngine(engineOf(await PGlite.create(draft)), { onTrouble: () => {} })
await database.close()
rmSync(folder, { recursive: true, force: true })
renameSync(draft, folder)
