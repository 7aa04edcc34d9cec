/** `npm run bench`: the console's table beside its peers, then pulls from the ERP, in one run. */
import { join } from 'node:path'
import { ensureBuilt } from '../../src/run/build.mjs'
import { ensureInstalled } from '../../src/run/ensure.mjs'
import { ROOT, run } from '../../src/run/program.mjs'

await run(async () => {
  await ensureInstalled()
  const { runnerImport } = await import('vite')
  /** @param {string[]} path */
  const part = async (...path) => {
    const file = join(ROOT, 'test', 'bench', ...path)
    const { module } = await runnerImport(file, {
      root: ROOT,
      configFile: false,
      logLevel: 'error',
    })
    return module.main()
  }
  const table = await part('main.ts')
  process.exitCode = table
  // A run for some figures of the table is about these alone.
  if (process.env['BENCH_ONLY']) return
  await ensureBuilt()
  process.exitCode = Math.max(table, await part('erp', 'main.ts'))
})
