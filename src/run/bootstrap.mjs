import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure.mjs'
import { ROOT, run } from './program.mjs'

/**
 * Installs and builds what is missing, then runs a built program in this process, so that signals reach it directly
 * and its exit status is ours.
 * @param {string} program its path in dist
 * @param {() => Promise<void>} [ensureProgram] builds the program when dist does not have it yet
 */
export function launch(program, ensureProgram = async () => {}) {
  return run(async () => {
    await ensureInstalled()
    await ensureBuilt()
    await ensureProgram()
    await import(pathToFileURL(join(ROOT, 'dist', program)).href)
  })
}
