import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { digestOf } from '../../../src/run/digest.mjs'
import { withLock } from '../../../src/run/lock.mjs'
import { ROOT } from '../../../src/run/program.mjs'
import { temporaryFolder } from '#test/run/temporary-folder.ts'

const LOCK = pathToFileURL(join(ROOT, 'src/run/lock.mjs')).href

function lockFile(root: string): string {
  return join(tmpdir(), `dockside-work-${digestOf([root]).slice(0, 16)}.lock`)
}

test('several processes do the work one after the other', async () => {
  const root = temporaryFolder()
  const log = join(root, 'log')
  const program = `
    import { spawnSync } from 'node:child_process'
    import { appendFileSync } from 'node:fs'
    import { withLock } from '${LOCK}'
    for (let round = 0; round < 3; round += 1)
      await withLock(${JSON.stringify(root)}, 'work', async () => {
        appendFileSync(${JSON.stringify(log)}, 'in ')
        spawnSync(process.execPath, ['-e', ''])
        appendFileSync(${JSON.stringify(log)}, 'out ')
      })`
  const ends = [1, 2, 3].map(async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: 'ignore',
    })
    expect(await once(child, 'exit')).toEqual([0, null])
  })
  await Promise.all(ends)
  expect(readFileSync(log, 'utf8')).toBe('in out '.repeat(9))
})

test('a lock whose process was killed is taken over', async () => {
  const root = temporaryFolder()
  const dead = spawn(process.execPath, ['-e', ''])
  await once(dead, 'exit')
  writeFileSync(lockFile(root), String(dead.pid))
  let worked = false
  await withLock(root, 'work', async () => void (worked = true))
  expect(worked).toBe(true)
})

test('a process waits for a lock whose owner lives, and names the lock when it gives up', async () => {
  const root = temporaryFolder()
  const alive = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  onTestFinished(() => {
    alive.kill()
    rmSync(lockFile(root), { force: true })
  })
  writeFileSync(lockFile(root), String(alive.pid))
  const work = withLock(root, 'work', () => Promise.reject(new Error('not its turn')), 0)
  await expect(work).rejects.toThrow(`delete ${lockFile(root)}.`)
})

test('no lock file stays behind when the work fails', async () => {
  const root = temporaryFolder()
  const work = withLock(root, 'work', () => Promise.reject(new Error('failed')))
  await expect(work).rejects.toThrow('failed')
  expect(existsSync(lockFile(root))).toBe(false)
  const prefix = lockFile(root).slice(tmpdir().length + 1)
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith(prefix))).toEqual([])
})
