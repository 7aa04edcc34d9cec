/**
 * A Vite plugin: of the library's styles a build keeps those of the parts in use, in the library's order, because all
 * of them are twice as many. Which parts are in use, a build of the scripts alone tells.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIBRARY = '@mantine/core'
const ALL = `@import '${LIBRARY}/styles.layer.css';`
const STYLES = `node_modules/${LIBRARY}/styles`
const ENDING = '.layer.css'
const CLASS_NAME = /\bm_[0-9a-f]{7,8}\b/g
/** For every part alike, before them all. */
const COMMON = ['baseline', 'default-css-variables', 'global']

/** @returns {import('vite').Plugin} */
export function usedStyles() {
  /** @type {import('vite').ResolvedConfig} */
  let config
  return {
    name: 'dockside:used-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved
    },
    transform: {
      filter: { id: /\/src\/console\/styles\.css$/ },
      handler: async (code) => {
        if (!code.includes(ALL)) throw new Error(`src/console/styles.css: it lacks ${ALL}`)
        const parts = partsInUse(readParts(STYLES), await classNamesInScripts(config))
        const imports = [...COMMON, ...parts].map(
          (part) => `@import '${LIBRARY}/styles/${part}${ENDING}';`,
        )
        return code.replace(ALL, imports.join('\n'))
      },
    },
  }
}

/**
 * The parts whose class names the scripts use.
 * @param {ReadonlyMap<string, readonly string[]>} parts the class names in the styles of each part
 * @param {ReadonlySet<string>} scripts the class names that the scripts use
 * @returns {string[]} in the order of the parts
 */
export function partsInUse(parts, scripts) {
  return [...parts].flatMap(([part, names]) =>
    names.some((name) => scripts.has(name)) ? [part] : [],
  )
}

/**
 * Builds the scripts as the build does that asks, without what only writes files.
 * @param {import('vite').ResolvedConfig} config
 */
async function classNamesInScripts({ root, define }) {
  const [{ build }, { default: react }] = await Promise.all([
    import('vite'),
    import('@vitejs/plugin-react'),
  ])
  const built = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    define: define ?? {},
    plugins: [react(), withoutStyles()],
    build: {
      write: false,
      minify: false,
      reportCompressedSize: false,
      target: 'es2022',
      // Not the page: Vite shares what it makes of a page's own styles between builds, and these lack them.
      rolldownOptions: { input: join(root, 'src/console/main.tsx') },
    },
  })
  const results = Array.isArray(built) ? built : [built]
  const files = results.flatMap((result) => ('output' in result ? result.output : []))
  return new Set(files.flatMap((file) => (file.type === 'chunk' ? classNames(file.code) : [])))
}

/** @returns {import('vite').Plugin} */
function withoutStyles() {
  return {
    name: 'dockside:without-styles',
    enforce: 'pre',
    load: { filter: { id: /\.css$/ }, handler: () => '' },
  }
}

/**
 * The parts with their class names, in the order of the library's whole style sheet.
 * @param {string} folder
 */
function readParts(folder) {
  const whole = readFileSync(`${folder}${ENDING}`, 'utf8')
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => file.slice(0, -ENDING.length))
    .filter((part) => !COMMON.includes(part))
    .map((part) => {
      const styles = readFileSync(join(folder, part + ENDING), 'utf8')
      // Names of animations look like those of classes, and come first in some parts.
      const [first = ''] = /\.m_[0-9a-f]{7,8}\b/.exec(styles) ?? []
      return { part, names: classNames(styles), place: whole.indexOf(first) }
    })
  return new Map(
    parts.toSorted((a, b) => a.place - b.place).map(({ part, names }) => [part, names]),
  )
}

/** @param {string} text */
function classNames(text) {
  return text.match(CLASS_NAME) ?? []
}
