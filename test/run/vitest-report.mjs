import { ROOT } from '../../src/run/program.mjs'
import { plain } from './command.mjs'

/** @typedef {{ name: string, message: string }} Failure */
/** @typedef {{ passed: number, failures: Failure[] }} Result */
/** @typedef {{ fullName: string, status: string, failureMessages?: string[] | null }} TestReport */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: TestReport[] }} FileReport */
/** @typedef {{ testResults: FileReport[] }} VitestReport the parts of the output of `--reporter=json` that are read here */

const MESSAGE_LINES = 20

/**
 * Counts the tests in Vitest's report. A test that did not run (skipped, todo, left out by an `only`) counts as failed,
 * and so does a project without tests.
 * @param {VitestReport} report
 * @returns {Result}
 */
export function readVitestReport(report) {
  const files = report.testResults
  const tests = files.flatMap((file) => file.assertionResults.map((test) => ({ file, test })))
  /** @type {Failure[]} */
  const failures = tests.flatMap(({ file, test }) => failureOfTest(file, test))
  failures.push(...files.flatMap(failureOfFile))
  if (tests.length === 0 && failures.length === 0)
    failures.push({ name: 'no tests', message: 'Not one test was found.' })
  return { passed: tests.filter(({ test }) => test.status === 'passed').length, failures }
}

/**
 * @param {FileReport} file
 * @param {TestReport} test
 * @returns {Failure[]}
 */
function failureOfTest(file, test) {
  if (test.status === 'passed') return []
  const name = `${pathOf(file)} > ${test.fullName.trim()}`
  if (test.status !== 'failed')
    return [{ name, message: `Did not run (${test.status}). Every test must run.` }]
  return [{ name, message: shorten((test.failureMessages ?? []).join('\n')) }]
}

/**
 * A file can fail although none of its tests does, for example when an import or a set-up hook throws.
 * @param {FileReport} file
 * @returns {Failure[]}
 */
function failureOfFile(file) {
  const isExplained = file.assertionResults.some((test) => test.status === 'failed')
  if (file.status !== 'failed' || isExplained) return []
  return [{ name: pathOf(file), message: shorten(file.message ?? '') }]
}

/** @param {FileReport} file */
function pathOf(file) {
  return file.name.startsWith(ROOT) ? file.name.slice(ROOT.length + 1) : file.name
}

/**
 * The message without colours, without the project's folder and without stack frames of the test runner.
 * @param {string} message
 */
function shorten(message) {
  const lines = plain(message).replaceAll(`${ROOT}/`, '').trim().split('\n')
  const own = lines.filter((line) => !/^\s+at (.*node_modules|new Promise)/.test(line))
  return own.slice(0, MESSAGE_LINES).join('\n')
}
