import { UserError } from './program.mjs'

/** A version of Node: major, then minor. @typedef {[major: number, minor: number]} Release */

/**
 * Fails when this Node is too old.
 * @param {string} required the range in package.json
 * @throws {UserError} when this Node is not in it
 */
export function checkNode(required) {
  const needed = neededInstead(process.versions.node, required)
  if (needed === null) return
  throw new UserError(
    `Dockside needs Node ${needed} or newer; this is Node ${process.versions.node}. ` +
      'Install a newer one from nodejs.org and try again.',
  )
}

/**
 * The release to use instead of a Node version, or null when the version is accepted. Reads the forms that `engines`
 * uses here: `^major.minor` for one line and `>=major.minor` for that release and later ones, joined by `||`.
 * @param {string} version such as `20.19.1` or `v20.19.1`
 * @param {string} required such as `^20.19.0 || >=22.13.0`
 * @returns {string | null} the next accepted release, such as `22.13`
 */
export function neededInstead(version, required) {
  const present = /^v?(\d+)\.(\d+)/.exec(version)
  const ranges = required.split('||').map((range) => /^\s*(\^|>=)\s*(\d+)\.(\d+)/.exec(range))
  if (!present || ranges.some((range) => range === null))
    throw new Error(`Cannot compare Node '${version}' with '${required}'`)
  const own = releaseOf(present, 1)
  const known = ranges.flatMap((range) =>
    range ? [{ isOneLine: range[1] === '^', least: releaseOf(range, 2) }] : [],
  )
  const isMet = known.some(
    ({ isOneLine, least }) => compare(own, least) >= 0 && (!isOneLine || own[0] === least[0]),
  )
  if (isMet) return null
  const [next] = known
    .map(({ least }) => least)
    .filter((least) => compare(least, own) > 0)
    .sort(compare)
  if (!next) throw new Error(`No Node that '${required}' allows is newer than ${version}`)
  return next.join('.')
}

/**
 * @param {RegExpExecArray} match
 * @param {number} at the group that holds the major number, before that of the minor one
 * @returns {Release}
 */
function releaseOf(match, at) {
  return [Number(match[at]), Number(match[at + 1])]
}

/**
 * @param {Release} a
 * @param {Release} b
 */
function compare(a, b) {
  return a[0] - b[0] || a[1] - b[1]
}
