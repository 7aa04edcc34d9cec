import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { emptyDatabase } from '#server/db/empty.ts'
import { migrations } from '#server/db/migrate.ts'

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/dockside', import.meta.url))

/** The snapshot that the build makes too, kept between runs: to start from it saves seconds in every test file. */
export async function emptyDatabaseFile(): Promise<string> {
  const digest = createHash('sha256').update(JSON.stringify(migrations)).digest('hex')
  const file = join(CACHE, `empty-database-${digest.slice(0, 16)}.tar.gz`)
  if (!existsSync(file)) {
    mkdirSync(CACHE, { recursive: true })
    const draft = `${file}.${process.pid}`
    writeFileSync(draft, await emptyDatabase())
    renameSync(draft, file)
  }
  return file
}

/** Its bytes. */
export async function emptyDatabaseDump(): Promise<Blob> {
  return new Blob([readFileSync(await emptyDatabaseFile())])
}
