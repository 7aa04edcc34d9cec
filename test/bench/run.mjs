/** `npm run bench`: compares the console's table and the server with their peers, then measures pulls from the ERP. */
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
  await ensureBuilt()
  const measured = await part('main.ts')
  process.exitCode = measured
  // A run for some figures or parts measures nothing else.
  if (process.env['BENCH_ONLY']) return
  process.exitCode = Math.max(measured, await part('erp', 'main.ts'))
})
