/** Which database a command beside the server works on: the one that the server uses, or would use next. */
import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import pg from 'pg'
import { keyFile, type Sealer } from '#server/auth/seal.ts'
import { hasLivingProcess } from '#server/db/cluster/process-liveness.ts'
import { isInUse } from '#server/db/database-fitness.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import { embeddedFolder, lockFile } from '#server/db/embedded/embedded.ts'
import { lockFolder } from '#server/db/embedded/folder-lock.ts'
import { markFile } from '#server/db/embedded/folder-origin.ts'
import { reasonOf } from '#server/db/open.ts'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'
import {
  folderSentence,
  openSaved,
  refuseLeft,
  savedSentence,
  urlSentence,
  type Sentence,
} from '#server/start/choose-database.ts'

/** The database to work on. */
export interface Used {
  /** Null for the embedded one. */
  readonly url: string | null
  /** Seals what is handed to the server that runs on the embedded database; null if it is free to be opened. */
  readonly forServer: Sealer | null
  /** What to tell the operator if it cannot be used. */
  readonly sentence: Sentence
}

const CONNECT_TIMEOUT_MS = 10_000

/**
 * An address saved in ERP Setup is used from the next start on: until then the server runs on the database
 * before it. Nothing is written or migrated.
 * @throws BadSettings
 */
export async function usedDatabase(env: Env): Promise<Used> {
  await assertKey(env)
  if (env.databaseUrl !== null)
    return { url: env.databaseUrl, forServer: null, sentence: urlSentence }
  const { saved, seal } = await openSaved(env)
  if (saved === null) return embedded(env, seal)
  const { url, before } = saved
  const next: Used = { url, forServer: null, sentence: savedSentence(env) }
  if (before === undefined) return next
  const current: Used = before === null ? await embedded(env, seal) : { ...next, url: before }
  const isServing = current.forServer !== null || (before !== null && (await isServed(before)))
  if (isServing) return current
  // No server runs. A start that was killed after the move leaves the accounts in the new database.
  const isMoved = await looking(url, isInUse).catch((error: unknown) => {
    throw new BadSettings([next.sentence(reasonOf(error))], error)
  })
  return isMoved ? next : current
}

async function embedded(env: Env, seal: Sealer): Promise<Used> {
  await refuseLeft(env)
  const isLocked = await inDataDir(env.dataDir, async () => {
    await assertOwner(env)
    return isLockHeld(env)
  })
  return { url: null, forServer: isLocked ? seal : null, sentence: folderSentence(env) }
}

/** A key that is generated now opens nothing. */
async function assertKey({ secretKey, dataDir }: Env): Promise<void> {
  if (secretKey !== null) return
  if ((await inDataDir(dataDir, () => ownerOf(keyFile(dataDir)))) === null)
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why: 'it has no key' })])
}

/**
 * What root writes into the folder, the account of the server cannot read. Every start writes a new marker file. The
 * folder may be older and belong to another account, for example in a container.
 */
async function assertOwner({ dataDir }: Env): Promise<void> {
  const folder = embeddedFolder(dataDir)
  const folderOwner = await ownerOf(folder)
  if (folderOwner === null)
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why: 'it has no database' })])
  const markOwner = await ownerOf(markFile(folder))
  const [path, owner] = markOwner === null ? [folder, folderOwner] : [markFile(folder), markOwner]
  const own = process.getuid?.() ?? owner
  if (owner === own) return
  throw new BadSettings([
    `Run this command as the account of the server: ${path} belongs to user ${owner}, and this is user ${own}. Nothing was changed.`,
  ])
}

/** Null if there is no such file. */
async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

async function isLockHeld({ dataDir }: Env): Promise<boolean> {
  if (!existsSync(lockFile(dataDir))) return false
  const lock = await lockFolder(lockFile(dataDir))
  lock?.release()
  return lock === null
}

/** No server runs on a database that does not answer. */
function isServed(url: string): Promise<boolean> {
  return looking(url, hasLivingProcess).catch(() => false)
}

/** Looks at a database without creating or migrating its tables. */
async function looking<T>(url: string, look: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  })
  // A connection that breaks is reported by the query.
  client.on('error', () => undefined)
  try {
    await client.connect()
    return await look(client)
  } finally {
    await client.end()
  }
}
