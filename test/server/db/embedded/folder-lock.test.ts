import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockFolder } from '#server/db/embedded/folder-lock.ts'

let folder: string
let file: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-lock-'))
  file = join(folder, 'server.lock')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

test('a folder has one owner, until it lets go', async () => {
  const lock = await lockFolder(file)
  expect(lock).not.toBeNull()
  expect(await lockFolder(file)).toBeNull()
  lock?.release()
  expect(existsSync(file)).toBe(false)
  expect(await lockFolder(file)).not.toBeNull()
})

test('the lock of a process that lives is respected', async () => {
  const child = await livingProcess()
  writeFileSync(
    file,
    JSON.stringify({ ...(await own()), pid: child.pid, startedAt: startOf(child) }),
  )
  expect(await lockFolder(file)).toBeNull()
})

test('the lock of a process that was killed is taken over at once', async () => {
  const child = await livingProcess()
  const holder = { ...(await own()), pid: child.pid, startedAt: startOf(child) }
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(file, JSON.stringify(holder))
  expect(await lockFolder(file)).not.toBeNull()
})

test('so is one whose number another process has been given since', async () => {
  const child = await livingProcess()
  writeFileSync(file, JSON.stringify({ ...(await own()), pid: child.pid, startedAt: '12345' }))
  expect(await lockFolder(file)).not.toBeNull()
})

test('one from where processes cannot be seen counts while it gives a sign of life', async () => {
  const elsewhere = { ...(await own()), place: 'another container', pid: 1 }
  writeFileSync(file, JSON.stringify(elsewhere))
  // A minute ahead, as this process itself may be kept waiting for longer than the silence that counts.
  const live = (ahead = 60_000): void => utimesSync(file, new Date(), new Date(Date.now() + ahead))
  live()
  const timer = setInterval(live, 50)
  const taken = lockFolder(file, { silenceMs: 300, patienceMs: 700 })
  expect(await taken).toBeNull()
  clearInterval(timer)
  // The last one.
  live(0)
  expect(await lockFolder(file, { silenceMs: 300, patienceMs: 20_000 })).not.toBeNull()
})

test.each(['', 'not JSON', '{}', 'null'])(
  'a lock that nobody can read holds nothing: %j',
  async (text) => {
    writeFileSync(file, text)
    expect(await lockFolder(file)).not.toBeNull()
  },
)

test('of many that want a dead lock one gets it', async () => {
  writeFileSync(file, '{}')
  const locks = await Promise.all(Array.from({ length: 10 }, () => lockFolder(file)))
  expect(locks.filter((lock) => lock !== null)).toHaveLength(1)
})

/** What this process writes into its lock. */
async function own(): Promise<object> {
  const lock = await lockFolder(file)
  const holder: unknown = JSON.parse(readFileSync(file, 'utf8'))
  lock?.release()
  return Object(holder)
}

async function livingProcess(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

function startOf({ pid }: ChildProcess): string | null {
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return null
  return readFileSync(stat, 'utf8').split(') ')[1]?.split(' ')[19] ?? null
}
