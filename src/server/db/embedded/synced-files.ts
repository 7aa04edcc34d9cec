import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

/**
 * PGlite's start parameters, but with fsync, so that commits survive a power loss. Only `fsync` reaches the
 * disk here: the other WAL sync methods have no effect in WebAssembly. Shared buffers are small, because
 * the default of 128 MB fills with rows that the system caches anyway.
 */
export const SYNCED_START = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'shared_buffers=16MB',
]

/**
 * The files of a database folder, with fsync, which PGlite's own file system lacks. Only this account can
 * access them: Emscripten sets the modes of some files as if the umask were 022.
 * @param die called when the disk refuses a write or Postgres crashes; must end the thread, because it is
 * uncertain what was written
 */
export function syncedFiles(folder: string, die: (reason: unknown) => never): NodeFS {
  const files = new NodeFS(folder)
  const init = files.init.bind(files)
  files.init = async (database, options) => {
    const { emscriptenOpts } = await init(database, options)
    const adapt = (module: Module): void => {
      const nodefs = nodefsOf(module)
      keepPrivate(nodefs)
      addFsync(nodefs, die)
    }
    const preRun = [...(emscriptenOpts.preRun ?? []), adapt]
    return { emscriptenOpts: { ...emscriptenOpts, preRun, onAbort: die } }
  }
  return files
}

/** The parts of Emscripten's module that are used; its own types are not installed. */
interface Module {
  readonly NODEFS: unknown
}

interface Nodefs {
  readonly node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: unknown) => unknown
    setattr: SetAttributes
  }
  readonly stream_ops: { setattr: SetAttributes; fsync?: (stream: { nfd: number }) => number }
}

type SetAttributes = (file: unknown, given: { readonly mode?: number | null }) => unknown

function nodefsOf({ NODEFS }: Module): Nodefs {
  if (!isNodefs(NODEFS))
    throw new Error('PGlite has changed: its files cannot be synced and kept private')
  return NODEFS
}

function isNodefs(value: unknown): value is Nodefs {
  const { node_ops: nodes, stream_ops: streams } = fieldsOf(value)
  const wanted = [
    fieldsOf(nodes)['mknod'],
    fieldsOf(nodes)['setattr'],
    fieldsOf(streams)['setattr'],
  ]
  return wanted.every((operation) => typeof operation === 'function')
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

/** The permissions of group and others. */
const OF_OTHERS = 0o077

/** Emscripten creates a file with `mknod` and then sets its mode. Both must not grant rights to others. */
function keepPrivate({ node_ops: nodes, stream_ops: streams }: Nodefs): void {
  const { mknod } = nodes
  nodes.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OF_OTHERS, device)
  for (const operations of [nodes, streams]) {
    const { setattr } = operations
    operations.setattr = (file, given) =>
      setattr(file, given.mode ? { ...given, mode: given.mode & ~OF_OTHERS } : given)
  }
}

/** Emscripten calls `fsync` on file systems that have one; NODEFS stores the descriptor in `nfd`. */
function addFsync({ stream_ops: streams }: Nodefs, die: (reason: unknown) => never): void {
  streams.fsync = ({ nfd }) => {
    try {
      fsyncSync(nfd)
      return 0
    } catch (error) {
      return die(error)
    }
  }
}
