/**
 * Which database a start uses, and what it copies from the one used until now
 * (decisions/server/erp-addresses.md).
 */
import { existsSync } from 'node:fs'
import type { FastifyBaseLogger } from 'fastify'
import pg from 'pg'
import { assertKeyFits, fittingSealer } from '#server/auth/key-check.ts'
import {
  draftSavedDatabase,
  openSavedDatabase,
  savedDatabaseFile,
  type SavedDatabase,
} from '#server/auth/saved-database.ts'
import { openSealers, SealBroken, type Sealer } from '#server/auth/seal.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import { embeddedFolder } from '#server/db/embedded/embedded.ts'
import { hasAdmins, moveDatabase, NotEmpty } from '#server/db/move.ts'
import type { OpenDatabase } from '#server/db/database.ts'
import { claimDatabase, openDatabase, reasonOf, type DatabaseEvents } from '#server/db/open.ts'
import { isDiskFull, isReadOnly, isUnavailable } from '#server/db/unavailable.ts'
import { BadSettings, wrongSetting, type Env } from '#server/env.ts'
import {
  leaveNote,
  noteFilePath,
  placeOf,
  readNote,
  type Note,
} from '#server/start/postgres-note.ts'

/** A database that was chosen and claimed. */
export interface Choice {
  /** Its address; null for the embedded one. */
  readonly url: string | null
  /** What to tell the operator if it cannot be used. */
  readonly sentence: Sentence
  /** Opens it. If it has no admins, everything is copied from the database used until now. */
  readonly open: () => Promise<OpenDatabase>
  /** Releases the claim without opening. */
  readonly release: () => Promise<void>
}

interface Deps {
  readonly events: DatabaseEvents
  readonly log: FastifyBaseLogger
}

/**
 * DATABASE_URL comes first, then the database saved in ERP Setup, then the embedded one. If a saved one
 * cannot be used the start fails, because continuing with the old one would create two diverging databases.
 * @throws BadSettings
 */
export async function chooseDatabase(env: Env, around: Deps): Promise<Choice> {
  const { dataDir, databaseUrl } = env
  if (databaseUrl === null && !existsSync(savedDatabaseFile(dataDir)))
    return chooseEmbedded(env, around)
  const sentence = databaseUrl === null ? savedSentence(env) : urlSentence
  const { saved, seal } = await openSaved(env)
  const url = databaseUrl ?? saved?.url ?? null
  if (url === null) throw new Error('the saved database is gone')
  const claim = await claimDatabase({ dataDir, databaseUrl: url }, around.events, sentence)
  const source = sourceOf(saved, url)
  const plan: Plan = { env, url, seal, saved, source, sentence }
  const open = (): Promise<OpenDatabase> => openAndFill(claim.open, plan, around)
  return { url, sentence, release: claim.release, open }
}

/**
 * The database saved in ERP Setup, and the sealer that opened it.
 * @throws BadSettings
 */
export async function openSaved(
  env: Env,
): Promise<{ readonly saved: SavedDatabase | null; readonly seal: Sealer }> {
  const { dataDir, databaseUrl } = env
  const sealers = await inDataDir(dataDir, () => openSealers(env))
  try {
    return await inDataDir(dataDir, () => openSavedDatabase(dataDir, sealers))
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error
    // With DATABASE_URL the file only decides from where an empty database is filled.
    if (databaseUrl === null) throw new BadSettings([savedSentence(env)(error.message)], error)
    return { saved: null, seal: sealers[0] }
  }
}

/**
 * The embedded database is refused if this folder was used with a Postgres server until now. The exception
 * is a database saved in ERP Setup that was taken back: the embedded one is then as it was before the move.
 */
async function chooseEmbedded(env: Env, { events }: Deps): Promise<Choice> {
  const sentence = folderSentence(env)
  const note = await inDataDir(env.dataDir, () => readNote(env.dataDir))
  const refusal = note && new BadSettings([onPostgresSentence(env, note)])
  if (refusal && !isTakenBack(env, note)) throw refusal
  const claim = await claimDatabase(env, events)
  const open = async (): Promise<OpenDatabase> => {
    const database = await claim.open().catch((error: unknown) => {
      throw toFolderError(error, sentence)
    })
    if (!refusal || (await hasAdmins(database))) return database
    await database.close()
    throw refusal
  }
  return { url: null, sentence, release: claim.release, open }
}

export type Sentence = (why: string) => string

const OLD_KEY =
  'the database used until now was sealed with another one, and the new one has no admins: everything of it is to be moved there'

/** What is wrong with the database of the settings. */
export const urlSentence: Sentence = (why) => wrongSetting('databaseUrl', { why })

/** What is wrong with the embedded database. */
export function folderSentence({ dataDir }: Env): Sentence {
  return (why) => wrongSetting('dataDir', { given: dataDir, why })
}

/** What is wrong with the database saved in ERP Setup, and how to go on. */
export function savedSentence({ dataDir }: Env): Sentence {
  const file = savedDatabaseFile(dataDir)
  return (why) =>
    `The database saved in ERP Setup cannot be used (${why}): make it usable, or set DATABASE_URL or remove ${file} to use another one.`
}

/**
 * The embedded database is refused if this folder was used with a Postgres server until now: its rows are those from
 * before the move.
 * @throws BadSettings
 */
export async function refuseLeft(env: Env): Promise<void> {
  const note = await inDataDir(env.dataDir, () => readNote(env.dataDir))
  if (note !== null && !isTakenBack(env, note))
    throw new BadSettings([onPostgresSentence(env, note)])
}

/** A database saved in ERP Setup was removed, so the embedded one is used as it was before the move. */
function isTakenBack({ dataDir }: Env, { by }: Note): boolean {
  return by === 'ERP Setup' && existsSync(embeddedFolder(dataDir))
}

function nameOf({ place }: Note): string {
  return place === null ? 'a Postgres database' : `the Postgres database ${place}`
}

type Otherwise = 'move the embedded database of this folder' | 'begin with an empty one'

function leftSentence({ dataDir }: Env, note: Note, otherwise: Otherwise): string {
  return `it has no admins, and this data folder was used with ${nameOf(note)} until now: restore that one here, correct the address, or remove ${noteFilePath(dataDir)} to ${otherwise}`
}

function onPostgresSentence({ dataDir }: Env, note: Note): string {
  return `DATABASE_URL is not set, but the data folder '${dataDir}' was used with ${nameOf(note)} until now: set DATABASE_URL to it, or remove ${noteFilePath(dataDir)} to use the embedded database of this folder instead.`
}

/** A database by its address, which is null for the embedded one. */
interface Source {
  readonly url: string | null
}

interface Plan {
  readonly env: Env
  readonly url: string
  readonly seal: Sealer
  readonly saved: SavedDatabase | null
  /** From where an empty database is filled; null if there is no other database. */
  readonly source: Source | null
  readonly sentence: Sentence
}

/** The database used until now. */
function sourceOf(saved: SavedDatabase | null, url: string): Source | null {
  const used = saved === null ? null : saved.before === undefined ? saved.url : saved.before
  return used === url ? null : { url: used }
}

async function openAndFill(
  open: () => Promise<OpenDatabase>,
  plan: Plan,
  around: Deps,
): Promise<OpenDatabase> {
  const { env, url, saved, seal, sentence } = plan
  const isSaved = env.databaseUrl === null
  const database = await open().catch((error: unknown) => {
    throw toSettingsError(error, sentence)
  })
  try {
    if (!(await hasAdmins(database))) {
      await fill(database, plan, around)
      await refuseEmpty(database, plan)
    }
    if (isSaved) await assertKeyFits(database.db, seal, (why) => sentence(why))
    if (isSaved && saved?.before !== undefined) {
      const settled = { url: saved.url }
      await inDataDir(env.dataDir, async () =>
        (await draftSavedDatabase(env.dataDir, seal, settled)).keep(),
      )
    }
    leaveNote(env.dataDir, { url, by: isSaved ? 'ERP Setup' : 'DATABASE_URL' })
    return database
  } catch (error) {
    await database.close()
    throw toSettingsError(error, sentence)
  }
}

/** Without the admins of the old database, anybody could register as the first super admin of the new one. */
async function fill(
  to: OpenDatabase,
  { env, source, sentence }: Plan,
  { events, log }: Deps,
): Promise<void> {
  if (source === null) {
    if (env.databaseUrl === null)
      throw new BadSettings([sentence('it was in use and has no admins any more')])
    return
  }
  if (source.url === null && !existsSync(embeddedFolder(env.dataDir))) return
  const address = { dataDir: env.dataDir, databaseUrl: source.url }
  const from = await openDatabase(address, events, (why) =>
    sentence(`it has no admins, and the database used until now cannot be read: ${why}`),
  )
  try {
    if (!(await hasAdmins(from))) return
    // The embedded database is as it was before it was moved to another one, and that is the one to restore.
    const note = await inDataDir(env.dataDir, () => readNote(env.dataDir))
    if (source.url === null && note?.by === 'DATABASE_URL')
      throw new BadSettings([
        sentence(leftSentence(env, note, 'move the embedded database of this folder')),
      ])
    await fittingSealer(from.db, env, OLD_KEY)
    log.info('the new database has no admins: moving everything from the database used until now')
    const rows = await moveDatabase(from, to)
    if (rows !== null)
      log.info({ rows }, 'everything has been moved; the old database is unchanged')
  } finally {
    await from.close()
  }
}

/**
 * A wrong name may lead to an empty database, where anybody could register as the first super admin. The note
 * may name this one: between its first start and its first admin it is empty.
 */
async function refuseEmpty(database: OpenDatabase, { env, url, sentence }: Plan): Promise<void> {
  const note = await inDataDir(env.dataDir, () => readNote(env.dataDir))
  if (note === null || note.place === placeOf(url) || (await hasAdmins(database))) return
  throw new BadSettings([sentence(leftSentence(env, note, 'begin with an empty one'))])
}

/** The embedded database makes itself read-only on a disk without space, so its tables cannot be made or migrated. */
function toFolderError(error: unknown, sentence: Sentence): unknown {
  if (isReadOnly(error) || isDiskFull(error))
    return new BadSettings([sentence('its disk is full')], error)
  return toSettingsError(error, sentence)
}

/** Reports database errors to the operator; other errors pass unchanged. */
export function toSettingsError(error: unknown, sentence: Sentence): unknown {
  if (error instanceof NotEmpty)
    return new BadSettings([sentence(`it has no admins, but ${error.message}`)], error)
  const isOfDatabase = error instanceof pg.DatabaseError || isUnavailable(error)
  return isOfDatabase ? new BadSettings([sentence(reasonOf(error))], error) : error
}
