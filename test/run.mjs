/** `npm test`: everything, or only the named steps and test files. The last line is always `N passed, N failed`. */
import { endWithNpm } from '../src/run/end-with-npm.mjs'
import { killAll } from './run/command.mjs'
import { CORES, limitMs } from './run/limits.mjs'
import { countLine, failureLines, stepLine } from './run/print.mjs'
import { chooseSteps, runSteps } from './run/schedule.mjs'
import { filesStep, INSTALL, STEPS } from './run/steps.mjs'

const startedAt = Date.now()

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
  process.once(signal, () => {
    killAll()
    process.exit(1)
  })

endWithNpm()

/** @param {string} line */
function print(line) {
  process.stdout.write(`${line}\n`)
}

async function test() {
  const steps = chooseSteps(STEPS, process.argv.slice(2), filesStep)
  const options = {
    cores: CORES,
    endsAt: startedAt + limitMs('the whole run'),
    now: Date.now,
    onDone: (/** @type {import('./run/schedule.mjs').Done} */ done) => print(stepLine(done)),
  }
  const installed = await runSteps([INSTALL], { ...options, onDone: () => {} })
  const hasPackages = installed.every(({ result }) => result.failures.length === 0)
  const done = hasPackages ? await runSteps(steps, options) : installed
  for (const line of failureLines(done)) print(line)
  print(`\n${Math.round((Date.now() - startedAt) / 1000)} s on Node ${process.versions.node}`)
  return done.map(({ result }) => result)
}

const results = await test().catch((error) => {
  print(error instanceof Error ? error.message : String(error))
  return [{ passed: 0, failures: [error] }]
})
const isGood = results.every(({ failures }) => failures.length === 0)
process.stdout.write(`${countLine(results)}\n`, () => process.exit(isGood ? 0 : 1))
