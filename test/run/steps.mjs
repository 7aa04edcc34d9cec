/** What `npm test` goes through: each step with the program that does it, its time limit, and what it shares the machine with. */
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runNode } from './command.mjs'
import { FORMAT } from './tools.mjs'
import { readVitestReport } from './vitest-report.mjs'

/** @typedef {import('./vitest-report.mjs').Result & { note?: string }} StepResult note: what it ran on */
/**
 * @typedef {object} Step
 * @property {string} name
 * @property {number} cores how much of two cores it keeps busy: as many steps run at a time as two are enough for
 * @property {string[]} needs steps that must have passed before
 * @property {(limitMs: number) => Promise<StepResult>} run gives up after limitMs, or earlier; never rejects
 */

const MINUTE_MS = 60_000

/** Comes before all others, and counts only when it fails. It may take long, so it says so. */
export const INSTALL = tool('install', 8, 1, ['src/run/ensure.mjs'], { show: true })

/**
 * In the order in which they begin: what waits much early and side by side (stories, processes that start, locks),
 * what takes little beside their ends, and last what keeps both cores busy, beside one suite at most.
 * @type {Step[]}
 */
export const STEPS = [
  tool('build', 3, 1, ['src/run/build.mjs']),
  tool('format', 1, 1, [...FORMAT, '--check']),
  tool('lint', 3, 1, ['test/check.mjs', 'lint']),
  vitest('browser', 12, { cores: 0.75, workers: 2, on: 'announced', needs: ['build'] }),
  vitest('server', 14, { cores: 0.75, on: 'the embedded database', needs: ['build'] }),
  vitest('server-postgres', 12, { cores: 0.5, on: 'announced', needs: ['build'] }),
  tool('types', 3, 0.5, ['test/check.mjs', 'typecheck']),
  vitest('house', 3, { cores: 0.5 }),
  vitest('guessing', 2, { cores: 0.5, on: 'the embedded database' }),
  vitest('netsuite', 2, { cores: 0.5 }),
  vitest('contract', 2, { cores: 0.5 }),
  vitest('console', 10, {
    cores: 1.25,
    workers: 2,
    projects: ['console', 'console-parts', 'console-pages'],
    on: 'announced',
  }),
]

/**
 * A step that passes or fails as a whole.
 * @param {string} name
 * @param {number} minutes
 * @param {number} cores
 * @param {readonly string[]} args
 * @param {{ show?: boolean }} [options]
 * @returns {Step}
 */
function tool(name, minutes, cores, args, options) {
  return {
    name,
    cores,
    needs: [],
    run: async (limitMs) => {
      const timeoutMs = Math.min(limitMs, minutes * MINUTE_MS)
      const { code, output, timedOut } = await runNode(args, { timeoutMs, ...options })
      if (code === 0) return { passed: 1, failures: [] }
      return failed(name, ending(code, timedOut, timeoutMs), output)
    },
  }
}

/**
 * A Vitest project, or several that share the workers. Where it runs on something that the machine provides, its
 * global set-up announces that on a line of its own, `Runs on PostgreSQL 15.18` (test/support/announce.ts): a suite
 * that cannot say what it ran on has failed.
 * @param {string} name
 * @param {number} minutes
 * @param {{ cores: number, projects?: string[], workers?: number, on?: string, needs?: string[] }} options
 * @returns {Step}
 */
function vitest(name, minutes, { cores, projects = [name], workers = 1, on, needs = [] }) {
  return {
    name,
    cores,
    needs,
    run: async (limitMs) => {
      const timeoutMs = Math.min(limitMs, minutes * MINUTE_MS)
      const report = join(tmpdir(), `dockside-test-${process.pid}-${name}.json`)
      const args = ['node_modules/vitest/vitest.mjs', 'run', '--config=test/vitest.config.ts']
      args.push(...projects.map((project) => `--project=${project}`))
      args.push('--reporter=verbose', '--reporter=json', `--outputFile.json=${report}`)
      args.push('--allowOnly=false', '--passWithNoTests=false', `--maxWorkers=${workers}`)
      const outcome = await runNode(args, { timeoutMs, env: { NODE_ENV: 'test' } })
      const result = resultOf(name, outcome, readReport(report), timeoutMs)
      const announced = /^Runs on (.+)$/m.exec(outcome.output)?.[1]
      if (on !== 'announced') return on ? { ...result, note: on } : result
      if (announced) return { ...result, note: announced }
      const silent = { name, message: 'It did not say what it ran on.' }
      return { passed: result.passed, failures: [...result.failures, silent] }
    },
  }
}

/**
 * What a Vitest run amounts to, also when it crashed, hung, or reported errors outside of tests.
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
