/** `npm run bench:link`: measures a first visit over a slow link that is throttled, cut, and comes and goes. */
import { join } from 'node:path'
import { ensureDemoBuilt } from '../../demo/build.mjs'
import { ensureBuilt } from '../../../src/run/build.mjs'
import { ensureInstalled } from '../../../src/run/ensure.mjs'
import { ROOT, run } from '../../../src/run/program.mjs'

await run(async () => {
  await ensureInstalled()
  const { runnerImport } = await import('vite')
  await ensureBuilt()
  await ensureDemoBuilt()
  const main = join(ROOT, 'test', 'bench', 'link', 'main.ts')
  const { module } = await runnerImport(main, { root: ROOT, configFile: false, logLevel: 'error' })
  process.exitCode = await module.main()
})
