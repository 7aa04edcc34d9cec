/** `node test/bench/changes/run.mjs`: measures a refresh against the number of changed rows. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureInstalled } from '../../../src/run/ensure.mjs'
import { ROOT, run } from '../../../src/run/program.mjs'

const CACHE = join(ROOT, 'node_modules', '.cache', 'dockside', 'bench')
const BUILT = join(CACHE, 'changes')

await run(async () => {
  await ensureInstalled()
  const { build } = await import('vite')
  // Built as the console is: modules that are loaded one by one run slower.
  await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    build: {
      ssr: join(ROOT, 'test', 'bench', 'changes', 'main.ts'),
      outDir: BUILT,
      emptyOutDir: true,
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  })
  const { main } = await import(pathToFileURL(join(BUILT, 'main.mjs')).href)
  const report = await main()
  // Stored from here, because the built module does not know where the project is.
  writeFileSync(join(CACHE, 'changes.md'), report)
  process.stdout.write(report)
})
