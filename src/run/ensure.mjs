/** Makes sure that the packages are installed. Runs in plain Node, before there are any. */
import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { digestOf, hasStamp, withStamp } from './digest.mjs'
import { withLock } from './lock.mjs'
import { checkNode } from './node-version.mjs'
import { npmCommand } from './npm.mjs'
import { isProgram, UserError, ROOT, run, say } from './program.mjs'
import { runCommand } from './run-command.mjs'

/** The fields of package.json that decide what is installed; a new script alone installs nothing. */
const DECIDING = /** @type {const} */ ([
  'engines',
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'overrides',
  'allowScripts',
])

/**
 * Installs the packages when they are missing, incomplete or not those of the lockfile.
 * @throws {UserError} when Node is too old, the folder of the packages is a link, or npm fails
 */
export async function ensureInstalled() {
  const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  checkNode(manifest.engines.node)

  const digest = installDigest(manifest, readFileSync(join(ROOT, 'package-lock.json'), 'utf8'))
  const stamp = join(ROOT, 'node_modules', '.dockside-stamp')
  if (hasStamp(stamp, digest)) return
  await withLock(ROOT, 'install', async () => {
    if (hasStamp(stamp, digest)) return
    refuseLink(join(ROOT, 'node_modules'))
    say('Installing packages (about a minute, only when they changed)…')
    await withStamp(stamp, digest, npmCi)
  })
}

/**
 * The digest of the inputs of an installation. It includes the platform, because some packages are built for one.
 * @param {Record<string, unknown>} manifest package.json
 * @param {string} lockfile package-lock.json
 */
export function installDigest(manifest, lockfile) {
  const fields = DECIDING.map((field) => JSON.stringify(manifest[field] ?? null))
  return digestOf([process.platform, process.arch, ...fields, lockfile])
}

/**
 * `npm ci` empties the folder first: through a link it would delete the packages of another project.
 * @param {string} packages path of node_modules
 * @throws {UserError}
 */
function refuseLink(packages) {
  if (!lstatSync(packages, { throwIfNoEntry: false })?.isSymbolicLink()) return
  throw new UserError(
    `${packages} is a link to packages that are not those of this project, and nothing is installed through it: ` +
      'remove the link and try again.',
  )
}

/** The build needs the development packages as well, so NODE_ENV=production must not leave them out. */
function npmCi() {
  const failure = 'The packages could not be installed (npm ci).'
  const { command, args, shell } = npmCommand([
    'ci',
    '--include=dev',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ])
  return runCommand(command, args, { cwd: ROOT, failure, shell })
}

if (isProgram(import.meta.url)) await run(ensureInstalled)
