import { cp, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** As many as Node works on at once. */
const AT_ONCE = 4

/**
 * Copies a folder with all that is in it. The copy has its name only when it is complete and on the
 * disk, so one that was broken off is never taken for whole.
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  const draft = `${to}.new`
  await rm(draft, { recursive: true, force: true })
  await cp(from, draft, { recursive: true })
  await syncTree(draft)
  await rename(draft, to)
  await syncOne(dirname(to))
}

async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true })
  const paths = [folder, ...entries.map((entry) => join(folder, entry))].values()
  const work = async (): Promise<void> => {
    for (const path of paths) await syncOne(path)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

async function syncOne(path: string): Promise<void> {
  const file = await open(path, 'r')
  await file.sync()
  await file.close()
}
