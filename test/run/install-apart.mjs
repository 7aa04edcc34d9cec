/** Packages that only one command needs. They are installed apart from the project's own, when that command first runs. */
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { digestFiles, hasStamp, withStamp } from '../../src/run/digest.mjs'
import { withLock } from '../../src/run/lock.mjs'
import { npmCommand } from '../../src/run/npm.mjs'
import { UserError, ROOT, say } from '../../src/run/program.mjs'
import { runCommand } from '../../src/run/run-command.mjs'

const FILES = ['package.json', 'package-lock.json', '.npmrc']

/**
 * @typedef {object} Apart
 * @property {string} title the name of the packages in messages
 * @property {string} source the folder of its package.json, from the root
 * @property {string[]} [files] other files of that folder that npm needs, besides package.json, its lockfile and .npmrc
 * @property {string} [optional] an optional package that must be installed; npm goes on without one that it cannot fetch
 * @property {string} target the folder of the installation
 */

/**
 * Describes packages that are installed apart.
 * @param {string} name the folder's name in the cache
 * @param {Omit<Apart, 'target'>} packages
 * @returns {Apart}
 */
export function apart(name, packages) {
  return { ...packages, target: join(ROOT, 'node_modules', '.cache', 'dockside', name) }
}

/**
 * Whether the packages are installed as their lockfile says.
 * @param {Apart} packages
 */
export function isInstalledApart(packages) {
  return hasStamp(stampOf(packages), digestOfSource(packages))
}

/**
 * Installs the packages when they are missing or outdated.
 * @param {Apart} packages
 */
export async function installApart(packages) {
  if (isInstalledApart(packages)) return
  await withLock(packages.target, 'install', async () => {
    if (isInstalledApart(packages)) return
    say(`Installing ${packages.title}, once…`)
    mkdirSync(packages.target, { recursive: true })
    await withStamp(stampOf(packages), digestOfSource(packages), () => npmCi(packages))
  })
}

/** @param {Apart} packages */
async function npmCi({ title, source, files = [], optional, target }) {
  for (const name of [...FILES, ...files])
    cpSync(join(ROOT, source, name), join(target, name), { recursive: true })
  const { command, args, shell } = npmCommand([
    'ci',
    '--ignore-scripts',
    '--loglevel=error',
    '--no-audit',
    '--no-fund',
  ])
  await runCommand(command, args, {
    cwd: target,
    failure: `${title} could not be installed (npm ci).`,
    shell,
  })
  if (optional && !existsSync(join(target, 'node_modules', optional)))
    throw new UserError(`${optional} could not be fetched from the registry.`)
}

/** @param {Apart} packages */
function stampOf({ target }) {
  return join(target, '.stamp')
}

/** @param {Apart} packages */
function digestOfSource({ source, files = [] }) {
  return digestFiles(
    ROOT,
    [...FILES, ...files].map((name) => `${source}/${name}`),
  )
}
