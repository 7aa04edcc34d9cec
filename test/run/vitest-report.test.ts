import { describe, expect, test } from 'vitest'
import { ROOT } from '../../src/run/program.mjs'
import { resultOf } from '#test/run/steps.mjs'
import { readVitestReport } from '#test/run/vitest-report.mjs'

function report(...tests: { fullName: string; status: string; failureMessages?: string[] }[]) {
  const name = `${ROOT}/test/server/sign-in.test.ts`
  const status = tests.some((each) => each.status === 'failed') ? 'failed' : 'passed'
  return { testResults: [{ name, status, message: '', assertionResults: tests }] }
}

describe('readVitestReport', () => {
  test('passed tests are counted', () => {
    const read = readVitestReport(
      report({ fullName: 'one', status: 'passed' }, { fullName: 'two', status: 'passed' }),
    )
    expect(read).toEqual({ passed: 2, failures: [] })
  })

  test('a failed test is named with its file and its message, without colours and the stack of the test runner', () => {
    const message = [
      '\u001b[31mAssertionError\u001b[39m: expected 1 to be 2',
      `    at ${ROOT}/test/server/sign-in.test.ts:9:3`,
      `    at file://${ROOT}/node_modules/@vitest/runner/dist/chunk.js:302:11`,
    ].join('\n')
    const read = readVitestReport(
      report(
        { fullName: 'fine', status: 'passed' },
        { fullName: 'sign-in refuses', status: 'failed', failureMessages: [message] },
      ),
    )
    expect(read.passed).toBe(1)
    expect(read.failures).toEqual([
      {
        name: 'test/server/sign-in.test.ts > sign-in refuses',
        message: 'AssertionError: expected 1 to be 2\n    at test/server/sign-in.test.ts:9:3',
      },
    ])
  })

  test.each(['skipped', 'pending', 'todo', 'disabled'])('a %s test counts as failed', (status) => {
    const read = readVitestReport(
      report({ fullName: 'ran', status: 'passed' }, { fullName: 'left out', status }),
    )
    expect(read.passed).toBe(1)
    expect(read.failures).toHaveLength(1)
    expect(read.failures[0]?.name).toContain('left out')
    expect(read.failures[0]?.message).toContain(`Did not run (${status})`)
  })

  test('a file that fails without a failing test counts once', () => {
    const broken = {
      testResults: [
        {
          name: 'broken.test.ts',
          status: 'failed',
          message: 'cannot import',
          assertionResults: [],
        },
      ],
    }
    const read = readVitestReport(broken)
    expect(read).toEqual({
      passed: 0,
      failures: [{ name: 'broken.test.ts', message: 'cannot import' }],
    })
  })

  test('a project without tests has failed', () => {
    expect(readVitestReport({ testResults: [] }).failures).toHaveLength(1)
  })
})

describe('resultOf a Vitest run', () => {
  const good = report({ fullName: 'one', status: 'passed' })
  const exited = { code: 1, output: 'Unhandled Rejection', timedOut: false }

  test('a run that reports errors outside of tests has failed', () => {
    const result = resultOf('server', exited, good, 1000)
    expect(result.passed).toBe(1)
    expect(result.failures[0]?.message).toMatch(/although no test failed[^]*Unhandled Rejection/)
  })

  test('a run that wrote no report has failed with its output', () => {
    const result = resultOf('server', { ...exited, output: 'out of memory' }, null, 1000)
    expect(result.passed).toBe(0)
    expect(result.failures[0]?.message).toContain('out of memory')
  })

  test('a run that exceeded its time has failed, whatever it had written', () => {
    const result = resultOf('server', { ...exited, code: null, timedOut: true }, good, 90_000)
    expect(result.passed).toBe(0)
    expect(result.failures[0]?.message).toContain('longer than 90 s')
  })

  test('a run that exits with status 0 has passed', () => {
    expect(resultOf('server', { ...exited, code: 0 }, good, 1000).failures).toEqual([])
  })
})
