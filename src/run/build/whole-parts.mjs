/**
 * A Vite plugin that replaces Vite's helper for lazy chunks with our own `loadPart`. The helper imports at once, and a
 * browser never requests a module again after its import has failed.
 */
import { resolve } from 'node:path'

const VITES_OWN = '\0vite/preload-helper.js'

/**
 * @param {string} file the module that exports `loadPart`, below the root of the project
 * @returns {import('vite').Plugin}
 */
export function wholeParts(file) {
  return {
    name: 'dockside:whole-parts',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === VITES_OWN
        ? `export { loadPart as __vitePreload } from ${JSON.stringify(resolve(file))}`
        : null,
  }
}
