/** `npm run release`: an archive that runs with its production packages alone, without sources or a build. */
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure.mjs'
import { closureOf, importedPackages } from './production.mjs'
import { isProgram, ROOT, run, say } from './program.mjs'
import { runCommand } from './run-command.mjs'

/** Copied as is: the build, the programs behind `npm start`, and the documents. */
const CONTENT = [
  'dist/console',
  'dist/server',
  'src/run/start-built.mjs',
  'src/run/program.mjs',
  'src/run/end-with-npm.mjs',
  'src/run/node-version.mjs',
  '.npmrc',
  'README.md',
  'src/docs',
  'CHANGELOG.md',
  'LICENSE',
]

const INSTALL = `Dockside is installed with Node and npm (package.json names the versions of Node):

  npm ci --omit=dev
  npm start

src/docs/operations.md explains the settings, running it as a service, and how to upgrade.
`

/**
 * Writes a release into a folder.
 * @param {string} folder emptied first
 */
export function writeRelease(folder) {
  rmSync(folder, { recursive: true, force: true })
  for (const path of CONTENT) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  }
  const { manifest, lockfile } = productionPackages(programsIn(join(ROOT, 'dist', 'server')))
  writeJson(join(folder, 'package.json'), manifest)
  writeJson(join(folder, 'package-lock.json'), lockfile)
  writeFileSync(join(folder, 'INSTALL.txt'), INSTALL)
}

/**
 * package.json and package-lock.json of a release: the packages that its programs import, with their dependencies.
 * @param {string[]} programs the texts of the built server
 */
export function productionPackages(programs) {
  const { name, version, description, license, type, engines, ...project } =
    readJson('package.json')
  const dependencies = importedPackages(programs, project.dependencies)
  const { lockfileVersion, packages } = readJson('package-lock.json')
  return {
    manifest: {
      name,
      version,
      description,
      private: true,
      license,
      type,
      engines,
      scripts: {
        start: 'node src/run/start-built.mjs',
        'second-factor': 'node dist/server/second-factor.js',
      },
      dependencies,
      overrides: project.overrides,
    },
    lockfile: {
      name,
      version,
      lockfileVersion,
      requires: true,
      packages: {
        '': { name, version, license, dependencies, engines },
        ...closureOf(packages, Object.keys(dependencies)),
      },
    },
  }
}

/**
 * @param {string} folder
 * @returns {string[]} the texts of the programs in it
 */
function programsIn(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.js'))
    .map((path) => readFileSync(join(folder, path), 'utf8'))
}

/** @param {string} path */
function readJson(path) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'))
}

/**
 * @param {string} file
 * @param {object} content
 */
function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

async function release() {
  await ensureInstalled()
  await ensureBuilt()
  const name = `dockside-${readJson('package.json').version}`
  const folder = join(ROOT, 'dist', 'release')
  const archive = join(folder, `${name}.tar.gz`)
  writeRelease(join(folder, name))
  const failure = 'The archive could not be written: it needs the tar command of the system.'
  await runCommand('tar', ['-czf', archive, '-C', folder, name], { cwd: ROOT, failure })
  say(archive)
}

if (isProgram(import.meta.url)) await run(release)
