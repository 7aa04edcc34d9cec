/** `npm start` of a release: the built server. It installs and builds nothing. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode } from './node-version.mjs'
import { Refusal, ROOT, run } from './program.mjs'

await run(async () => {
  const { engines } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  checkNode(engines.node)
  if (!existsSync(join(ROOT, 'node_modules')))
    throw new Refusal("The packages are missing: run 'npm ci --omit=dev' first.")
  await import(pathToFileURL(join(ROOT, 'dist', 'server', 'main.js')).href)
})
