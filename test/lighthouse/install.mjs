/** Lighthouse, beside the packages of the project: its own ask for 'latest' ones, which no lockfile of ours shall. */
import { cpSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { digestFiles, hasStamp, stamped } from '../../src/run/digest.mjs'
import { ROOT, say } from '../../src/run/program.mjs'
import { quietly } from '../../src/run/quietly.mjs'

const SOURCE = 'test/lighthouse'
const FILES = ['package.json', 'package-lock.json', '.npmrc']
const TARGET = join(ROOT, 'node_modules/.cache/dockside/lighthouse')

/**
 * Installs it when it is missing or another.
 * @returns {Promise<{ lighthouse: Function, desktopConfig: object, puppeteer: any }>}
 */
export async function ensureLighthouse() {
  const digest = digestFiles(
    ROOT,
    FILES.map((name) => `${SOURCE}/${name}`),
  )
  const stamp = join(TARGET, '.stamp')
  if (!hasStamp(stamp, digest)) {
    say('Installing Lighthouse, once…')
    mkdirSync(TARGET, { recursive: true })
    await stamped(stamp, digest, install)
  }
  const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js')
  const { default: puppeteer } = await load('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')
  return { lighthouse, desktopConfig, puppeteer }
}

async function install() {
  for (const name of FILES) cpSync(join(ROOT, SOURCE, name), join(TARGET, name))
  const args = ['ci', '--ignore-scripts', '--loglevel=error', '--no-audit', '--no-fund']
  const options = { cwd: TARGET, failure: 'Lighthouse could not be installed (npm ci).' }
  const npm = process.env['npm_execpath'] ?? ''
  if (basename(npm) === 'npm-cli.js') await quietly(process.execPath, [npm, ...args], options)
  else await quietly('npm', args, { ...options, shell: process.platform === 'win32' })
}

/** @param {string} path below its packages */
function load(path) {
  return import(pathToFileURL(join(TARGET, 'node_modules', path)).href)
}
