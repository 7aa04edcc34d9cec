/**
 * A Vite plugin: parts that come later are loaded by a function of our own, `loadPart`, in the place of Vite's
 * helper. That one imports at once, and what a browser could not import once it never asks for again.
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
