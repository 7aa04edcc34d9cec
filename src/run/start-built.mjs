/** `npm start` of a release: runs the built server, installs and builds nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './node-version.mjs'
import { UserError, ROOT, run } from './program.mjs'

await run(async () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  checkNode(engines.node)
  if (!existsSync(join(ROOT, 'node_modules')))
    throw new UserError("The packages are missing: run 'npm ci --omit=dev' first.")
  await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href)
})
