/** The embedded database in its folder: one owner, a start that can be broken off, files that are synced. */
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtFile } from '#server/built-file.ts'
import { inDataDir } from '#server/db/data-dir.ts'
import type { Engine } from '#server/db/engine.ts'
import { lockFolder } from '#server/db/folder-lock.ts'
import { workerEngine } from '#server/db/worker-engine.ts'
import { BadSettings, wrongSetting } from '#server/env.ts'

/**
 * Opens the database in a data folder, or makes it there.
 *
 * Every commit is synced before it is answered, as on a Postgres server, so neither the end of the
 * process nor a loss of power costs what was committed, as long as the disk keeps its word.
 * @param onDeath called when the database ends by itself
 * @throws BadSettings when the folder cannot be written or another process uses it
 */
export async function openEmbedded(
  dataDir: string,
  onDeath: (error: Error) => void,
): Promise<Engine> {
  const lock = await lockOf(dataDir)
  const folder = join(dataDir, 'database')
  try {
    const engine = await openOrMake(folder, onDeath)
    return {
      exec: engine.exec,
      close: async () => {
        await engine.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

async function lockOf(dataDir: string) {
  const lock = await inDataDir(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    return lockFolder(join(dataDir, 'server.lock'))
  })
  if (lock) return lock
  throw new BadSettings([
    wrongSetting('dataDir', { given: dataDir, why: 'another server uses it at this moment' }),
  ])
}

/** A mark stands beside the folder until it is complete: what was broken off is made again. */
async function openOrMake(folder: string, onDeath: (error: Error) => void): Promise<Engine> {
  const program = builtFile('embedded-worker.js')
  if (program === null) throw new Error('embedded-worker.js is missing: the server is not built')
  const url = pathToFileURL(program)
  const mark = `${folder}.incomplete`
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true })
  if (existsSync(folder)) return workerEngine(url, { folder, snapshot: null }, onDeath)

  writeFileSync(mark, '')
  syncFolder(join(folder, '..'))
  const snapshot = builtFile('empty-database.tar.gz')
  const engine = await workerEngine(url, { folder, snapshot }, onDeath)
  rmSync(mark)
  syncFolder(join(folder, '..'))
  return engine
}

function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
