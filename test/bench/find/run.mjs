/** `node test/bench/find/run.mjs`: measures the index of the box beside MiniSearch and react-admin's search. */
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { ensureInstalled } from '../../../src/run/ensure.mjs'
import { ROOT, run } from '../../../src/run/program.mjs'
import { apart, installApart } from '../../run/install-apart.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const BUILT = join(CACHE, 'find')
const PEERS = apart('find-peers', {
  title: 'the peers of the bench',
  source: 'test/bench/find/peers',
})

await run(async () => {
  await ensureInstalled()
  await installApart(PEERS)
  const { build } = await import('vite')
  // Built as the console is: modules that are loaded one by one run slower.
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: join(ROOT, 'test', 'bench', 'find', 'main.ts'),
      outDir: BUILT,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
  // Memory is compared after a full collection.
  setFlagsFromString('--expose-gc')
  const { resolve } = createRequire(join(PEERS.target, 'package.json'))
  const { default: MiniSearch } = await import(pathToFileURL(resolve('minisearch')).href)
  const { default: fakerest } = await import(pathToFileURL(resolve('ra-data-fakerest')).href)
  const { main } = await import(pathToFileURL(join(BUILT, 'main.mjs')).href)
  const report = await main(MiniSearch, fakerest.default ?? fakerest)
  writeFileSync(join(CACHE, 'find.md'), report)
  process.stdout.write(report)
})
