/** `npm run lint`, `npm run typecheck` and `npm run format`: one tool with its own output and exit status. */
import { spawn } from 'node:child_process'
import { ensureInstalled } from '../src/run/ensure.mjs'
import { Refusal, ROOT, run } from '../src/run/program.mjs'
import { FORMAT, LINT, TYPECHECK } from './run/tools.mjs'

/** @type {Readonly<Record<string, readonly string[]>>} */
const TOOLS = { lint: LINT, typecheck: TYPECHECK, format: FORMAT }

await run(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  const tool = TOOLS[name]
  if (!tool) throw new Refusal(`There is no '${name}': choose ${Object.keys(TOOLS).join(', ')}.`)
  await ensureInstalled()
  const child = spawn(process.execPath, [...tool, ...args], { cwd: ROOT, stdio: 'inherit' })
  process.exitCode = await new Promise((resolve) => {
    child.on('exit', (code) => resolve(code ?? 1))
  })
})
