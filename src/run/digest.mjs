/** File digests, stored in stamps: nothing is installed or built twice, and nothing stale is served. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { UserError } from './program.mjs'

/**
 * The digest of a list of texts; their order counts.
 * @param {string[]} texts
 * @returns {string} SHA-256 in hex
 */
export function digestOf(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text)
  return hash.digest('hex')
}

/**
 * The digest of file names and contents. A folder covers all files in it; a missing path changes the digest.
 * @param {string} root
 * @param {string[]} paths relative to root, with `/`
 * @param {string[]} [except] paths to leave out
 * @returns {string} SHA-256 in hex
 */
export function digestFiles(root, paths, except = []) {
  const files = paths.flatMap((path) => filesIn(root, path, except)).sort()
  return digestOf(files.flatMap((path) => [path, readFileSync(join(root, path), 'latin1')]))
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string[]} except
 * @returns {string[]}
 */
function filesIn(root, path, except) {
  const found = except.includes(path)
    ? undefined
    : statSync(join(root, path), { throwIfNoEntry: false })
  if (!found) return []
  if (!found.isDirectory()) return [path]
  return readdirSync(join(root, path)).flatMap((name) => filesIn(root, `${path}/${name}`, except))
}

/**
 * Whether a stamp holds this digest.
 * @param {string} file
 * @param {string} digest
 */
export function hasStamp(file, digest) {
  try {
    return readFileSync(file, 'utf8').trim() === digest
  } catch {
    return false
  }
}

/**
 * Runs work that a stamp vouches for: the stamp is removed while the work runs and written once it succeeded, so
 * interrupted work is repeated. Everyone may read the output and only its owner may change it, whatever the umask:
 * one account may install and build, another run the server.
 * @param {string} file
 * @param {string} digest
 * @param {() => Promise<void>} work
 * @throws {UserError} when this account may not write there
 */
export async function withStamp(file, digest, work) {
  const umask = process.umask(0o022)
  try {
    removeStamp(file)
    await work()
    writeFileSync(file, `${digest}\n`)
  } finally {
    process.umask(umask)
  }
}

/** @param {string} file */
function removeStamp(file) {
  try {
    rmSync(file, { force: true })
  } catch (error) {
    throw new UserError(
      `${dirname(file)} is not up to date, and this account cannot write there ` +
        `(${error instanceof Error ? error.message : String(error)}): run 'npm run build' as its owner.`,
    )
  }
}
