import { expect, test } from 'vitest'
import { countLine, failureLines, stepLine } from '#test/run/print.mjs'
import { chooseSteps, runSteps } from '#test/run/schedule.mjs'
import { filesStep, STEPS } from '#test/run/steps.mjs'

type Step = Parameters<typeof chooseSteps>[0][number]
type Result = Awaited<ReturnType<Step['run']>>

const passed: Result = { passed: 3, failures: [] }
const options = { cores: 2, endsAt: 1000, now: () => 0, onDone: () => {} }

function step(name: string, changes: Partial<Step> = {}): Step {
  return { name, cores: 1, needs: [], run: () => Promise.resolve(passed), ...changes }
}

function choose(steps: Step[], words: string[]): Step[] {
  const files = (paths: string[]) =>
    step(paths.join(' '), { needs: paths.some((path) => path.includes('server')) ? ['build'] : [] })
  return chooseSteps(steps, words, files)
}

test('named steps run with the steps that they need, in the order of the list', () => {
  const steps = [step('build'), step('lint'), step('server', { needs: ['build'] }), step('house')]
  const names = (chosen: Step[]) => chosen.map(({ name }) => name)
  expect(names(choose(steps, ['house', 'server']))).toEqual(['build', 'server', 'house'])
  expect(names(choose(steps, []))).toEqual(['build', 'lint', 'server', 'house'])
  expect(() => choose(steps, ['sever'])).toThrow('No such step: sever. There are build, lint')
})

test('a whole run has the tools, every suite, both databases and the browser', () => {
  expect(chooseSteps(STEPS, [], filesStep).map(({ name }) => name)).toEqual([
    'build',
    'format',
    'lint',
    'browser',
    'server',
    'server-postgres',
    'types',
    'house',
    'guessing',
    'netsuite',
    'contract',
    'console',
  ])
})

test('named test files run last, after the build where they need it', () => {
  const steps = [step('build'), step('lint'), step('house')]
  const names = (words: string[]) => choose(steps, words).map(({ name }) => name)
  expect(names(['test/server/app.test.ts', 'test/console'])).toEqual([
    'build',
    'test/server/app.test.ts test/console',
  ])
  expect(names(['app.test.tsx', 'house'])).toEqual(['house', 'app.test.tsx'])
})

test('a suite that asks for more cores than there are runs alone', async () => {
  let running = 0
  const alone = async () => {
    running += 1
    await new Promise((resolve) => setImmediate(resolve))
    expect(running).toBe(1)
    running -= 1
    return passed
  }
  const steps = [step('a', { cores: 3, run: alone }), step('b', { cores: 1.25, run: alone })]
  const done = await runSteps(steps, { ...options, cores: 1 })
  expect(done.map(({ result }) => result)).toEqual([passed, passed])
})

test('a message that many tests share is printed once, and each test is counted', () => {
  const failures = ['one', 'two', 'three'].map((name) => ({ name, message: 'No Postgres.' }))
  const done = { step: step('server'), tookMs: 1, result: { passed: 0, failures } }
  expect(failureLines([done])).toEqual([
    '',
    'FAIL  server: one',
    '      and 2 more with the same message',
    '      No Postgres.',
  ])
  expect(countLine([done.result])).toBe('0 passed, 3 failed')
})

test('all steps run, and no more cores are in use than there are', async () => {
  let inUse = 0
  const seen: number[] = []
  const busy = (cores: number) => async () => {
    inUse += cores
    seen.push(inUse)
    await new Promise((resolve) => setImmediate(resolve))
    inUse -= cores
    return passed
  }
  const cores = [1, 0.75, 0.5, 2, 0.5, 0.75, 1, 2]
  const steps = cores.map((each, at) => step(`${at}`, { cores: each, run: busy(each) }))
  expect(await runSteps(steps, options)).toHaveLength(8)
  expect(Math.max(...seen)).toBe(2)
  expect(seen.slice(0, 2)).toEqual([1, 1.75])
  expect(seen.filter((each) => each >= 1.75).length).toBeGreaterThan(3)
})

test('a step is not run and counts as failed when a step that it needs has failed', async () => {
  const broken = { passed: 0, failures: [{ name: 'build', message: 'no' }] }
  let ran = false
  const steps = [
    step('build', { run: () => Promise.resolve(broken) }),
    step('browser', {
      needs: ['build'],
      run: () => {
        ran = true
        return Promise.resolve(passed)
      },
    }),
  ]
  const done = await runSteps(steps, options)
  expect(ran).toBe(false)
  expect(done[1]?.result.failures[0]?.message).toBe('Not run, because build failed.')
})

test('a step that throws counts as failed, and so does one with no time left to run', async () => {
  let time = 0
  const steps = [
    step('slow', {
      cores: 2,
      run: () => {
        time = 2000
        return Promise.reject(new Error('it broke'))
      },
    }),
    step('late'),
  ]
  const done = await runSteps(steps, { ...options, now: () => time })
  expect(done.map(({ result }) => result.failures[0]?.message)).toEqual([
    expect.stringContaining('it broke'),
    'Not run, because the whole run took too long.',
  ])
})

test('a run of no steps ends', async () => {
  expect(await runSteps([], options)).toEqual([])
})

test('the lines show result, counts, time, what the step ran on, and failures', () => {
  const failing = {
    step: step('server'),
    tookMs: 1260,
    result: { passed: 4, failures: [{ name: 'a.test.ts > x', message: 'one\ntwo' }] },
  }
  const fine = { step: step('browser'), tookMs: 20, result: { ...passed, note: 'Chromium 1' } }
  expect(stepLine(failing)).toMatch(/^FAIL {2}server +4 passed, 1 failed +1\.3 s$/)
  expect(stepLine(fine)).toMatch(/^ok {4}browser +3 passed, 0 failed +0\.0 s {2}on Chromium 1$/)
  expect(failureLines([fine, failing])).toEqual([
    '',
    'FAIL  server: a.test.ts > x',
    '      one',
    '      two',
  ])
  expect(countLine([failing.result, fine.result])).toBe('7 passed, 1 failed')
})
