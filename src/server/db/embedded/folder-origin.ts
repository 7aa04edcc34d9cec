/** Tells the folder of an embedded database from a copy of it, such as a restored backup. */
import { lstat, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** A marker file, never written to. A copy of it has a later change time and another inode. */
const MARK = 'dockside-mark'
/** What identifies the marker file. */
const SEEN = 'dockside-mark-seen'

const FILE_MODE = 0o600

/** The path of the marker file, which belongs to the account of the last start. */
export function markFile(folder: string): string {
  return join(folder, MARK)
}

/** Whether this process or an earlier one marked this very folder. False for a copy and for a new folder. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  const [seen, mark] = await Promise.all([
    readFile(join(folder, SEEN), 'utf8').catch(() => null),
    lookAt(markFile(folder)).catch(() => null),
  ])
  return seen !== null && seen === mark
}

/**
 * Marks a folder. Every start does so again: a tool that copies only files that differ, such as rsync, then
 * sees that the marker differs from the one in the backup.
 */
export async function markFolder(folder: string): Promise<void> {
  const mark = markFile(folder)
  const draft = `${mark}.new`
  await put(draft, new Date().toISOString())
  await rename(draft, mark)
  await put(join(folder, SEEN), await lookAt(mark))
}

/** No copying tool preserves ctime, the time of the last change to a file or its name. */
async function lookAt(path: string): Promise<string> {
  const { ino, ctimeNs } = await lstat(path, { bigint: true })
  return `${ino} ${ctimeNs}`
}

async function put(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', FILE_MODE)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
