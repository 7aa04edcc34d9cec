/**
 * A Vite plugin that keeps only the styles of library components in use, in the library's order; all of them would be
 * twice the size. Those of the sign-in page come with it, the others later. A build of the scripts alone finds out which
 * components are in use, and where.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIBRARY = '@mantine/core'
const ALL = `@import '${LIBRARY}/styles.layer.css';`
/** In its place in the styles that come later, which `npm run dev` does not need. */
const OTHERS = '/* The styles of the other components. */'
const STYLES = `node_modules/${LIBRARY}/styles`
const ENDING = '.layer.css'
const CLASS_NAME = /\bm_[0-9a-f]{7,8}\b/g
/** Needed by every component and placed before them all. */
const COMMON = ['baseline', 'default-css-variables', 'global']

/** @returns {import('vite').Plugin} */
export function usedStyles() {
  /** @type {import('vite').ResolvedConfig} */
  let config
  /** @type {ReturnType<typeof classNamesInScripts> | undefined} */
  let names
  return {
    name: 'dockside:used-styles',
    apply: 'build',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved
    },
    transform: {
      filter: { id: /\/src\/console\/(later-)?styles\.css$/ },
      handler: async (code, id) => {
        const isLater = id.endsWith('/later-styles.css')
        const place = isLater ? OTHERS : ALL
        if (!code.includes(place)) throw new Error(`${id}: it lacks ${place}`)
        names ??= classNamesInScripts(config)
        const { first, all } = await names
        const parts = readParts(STYLES)
        const now = partsInUse(parts, first)
        const wanted = isLater
          ? partsInUse(parts, all).filter((part) => !now.includes(part))
          : [...COMMON, ...now]
        // The sheet that comes later is placed before the one of the sign-in page, so it has a layer that wins
        // (index.html): a button of the menu overrides what every button has.
        const layer = isLater ? ' layer(later)' : ''
        const imports = wanted.map(
          (part) => `@import '${LIBRARY}/styles/${part}${ENDING}'${layer};`,
        )
        return code.replace(place, imports.join('\n'))
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
  const chunks = files.filter((file) => file.type === 'chunk')
  const namesIn = (/** @type {typeof chunks} */ some) =>
    new Set(some.flatMap(({ code }) => classNames(code)))
  return { first: namesIn(loadedAtOnce(chunks)), all: namesIn(chunks) }
}

/**
 * The entry and what it imports before it runs.
 * @template {{ fileName: string, isEntry: boolean, imports: string[] }} Chunk
 * @param {readonly Chunk[]} chunks
 * @returns {Chunk[]}
 */
export function loadedAtOnce(chunks) {
  const found = new Set(chunks.filter(({ isEntry }) => isEntry))
  for (const { imports } of found)
    for (const chunk of chunks) if (imports.includes(chunk.fileName)) found.add(chunk)
  return [...found]
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
