import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from '../../src/run/program.mjs'

const MODULE = pathToFileURL(join(ROOT, 'src/run/end-with-npm.mjs')).href

/** Says that it runs, that it is stopping, and what it does meanwhile: nothing. */
const PROGRAM = `
  import { endWithNpm } from '${MODULE}'
  process.once('SIGTERM', () => { console.log('stopping'); clearInterval(living) })
  const living = setInterval(() => undefined, 60_000)
  endWithNpm()
  console.log('up ' + process.pid)`

test('a program ends cleanly when the shell that npm started it in is killed', async () => {
  // Two commands, or the shell would become the program.
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
      // It has ended, as it shall.
    }
  })
  shell.kill('SIGKILL')
  // Its output closes when the last process that could write it has ended.
  await once(shell, 'close')
  expect(said).toBe(`up ${String(pid)}\nstopping\n`)
})
