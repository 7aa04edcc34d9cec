/** Makes sure that dist holds what the sources say. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, hasStamp, stamped } from './digest.mjs'
import { ensureInstalled } from './ensure.mjs'
import { oneAtATime } from './lock.mjs'
import { isProgram, ROOT, run, say } from './program.mjs'
import { quietly } from './run-command.mjs'

const VITE = 'node_modules/vite/bin/vite.js'

/** What the build is made from. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  // Of the programs in src/run these take part in the build.
  'src/run/build/paint-first.mjs',
  'src/run/build/precompress.mjs',
  'src/run/build/used-styles.mjs',
  'src/run/version.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

/** Says what dist was built from; gone while a build runs. */
export const BUILD_STAMP = join(ROOT, 'dist', '.stamp')

/**
 * Builds console, server and database snapshot when dist is missing, stale or broken off half-way.
 * @throws {Refusal} when a build fails
 */
export function ensureBuilt() {
  const files = ['dist/console/index.html', 'dist/server/main.js']
  return buildOnce({ name: 'build', files, stamp: BUILD_STAMP, digest: sourcesDigest }, buildAll)
}

/**
 * Builds what is missing, stale or broken off half-way, one process at a time.
 * @param {{ name: string, files: string[], stamp: string, digest: () => string }} output files: those without which it
 * is not whole, from the root; digest: the fingerprint of what it is made from
 * @param {() => Promise<void>} build
 * @throws {Refusal} when the build fails
 */
export async function buildOnce({ name, files, stamp, digest }, build) {
  const isBuilt = () =>
    files.every((path) => existsSync(join(ROOT, path))) && hasStamp(stamp, digest())
  if (isBuilt()) return
  await oneAtATime(ROOT, name, async () => {
    if (isBuilt()) return
    say('Building (a few seconds, only when something changed)…')
    await stamped(stamp, digest(), build)
  })
}

/** The programs in src/run are not built, they build. */
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

/** The empty embedded database as a folder: copying it takes a moment, making one takes seconds. */
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
 * @param {string} failure the sentence for a build that failed
 */
export function viteBuild(args, failure) {
  return node([VITE, 'build', ...args], failure)
}

/**
 * NODE_ENV is set, because one of the caller's would build React for development.
 * @param {string[]} args
 * @param {string} failure
 */
function node(args, failure) {
  const env = { ...process.env, NODE_ENV: 'production' }
  return quietly(process.execPath, args, { cwd: ROOT, env, failure })
}

if (isProgram(import.meta.url))
  await run(async () => {
    await ensureInstalled()
    await ensureBuilt()
  })
