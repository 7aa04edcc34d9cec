/** What `npm test` runs: each step with its program and the cores that it keeps busy. */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode } from './command.mjs'
import { limitMs, WORKERS } from './limits.mjs'
import { FORMAT } from './tools.mjs'
import { readVitestReport } from './vitest-report.mjs'

/** @typedef {import('./limits.mjs').Timed} Timed */
/** @typedef {import('./vitest-report.mjs').Result & { note?: string }} StepResult note: what it ran on */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {number} cores how many cores it keeps busy: as many steps run at a time as the machine has cores for
 * @property {string[]} needs steps that must have passed before
 * @property {(remainingMs: number) => Promise<StepResult>} run gives up after remainingMs, or earlier; never rejects
 */

/** A worker waits about half of its time for a database, a browser or a process. */
const CORES_OF_A_WORKER = 0.5

/** Runs before all other steps, and counts only when it fails. It may take long, so its output is shown. */
export const INSTALL = tool('install', 1, ['src/run/ensure.mjs'], { show: true })

/**
 * In the order in which they start. Browser tests start early, and small steps fill the gaps beside them. The large suites
 * come last, each with at least two workers: a single one at the end would leave a core idle.
 * @type {Step[]}
 */
export const STEPS = [
  tool('build', 1, ['src/run/build.mjs']),
  tool('format', 1, [...FORMAT, '--check']),
  tool('lint', 1, ['test/check.mjs', 'lint']),
  // All browser tests share one demo, so a larger machine gives them no more workers.
  vitest('browser', { workers: 2, note: 'announced', needs: ['build'] }),
  vitest('server', {
    workers: Math.max(2, WORKERS),
    note: 'the embedded database',
    needs: ['build'],
  }),
  vitest('server-postgres', { workers: WORKERS, note: 'announced', needs: ['build'] }),
  tool('types', 0.5, ['test/check.mjs', 'typecheck']),
  vitest('house'),
  vitest('guessing', { note: 'the embedded database' }),
  vitest('netsuite'),
  vitest('contract'),
  vitest('console', {
    workers: Math.max(2, WORKERS),
    note: 'announced',
    args: ['console', 'console-rendered', 'console-apart', 'console-parts', 'console-pages'].map(
      (name) => `--project=${name}`,
    ),
  }),
]

const NEED_BUILD = /^test\/?$|^test\/(browser|server)\b/

/**
 * Named test files, in every suite that has them.
 * @param {string[]} paths files or folders, from the root of the project
 * @returns {Step}
 */
export function filesStep(paths) {
  const needs = paths.some((path) => NEED_BUILD.test(path)) ? ['build'] : []
  return vitest('files', { workers: Math.max(2, WORKERS), args: paths, needs })
}

/**
 * A step that passes or fails as a whole.
 * @param {Timed} name
 * @param {number} cores
 * @param {readonly string[]} args
 * @param {{ show?: boolean }} [options]
 * @returns {Step}
 */
function tool(name, cores, args, options) {
  return {
    name,
    cores,
    needs: [],
    run: async (remainingMs) => {
      const timeoutMs = Math.min(remainingMs, limitMs(name))
      const { code, output, timedOut } = await runNode(args, { timeoutMs, ...options })
      if (code === 0) return { passed: 1, failures: [] }
      return failed(name, ending(code, timedOut, timeoutMs), output)
    },
  }
}

/**
 * A run of Vitest. Where it runs on something that the machine provides, its global set-up announces that on a line of
 * its own, `Runs on PostgreSQL 15.18` (test/support/announce.ts), and a suite that should announce it and does not has
 * failed.
 * @param {Timed} name
 * @param {object} [options]
 * @param {number} [options.workers]
 * @param {string[]} [options.args] what it runs; the project of that name if there are none
 * @param {string} [options.note] what it runs on: 'announced' where its set-up has to say so
 * @param {string[]} [options.needs]
 * @returns {Step}
 */
function vitest(name, options = {}) {
  const { workers = 1, args = [`--project=${name}`], note, needs = [] } = options
  return {
    name,
    cores: workers * CORES_OF_A_WORKER,
    needs,
    run: async (remainingMs) => {
      const timeoutMs = Math.min(remainingMs, limitMs(name))
      const report = join(tmpdir(), `dockside-test-${process.pid}-${name}.json`)
      const command = ['node_modules/vitest/vitest.mjs', 'run', '--config=test/vitest.config.ts']
      command.push('--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`)
      command.push('--allowOnly=false', '--passWithNoTests=false', `--maxWorkers=${workers}`)
      const env = { NODE_ENV: 'test' }
      const outcome = await runNode([...command, ...args], { timeoutMs, env })
      const result = resultOf(name, outcome, readReport(report), timeoutMs)
      const announced = [...outcome.output.matchAll(/^Runs on (.+)$/gm)].map(([, what]) => what)
      if (announced.length > 0) return { ...result, note: [...new Set(announced)].join(', ') }
      if (note !== 'announced') return note ? { ...result, note } : result
      const silent = { name, message: 'It did not say what it ran on.' }
      return { passed: result.passed, failures: [...result.failures, silent] }
    },
  }
}

/**
 * The result of a Vitest run, also when it crashed, hung, or reported errors outside of tests.
 * @param {string} project
 * @param {import('./command.mjs').Outcome} outcome
 * @param {import('./vitest-report.mjs').VitestReport | null} report
 * @param {number} timeoutMs
 * @returns {StepResult}
 */
export function resultOf(project, { code, output, timedOut }, report, timeoutMs) {
  if (timedOut || report === null) return failed(project, ending(code, timedOut, timeoutMs), output)
  const result = readVitestReport(report)
  if (code === 0 || result.failures.length > 0) return result
  const reason = `Vitest ended with ${code} although no test failed.`
  return { passed: result.passed, failures: failed(project, reason, output).failures }
}

/**
 * @param {string} name
 * @param {string} reason
 * @param {string} output
 * @returns {StepResult}
 */
function failed(name, reason, output) {
  const tail = output
    .replace(/^\s*\n/, '')
    .trimEnd()
    .split('\n')
    .slice(-60)
    .join('\n')
  return { passed: 0, failures: [{ name, message: `${reason}\n${tail}`.trim() }] }
}

/**
 * @param {number | null} code
 * @param {boolean} timedOut
 * @param {number} timeoutMs
 */
function ending(code, timedOut, timeoutMs) {
  if (timedOut) return `It took longer than ${Math.round(timeoutMs / 1000)} s and was ended.`
  return code === null ? 'It was ended by a signal.' : `It ended with exit status ${code}.`
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  } finally {
    rmSync(file, { force: true })
  }
}
