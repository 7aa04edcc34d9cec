import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The version of the sources in a folder: `1.0.0+1a2b3c4` with the commit in a checkout, followed by `-dirty` when
 * files have changed since. Without a checkout, as in an unpacked archive, only the version of package.json.
 * @param {string} root the folder of package.json
 */
export function versionOf(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const commit = commitOf(root)
  return commit === null ? String(version) : `${version}+${commit}`
}

/** @param {string} root */
function commitOf(root) {
  try {
    // An archive may have been unpacked inside another project's checkout.
    if (git(root, 'rev-parse', '--show-prefix') !== '') return null
    return git(root, 'describe', '--always', '--dirty', '--abbrev=7', '--exclude=*')
  } catch {
    return null
  }
}

/**
 * @param {string} root
 * @param {string[]} args
 */
function git(root, ...args) {
  const output = execFileSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return output.trim()
}
