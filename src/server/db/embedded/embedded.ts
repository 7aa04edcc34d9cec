/** The embedded database in its folder: one owner, a start that can be interrupted, synced files. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtAsset } from '#server/build-assets.ts'
import {
  restrictToOwner,
  copyFolder,
  NotOwnedFolder,
  UnreadableFolder,
} from '#server/db/embedded/copy-folder.ts'
import { inDataDir } from '#server/db/embedded/data-dir.ts'
import type { Engine } from '#server/db/embedded/engine.ts'
import { lockFolder, type Lock } from '#server/db/embedded/folder-lock.ts'
import { diskSpaceProblem } from '#server/db/embedded/disk-space.ts'
import { createWorkerEngine } from '#server/db/embedded/worker-engine.ts'
import { BadSettings, wrongSetting } from '#server/env.ts'

/**
 * Locks a data folder for this process.
 * @throws BadSettings if the folder is not writable, its disk is full or another process uses it
 */
export async function claimDataDir(dataDir: string): Promise<Lock> {
  const lock = await inDataDir(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lack = diskSpaceProblem(dataDir)
    if (lack !== null)
      throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why: lack })])
    return lockFolder(lockFile(dataDir))
  })
  if (lock) return lock
  throw new BadSettings([
    wrongSetting('dataDir', { given: dataDir, why: 'another server uses it at this moment' }),
  ])
}

/** Events of the open embedded database. */
export interface EngineEvents {
  /** The database has ended and does not come back. */
  readonly onDeath: (error: Error) => void
  /** The disk has become full, or has space again. */
  readonly onRoom?: ((hasRoom: boolean) => void) | undefined
}

/** The path of the lock in a data folder. */
export function lockFile(dataDir: string): string {
  return join(dataDir, 'server.lock')
}

/** The path of the embedded database in a data folder. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/**
 * Opens the database in a locked data folder, or creates it.
 *
 * Every commit is synced before it is answered, as on a Postgres server. Neither a crash nor a power loss
 * loses committed data, provided that the disk honours fsync.
 * @throws BadSettings if the folder contains no usable database
 */
export async function openEmbedded(
  dataDir: string,
  lock: Lock,
  events: EngineEvents,
): Promise<Engine> {
  try {
    const engine = await openOrMake(dataDir, events)
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

function refuse(dataDir: string, error: unknown): never {
  if (error instanceof UnreadableFolder)
    throw new BadSettings(
      [
        `The build cannot be read by this account (${error.message}): as its owner, remove dist and run 'npm run build'.`,
      ],
      error,
    )
  if (error instanceof NotOwnedFolder)
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why: error.message })], error)
  throw error
}

async function openOrMake(dataDir: string, { onDeath, onRoom }: EngineEvents): Promise<Engine> {
  const program = builtAsset('embedded-worker.js')
  const empty = builtAsset('empty-database')
  if (program === null || empty === null) throw new Error('the server is not built')
  const folder = embeddedFolder(dataDir)
  const make = existsSync(folder) ? restrictToOwner(folder) : copyFolder(empty, folder)
  await inDataDir(dataDir, () => make.catch((error: unknown) => refuse(dataDir, error)))
  try {
    return await createWorkerEngine(pathToFileURL(program), folder, onDeath, onRoom)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const why = `its database cannot be opened: ${reason}`
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why })], error)
  }
}
