/** `npm run bench`: the console beside its peers, measured in one run (issue 10 adds parts beside the table). */
import { join } from 'node:path'
import { ensureInstalled } from '../../src/run/ensure.mjs'
import { ROOT, run } from '../../src/run/program.mjs'

await run(async () => {
  await ensureInstalled()
  const { runnerImport } = await import('vite')
  const main = join(ROOT, 'test', 'bench', 'main.ts')
  const { module } = await runnerImport(main, { root: ROOT, configFile: false, logLevel: 'error' })
  process.exitCode = await module.main()
})
