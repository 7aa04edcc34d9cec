import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './ensure.mjs'
import { ROOT, run } from './program.mjs'

/**
 * Installs and builds what is missing, then becomes a built program: it runs in this process, so that signals reach it
 * directly and its exit status is this one's.
 * @param {string} program file name in dist/server
 */
export function become(program) {
  return run(async () => {
    await ensureInstalled()
    await ensureBuilt()
    await import(pathToFileURL(join(ROOT, 'dist', 'server', program)).href)
  })
}
