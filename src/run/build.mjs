/** Brings dist up to date with the sources. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, hasStamp, withStamp } from './digest.mjs'
import { ensureInstalled } from './ensure.mjs'
import { withLock } from './lock.mjs'
import { isProgram, ROOT, run, say } from './program.mjs'
import { runCommand } from './run-command.mjs'

const VITE = 'node_modules/vite/bin/vite.js'

/** The inputs of the build. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  // The only files in src/run that take part in the build.
  'src/run/build/paint-first.mjs',
  'src/run/build/precompress.mjs',
  'src/run/build/used-styles.mjs',
  'src/run/version.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Holds the digest that dist was built from; removed while a build runs. */
export const BUILD_STAMP = join(ROOT, 'dist', '.stamp')

/**
 * Builds the console, the server and the database snapshot when dist is missing, stale or incomplete.
 * @throws {UserError} when a build fails
 */
export function ensureBuilt() {
  const files = ['dist/console/index.html', 'dist/server/main.js']
  return buildOnce({ name: 'build', files, stamp: BUILD_STAMP, digest: sourcesDigest }, buildAll)
}

/**
 * Builds an output that is missing, stale or incomplete, one process at a time.
 * @param {{ name: string, files: string[], stamp: string, digest: () => string }} output files: paths from the root
 * that a complete output has; digest: the digest of its inputs
 * @param {() => Promise<void>} build
 * @throws {UserError} when the build fails
 */
export async function buildOnce({ name, files, stamp, digest }, build) {
  const isBuilt = () =>
    files.every((path) => existsSync(join(ROOT, path))) && hasStamp(stamp, digest())
  if (isBuilt()) return
  await withLock(ROOT, name, async () => {
    if (isBuilt()) return
    say('Building (a few seconds, only when something changed)…')
    await withStamp(stamp, digest(), build)
  })
}

/** Leaves out src/run: its programs run the build and are not part of it. */
export function sourcesDigest() {
  return digestFiles(ROOT, SOURCES, ['src/run'])
}

async function buildAll() {
  const halves = await Promise.allSettled([
    viteBuild([], 'The console could not be built.'),
    viteBuild(['--ssr'], 'The server could not be built.'),
  ])
  for (const half of halves) if (half.status === 'rejected') throw half.reason
  await snapshotDatabase()
}

/** Stores the empty embedded database as a folder: copying it takes a moment, creating one takes seconds. */
async function snapshotDatabase() {
  const program = 'dist/server/snapshot.js'
  if (!existsSync(join(ROOT, program))) return
  await node(
    [program, 'dist/server/empty-database'],
    'The snapshot of the empty database could not be made.',
  )
}

/**
 * @param {string[]} args
 * @param {string} failure the message when the build fails
 */
export function viteBuild(args, failure) {
  return node([VITE, 'build', ...args], failure)
}

/**
 * Sets NODE_ENV, because the caller's value could make React build for development.
 * @param {string[]} args
 * @param {string} failure
 */
function node(args, failure) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return runCommand(process.execPath, args, { cwd: ROOT, env, failure })
}

if (isProgram(import.meta.url))
  await run(async () => {
    await ensureInstalled()
    await ensureBuilt()
  })
