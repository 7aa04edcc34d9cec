/**
 * A Vite plugin that keeps only the styles of library components in use, in the library's order; all of them would be
 * twice the size. A build of the scripts alone finds out which components are in use.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIBRARY = '@mantine/core'
const ALL = `@import '${LIBRARY}/styles.layer.css';`
const STYLES = `node_modules/${LIBRARY}/styles`
const ENDING = '.layer.css'
const CLASS_NAME = /\bm_[0-9a-f]{7,8}\b/g
/** Needed by every component and placed before them all. */
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
 * Repeats the calling build for the scripts alone, without the plugins that only write files.
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
      // Not the page: Vite shares the styles of a page between builds, and here they are missing.
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
      // Names of animations look like class names and come first in some files.
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
