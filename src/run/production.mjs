/** What the built server needs at run time: its packages and their part of the lockfile. */

/** @typedef {Record<string, string>} Versions */
/**
 * @typedef {object} LockedPackage
 * @property {Versions} [dependencies]
 * @property {Versions} [optionalDependencies]
 * @property {Versions} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

const IMPORT = /\b(?:from|import)\s*\(?\s*["'`]([^."'`][^"'`]*)["'`]/g

/**
 * Picks the packages that the programs import.
 * @param {string[]} texts the programs
 * @param {Versions} known what package.json depends on
 * @returns {Versions} those in use, with their versions
 */
export function importedPackages(texts, known) {
  const asked = texts.flatMap((text) => [...text.matchAll(IMPORT)].map(([, what = '']) => what))
  return Object.fromEntries(
    Object.entries(known).filter(([name]) =>
      asked.some((what) => what === name || what.startsWith(`${name}/`)),
    ),
  )
}

/**
 * The part of a lockfile that some packages need, with their dependencies.
 * @param {Record<string, LockedPackage>} packages by their paths, as in package-lock.json
 * @param {string[]} names
 * @returns {Record<string, LockedPackage>} in the order of the lockfile
 */
export function closureOf(packages, names) {
  const needed = new Set()
  /**
   * @param {string} from path of the package that asks
   * @param {string} name
   * @param {boolean} isOptional
   */
  const add = (from, name, isOptional) => {
    const path = foundFrom(packages, from, name)
    if (path === null && isOptional) return
    if (path === null) throw new Error(`package-lock.json does not have ${name} for ${from}`)
    if (needed.has(path)) return
    needed.add(path)
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } =
      packages[path] ?? {}
    for (const each of Object.keys(dependencies ?? {})) add(path, each, false)
    for (const each of Object.keys(optionalDependencies ?? {})) add(path, each, true)
    // An optional peer is no reason to install it.
    for (const each of Object.keys(peerDependencies ?? {}))
      if (!peerDependenciesMeta?.[each]?.optional) add(path, each, false)
  }
  for (const name of names) add('', name, false)
  return Object.fromEntries(Object.entries(packages).filter(([path]) => needed.has(path)))
}

/**
 * The path at which Node resolves a package from another one.
 * @param {Record<string, LockedPackage>} packages
 * @param {string} from
 * @param {string} name
 * @returns {string | null}
 */
function foundFrom(packages, from, name) {
  for (let folder = from; ; folder = folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, '')) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`
    if (packages[path]) return path
    if (folder === '') return null
  }
}
