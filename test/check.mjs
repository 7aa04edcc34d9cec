/** `npm run lint`, `npm run typecheck` and `npm run format`: the tools with their own output and exit status. */
import { spawn } from 'node:child_process'
import { ensureInstalled } from '../src/run/ensure.mjs'
import { UserError, ROOT, run } from '../src/run/program.mjs'
import { FORMAT, lint, typechecks } from './run/tools.mjs'

/** @type {Readonly<Record<string, () => string[][]>>} */
const TOOLS = { lint: () => [lint()], typecheck: typechecks, format: () => [FORMAT] }

await run(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const tool = TOOLS[name]
  if (!tool) throw new UserError(`There is no '${name}': choose ${Object.keys(TOOLS).join(', ')}.`)
  await ensureInstalled()
  for (const command of tool()) {
    process.exitCode = await runTool([...command, ...args])
    if (process.exitCode !== 0) return
  }
})

/**
 * @param {string[]} args
 * @returns {Promise<number>} the exit status
 */
function runTool(args) {
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
  return new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1))
  })
}
