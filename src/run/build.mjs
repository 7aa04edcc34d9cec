/** Makes sure that dist holds what the sources say. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, hasStamp, stamped } from './digest.mjs'
import { ensureInstalled } from './ensure.mjs'
import { oneAtATime } from './lock.mjs'
import { isProgram, ROOT, run, say } from './program.mjs'
import { quietly } from './quietly.mjs'

const VITE = 'node_modules/vite/bin/vite.js'

/** What the build is made from: the demo and its simulated NetSuite are built with the server. */
const SOURCES = [
  'src',
  'public',
  'index.html',
  'vite.config.ts',
  // Of the programs in src/run these take part in the build.
  'src/run/paint-first.mjs',
  'src/run/precompress.mjs',
  'src/run/version.mjs',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
  'test/demo',
  'test/netsuite',
]

/** Says what dist was built from; gone while a build runs. */
export const BUILD_STAMP = join(ROOT, 'dist', '.stamp')

/**
 * Builds console, server and database snapshot when dist is missing, stale or broken off half-way.
 * @throws {Refusal} when a build fails
 */
export async function ensureBuilt() {
  if (isBuilt()) return
  await oneAtATime(ROOT, 'build', async () => {
    if (isBuilt()) return
    say('Building (a few seconds, only when something changed)…')
    await stamped(BUILD_STAMP, sourcesDigest(), buildAll)
  })
}

function isBuilt() {
  const programs = ['dist/console/index.html', 'dist/server/main.js']
  return (
    programs.every((path) => existsSync(join(ROOT, path))) && hasStamp(BUILD_STAMP, sourcesDigest())
  )
}

/** The programs in src/run are not built, they build. */
function sourcesDigest() {
  return digestFiles(ROOT, SOURCES, ['src/run'])
}

async function buildAll() {
  const halves = await Promise.allSettled([
    node([VITE, 'build'], 'The console could not be built.'),
    node([VITE, 'build', '--ssr'], 'The server could not be built.'),
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
