import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { endWithNpm } from '../../../src/run/end-with-npm.mjs'
import { ROOT } from '../../../src/run/program.mjs'

const MODULE = pathToFileURL(join(ROOT, 'src/run/end-with-npm.mjs')).href

/** Prints that it runs and that it is stopping, and does nothing else. */
const PROGRAM = `
  import { endWithNpm } from '${MODULE}'
  process.once('SIGTERM', () => { console.log('stopping'); clearInterval(living) })
  const living = setInterval(() => undefined, 60_000)
  endWithNpm()
  console.log('up ' + process.pid)`

test('a program ends cleanly when the shell that npm started it in is killed', async () => {
  // Two commands, because with one the shell would replace itself with the program.
  const shell = spawn('sh', ['-c', 'node --input-type=module -e "$PROGRAM"; true'], {
    env: { ...process.env, npm_lifecycle_event: 'start', PROGRAM },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await expect.poll(() => said).toMatch(/^up \d+\n$/)
  const pid = Number(said.slice('up '.length))
  onTestFinished(() => {
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It has ended, as it should.
    }
  })
  shell.kill('SIGKILL')
  // The output closes when the last process that can write to it has ended.
  await once(shell, 'close')
  expect(said).toBe(`up ${String(pid)}\nstopping\n`)
})

test('a program that is shutting down gets no second signal when npm ends as well', () => {
  vi.useFakeTimers()
  vi.stubEnv('npm_lifecycle_event', 'start')
  const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
  let parent = 100
  const ppid = Object.getOwnPropertyDescriptor(process, 'ppid') ?? {}
  Object.defineProperty(process, 'ppid', { configurable: true, get: () => parent })
  const stop = vi.fn<() => void>()
  onTestFinished(() => {
    Object.defineProperty(process, 'ppid', ppid)
    process.off('SIGTERM', stop)
    vi.useRealTimers()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  endWithNpm()
  process.on('SIGTERM', stop)
  parent = 1
  vi.advanceTimersByTime(1_500)
  expect(kill).not.toHaveBeenCalled()
  process.emit('SIGTERM', 'SIGTERM')
  vi.advanceTimersByTime(60_000)
  expect(stop).toHaveBeenCalledTimes(1)
  expect(kill).not.toHaveBeenCalled()
})
