/** `node test/bench/memory/run.mjs`: measures what a tab with a long list and its device hold after an hour. */
import { join } from 'node:path'
import { ensureBuilt } from '../../../src/run/build.mjs'
import { ensureInstalled } from '../../../src/run/ensure.mjs'
import { ROOT, run } from '../../../src/run/program.mjs'

await run(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { runnerImport } = await import('vite')
  const main = join(ROOT, 'test', 'bench', 'memory', 'main.ts')
  const { module } = await runnerImport(main, { root: ROOT, configFile: false, logLevel: 'error' })
  await module.main()
})
