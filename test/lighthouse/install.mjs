/** Lighthouse, installed apart from the packages of the project because some of its dependencies ask for 'latest'. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { apart, installApart } from '../run/install-apart.mjs'

const LIGHTHOUSE = apart('lighthouse', { title: 'Lighthouse', source: 'test/lighthouse' })

/**
 * Installs Lighthouse when it is missing or outdated.
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
