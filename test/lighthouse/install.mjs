/** Lighthouse, beside the packages of the project: its own ask for 'latest' ones, which no lockfile of ours shall. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apart, installApart } from '../run/install-apart.mjs'

const LIGHTHOUSE = apart('lighthouse', { title: 'Lighthouse', source: 'test/lighthouse' })

/**
 * Installs it when it is missing or another.
 * @returns {Promise<{ lighthouse: Function, desktopConfig: object, puppeteer: any }>}
 */
export async function ensureLighthouse() {
  await installApart(LIGHTHOUSE)
  const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js')
  const { default: puppeteer } = await load('puppeteer-core/lib/esm/puppeteer/puppeteer-core.js')
  return { lighthouse, desktopConfig, puppeteer }
}

/** @param {string} path below its packages */
function load(path) {
  return import(pathToFileURL(join(LIGHTHOUSE.target, 'node_modules', path)).href)
}
