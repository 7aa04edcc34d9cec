/** Copies and protects database folders: only the account of the server may read them. */
import { constants, type Stats } from 'node:fs'
import { access, chmod, lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** As many as Node processes at once. */
const AT_ONCE = 4

const FOLDER_MODE = 0o700
const FILE_MODE = 0o600

/** The source of a copy cannot be read. */
export class UnreadableFolder extends Error {
  override readonly name = 'Unreadable'
}

/** Files in a folder belong to another account. */
export class NotOwnedFolder extends Error {
  override readonly name = 'NotOwned'
}

/**
 * Copies a folder recursively, for this account only, regardless of the original's modes and the umask. The
 * copy gets its name only when it is complete and on the disk, so that a partial copy is never used.
 * @throws Unreadable
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const draft = `${to}.new`
  await rm(draft, { recursive: true, force: true })
  try {
    await copyContents(from, draft)
  } catch (error) {
    // The partial copy may be what fills the disk.
    await rm(draft, { recursive: true, force: true })
    throw error
  }
  await rename(draft, to)
  await syncOne(dirname(to))
}

async function copyContents(from: string, to: string): Promise<void> {
  const { folders, files } = await readable(() => contentsOf(from))
  for (const folder of folders) await mkdir(join(to, folder), { mode: FOLDER_MODE })
  await sideBySide(files, (file) => copyFile(join(from, file), join(to, file)))
  await sideBySide(folders, (folder) => syncOne(join(to, folder)))
}

/**
 * Revokes other accounts' access to a folder and its contents. A folder that was restored, or made by an
 * earlier version, may be open to them.
 * @throws NotOwned
 */
export async function restrictToOwner(folder: string): Promise<void> {
  const { folders, files } = await contentsOf(folder).catch(refuseForeign)
  await sideBySide(folders, (path) => setMode(join(folder, path), FOLDER_MODE))
  await sideBySide(files, (path) => setMode(join(folder, path), FILE_MODE))
}

async function setMode(path: string, mode: number): Promise<void> {
  const facts = await lstat(path)
  try {
    if ((facts.mode & 0o777) !== mode) await chmod(path, mode)
  } catch (error) {
    // Some file systems have no modes.
    if (!isOwn(facts)) throw notOwned(path, error)
  }
  // A command that ran as root leaves files with the right mode that this account cannot read.
  await access(path, constants.R_OK | constants.W_OK).catch(refuseForeign)
}

/** @throws NotOwned if what could not be accessed belongs to another account, or else the error */
async function refuseForeign(error: unknown): Promise<never> {
  const path = error instanceof Error && 'path' in error ? String(error.path) : null
  if (path !== null && !isOwn(await lstat(path))) throw notOwned(path, error)
  throw error
}

function notOwned(path: string, cause: unknown): NotOwnedFolder {
  return new NotOwnedFolder(`${path} belongs to another account`, { cause })
}

function isOwn({ uid }: Stats): boolean {
  return process.getuid === undefined || uid === process.getuid()
}

interface Contents {
  /** Paths relative to the folder, the folder itself first, parents before children. */
  readonly folders: readonly string[]
  readonly files: readonly string[]
}

async function contentsOf(folder: string): Promise<Contents> {
  const folders = ['.']
  const files: string[] = []
  // Grows during the iteration.
  for (const path of folders)
    for (const entry of await readdir(join(folder, path), { withFileTypes: true })) {
      if (entry.isDirectory()) folders.push(join(path, entry.name))
      else if (entry.isFile()) files.push(join(path, entry.name))
    }
  return { folders, files }
}

async function copyFile(from: string, to: string): Promise<void> {
  const content = await readable(() => readFile(from))
  const file = await open(to, 'wx', FILE_MODE)
  try {
    await file.writeFile(content)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function readable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    throw new UnreadableFolder(error instanceof Error ? error.message : String(error), {
      cause: error,
    })
  }
}

async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  // Wait for all of them before failing, because the caller then removes the folder.
  const ended = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = ended.find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}
