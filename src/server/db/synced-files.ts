import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * As PGlite starts, but with fsync: what was committed survives a loss of power. Only `fsync`
 * reaches the disk here, the other ways of syncing the log have no effect in WebAssembly. And with
 * few pages in memory: the default of 128 MB fills with the rows, and the system has the files in its
 * own cache anyway.
 */
export const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/**
 * The files of a database folder, with fsync: PGlite's own leave what was written to the system.
 * @param die called when the disk refuses or Postgres gives up; must end the thread, because what
 *   was written is uncertain from then on
 */
export function syncedFiles(folder: string, die: (reason: unknown) => never): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (database, options) => {
    const { emscriptenOpts } = await init(database, options)
    const preRun = [...(emscriptenOpts.preRun ?? []), (module: Module) => addFsync(module, die)]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: die } }
  }
  return files
}

/** The part of Emscripten's module that is needed; its own types are not installed. */
interface Module {
  readonly NODEFS: unknown
}

/** Emscripten calls `fsync` of a file system that has one; its NODEFS keeps the descriptor in `nfd`. */
function addFsync({ NODEFS }: Module, die: (reason: unknown) => never): void {
  const isKnown = typeof NODEFS === 'object' && NODEFS !== null && 'stream_ops' in NODEFS
  if (!isKnown) throw new Error('PGlite has changed: its files cannot be synced')
  Object.assign(Object(NODEFS.stream_ops), {
    fsync: ({ nfd }: { nfd: number }): number => {
      try {
        fsyncSync(nfd)
        return 0
      } catch (error) {
        return die(error)
      }
    },
  })
}
