/**
 * The database address saved in ERP Setup. It is stored in a file, where a start finds it before it has a
 * database (decisions/server/erp-addresses.md).
 */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod/mini'
import { SealBroken, type Sealer } from '#server/auth/seal.ts'

const SavedDatabase = z.object({
  url: z.string(),
  /**
   * The database in use when the address was saved; null for the embedded one. Absent once `url` itself is
   * in use: nothing needs to be moved then.
   */
  before: z.optional(z.nullable(z.string())),
})
export type SavedDatabase = z.infer<typeof SavedDatabase>

const PURPOSE = 'saved-database'

/** The path of the file. It is missing if no address was ever saved. */
export function savedDatabaseFile(dataDir: string): string {
  return join(dataDir, 'saved-database')
}

/**
 * The saved address, which is null if there is none, and the sealer that fits it; the first one if nothing is saved.
 * @throws SealBroken if it was sealed with another key, or changed
 */
export async function openSavedDatabase<T extends Pick<Sealer, 'open' | 'isOwn'>>(
  dataDir: string,
  sealers: readonly [T, ...(readonly T[])],
): Promise<{ readonly saved: SavedDatabase | null; readonly seal: T }> {
  const sealed = await textOf(savedDatabaseFile(dataDir))
  if (sealed === null) return { saved: null, seal: sealers[0] }
  const seal = sealers.find((one) => one.isOwn(sealed)) ?? sealers[0]
  return { saved: savedIn(sealed, seal), seal }
}

function savedIn(sealed: string, seal: Pick<Sealer, 'open'>): SavedDatabase {
  const saved: unknown = JSON.parse(seal.open(PURPOSE, sealed.trim()))
  const { data } = SavedDatabase.safeParse(saved)
  if (!data) throw new SealBroken('it holds no address of a database')
  return data
}

/** Already written and synced to a temporary file, so that the remaining rename cannot run out of space. */
export interface Draft {
  readonly keep: () => Promise<void>
  readonly drop: () => Promise<void>
}

/**
 * Writes the address to a temporary file that only this account can read. `keep` then replaces the saved
 * file atomically.
 */
export async function draftSavedDatabase(
  dataDir: string,
  seal: Pick<Sealer, 'seal'>,
  saved: SavedDatabase,
): Promise<Draft> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const path = savedDatabaseFile(dataDir)
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  try {
    await file.writeFile(`${seal.seal(PURPOSE, JSON.stringify(saved))}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
  return { keep: () => rename(draft, path), drop: () => rm(draft, { force: true }) }
}

async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}
