import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runNode } from '#test/run/command.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

const FOREVER = 'setInterval(() => {}, 1000)'

test('runNode returns the exit status and both outputs, without colours', async () => {
  const program = `process.stdout.write('\\u001b[31mout'); process.stderr.write('err'); process.exitCode = 3`
  const outcome = await runNode(['-e', program], { timeoutMs: 20_000 })
  expect(outcome.code).toBe(3)
  expect(outcome.timedOut).toBe(false)
  expect([outcome.output.includes('out'), outcome.output.includes('err')]).toEqual([true, true])
  expect(outcome.output).not.toContain('\u001b')
})

test('runNode ends a command that hangs', async () => {
  const outcome = await runNode(['-e', FOREVER], { timeoutMs: 300 })
  expect(outcome).toEqual({ code: null, output: '', timedOut: true })
})

test('a process that a command leaves behind is ended and does not delay the result', async () => {
  const file = join(temporaryFolder(), 'pid')
  const program = `
    const child = require('node:child_process').spawn(process.execPath, ['-e', '${FOREVER}'], { stdio: 'inherit' })
    require('node:fs').writeFileSync(${JSON.stringify(file)}, String(child.pid))
    child.unref()`
  const outcome = await runNode(['-e', program], { timeoutMs: 20_000 })
  expect(outcome.code).toBe(0)
  const leftBehind = Number(readFileSync(file, 'utf8'))
  await expect.poll(() => isRunning(leftBehind)).toBe(false)
})

/** In a container an orphan may stay a zombie, because no process reads its exit status. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !existsSync('/proc') || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
