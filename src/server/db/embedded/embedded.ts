/** The embedded database in its folder: one owner, a start that may be broken off, files that are synced. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { builtAsset } from '#server/build-assets.ts'
import {
  closeToOthers,
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
 * Takes a data folder for this process.
 * @throws BadSettings when the folder cannot be written, its disk is full or another process uses it
 */
export async function claimDataDir(dataDir: string): Promise<Lock> {
  const lock = await inDataDir(dataDir, () => {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const lack = diskSpaceProblem(dataDir)
    if (lack !== null)
      throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why: lack })])
    return lockFolder(join(dataDir, 'server.lock'))
  })
  if (lock) return lock
  throw new BadSettings([
    wrongSetting('dataDir', { given: dataDir, why: 'another server uses it at this moment' }),
  ])
}

/** What the embedded database tells while it is open. */
export interface EngineEvents {
  /** It has ended by itself and does not come back. */
  readonly onDeath: (error: Error) => void
  /** Its disk has no room to write any more, or some again. */
  readonly onRoom?: ((hasRoom: boolean) => void) | undefined
}

/** Where the embedded database lies in a data folder. */
export function embeddedFolder(dataDir: string): string {
  return join(dataDir, 'database')
}

/**
 * Opens the database in a data folder that was claimed, or makes it there.
 *
 * Every commit is synced before it is answered, as on a Postgres server, so neither the end of the
 * process nor a loss of power costs what was committed, as long as the disk keeps its word.
 * @throws BadSettings when what lies in the folder is no database that can be opened
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
  const make = existsSync(folder) ? closeToOthers(folder) : copyFolder(empty, folder)
  await inDataDir(dataDir, () => make.catch((error: unknown) => refuse(dataDir, error)))
  try {
    return await createWorkerEngine(pathToFileURL(program), folder, onDeath, onRoom)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const why = `its database cannot be opened: ${reason}`
    throw new BadSettings([wrongSetting('dataDir', { given: dataDir, why })], error)
  }
}
