/** Fingerprints of files, kept in stamps, so that nothing is installed or built twice, nor stale things served. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Refusal } from './program.mjs'

/**
 * A fingerprint of texts in their order.
 * @param {string[]} texts
 * @returns {string} SHA-256 in hex
 */
export function digestOf(texts) {
  const hash = createHash('sha256')
  for (const text of texts) hash.update(`${Buffer.byteLength(text)}:`).update(text)
  return hash.digest('hex')
}

/**
 * A fingerprint of names and contents of files. A folder stands for all files in it; what is missing counts as missing.
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
 * Whether a stamp holds this fingerprint.
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
 * Does work that a stamp vouches for: the stamp is gone while the work runs and comes back when it ended well.
 * So work that was broken off is done again. What it leaves is for everybody to read and for its owner alone to change,
 * whatever the umask: one account may install and build, and another run the server.
 * @param {string} file
 * @param {string} digest
 * @param {() => Promise<void>} work
 * @throws {Refusal} when this account may not write there
 */
export async function stamped(file, digest, work) {
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
    throw new Refusal(
      `${dirname(file)} is not up to date, and this account cannot write there ` +
        `(${error instanceof Error ? error.message : String(error)}): run 'npm run build' as its owner.`,
    )
  }
}
