/** `node test/bench/erp/run.mjs`: measures the time and memory of pulling the ERP's largest area. */
import { join } from 'node:path'
import { ensureBuilt } from '../../../src/run/build.mjs'
import { ensureInstalled } from '../../../src/run/ensure.mjs'
import { ROOT, run } from '../../../src/run/program.mjs'

await run(async () => {
  await ensureInstalled()
  await ensureBuilt()
  const { runnerImport } = await import('vite')
  const main = join(ROOT, 'test', 'bench', 'erp', 'main.ts')
  const { module } = await runnerImport(main, { root: ROOT, configFile: false, logLevel: 'error' })
  process.exitCode = await module.main()
})
