/** Tells the folder of an embedded database from a copy of it, such as one that was restored. */
import { lstat, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'

/** Looked at, never written to: a copy of it was changed later, and lies elsewhere on the disk. */
const MARK = 'dockside-mark'
/** What was seen of the mark. */
const SEEN = 'dockside-mark-seen'

const FILE_MODE = 0o600

/** Whether this process or one before it marked this very folder; a copy was not, nor is a new one. */
export async function isOwnFolder(folder: string): Promise<boolean> {
  const [seen, mark] = await Promise.all([
    readFile(join(folder, SEEN), 'utf8').catch(() => null),
    lookAt(join(folder, MARK)).catch(() => null),
  ])
  return seen !== null && seen === mark
}

/**
 * Marks a folder. Every start does so again: what copies only the files that differ, as rsync does,
 * finds that the mark of a later start is another one than that of the backup.
 */
export async function markFolder(folder: string): Promise<void> {
  const draft = join(folder, `${MARK}.new`)
  await put(draft, new Date().toISOString())
  await rename(draft, join(folder, MARK))
  await put(join(folder, SEEN), await lookAt(join(folder, MARK)))
}

/** No way of copying keeps the time of the last change to a file or its name. */
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
