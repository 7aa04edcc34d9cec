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

test('a folder has one owner until it is released', async () => {
  const lock = await lockFolder(file)
  expect(lock).not.toBeNull()
  expect(await lockFolder(file)).toBeNull()
  lock?.release()
  expect(existsSync(file)).toBe(false)
  expect(await lockFolder(file)).not.toBeNull()
})

test('the lock of a living process is respected', async () => {
  const child = await livingProcess()
  writeFileSync(
    file,
    JSON.stringify({ ...(await own()), pid: child.pid, startedAt: startOf(child) }),
  )
  expect(await lockFolder(file)).toBeNull()
})

test('the lock of a killed process is taken over at once', async () => {
  const child = await livingProcess()
  const holder = { ...(await own()), pid: child.pid, startedAt: startOf(child) }
  child.kill('SIGKILL')
  await once(child, 'exit')
  writeFileSync(file, JSON.stringify(holder))
  expect(await lockFolder(file)).not.toBeNull()
})

test('a lock is taken over if its pid now belongs to another process', async () => {
  const child = await livingProcess()
  writeFileSync(file, JSON.stringify({ ...(await own()), pid: child.pid, startedAt: '12345' }))
  expect(await lockFolder(file)).not.toBeNull()
})

test('a lock of an invisible process is respected while it has heartbeats', async () => {
  const elsewhere = { ...(await own()), place: 'another container', pid: 1 }
  writeFileSync(file, JSON.stringify(elsewhere))
  // A minute ahead, because this process itself may be delayed for longer than the timeout.
  const live = (ahead = 60_000): void => utimesSync(file, new Date(), new Date(Date.now() + ahead))
  live()
  const timer = setInterval(live, 50)
  const taken = lockFolder(file, { silenceMs: 300, patienceMs: 700 })
  expect(await taken).toBeNull()
  clearInterval(timer)
  // The last heartbeat.
  live(0)
  expect(await lockFolder(file, { silenceMs: 300, patienceMs: 20_000 })).not.toBeNull()
})

test('a lock of another machine is respected while it has heartbeats, however slow its clock is', async () => {
  writeFileSync(file, JSON.stringify({ ...(await own()), place: 'another host', pid: 1 }))
  let beats = Date.now() - 3_600_000
  const timer = setInterval(() => utimesSync(file, new Date(), new Date((beats += 50))), 50)
  const taken = await lockFolder(file, { silenceMs: 300, patienceMs: 700 })
  clearInterval(timer)
  expect(taken).toBeNull()
})

test('a lock whose time lies ahead is taken over once nothing changes it', async () => {
  writeFileSync(
    file,
    JSON.stringify({ ...(await own()), place: 'before the power failure', pid: 1 }),
  )
  utimesSync(file, new Date(), new Date(Date.now() + 3_600_000))
  expect(await lockFolder(file, { silenceMs: 300, patienceMs: 20_000 })).not.toBeNull()
})

test.each(['', 'not JSON', '{}', 'null'])('an unreadable lock does not count: %j', async (text) => {
  writeFileSync(file, text)
  expect(await lockFolder(file)).not.toBeNull()
})

test('one of many contenders gets a dead lock', async () => {
  writeFileSync(file, '{}')
  const locks = await Promise.all(Array.from({ length: 10 }, () => lockFolder(file)))
  expect(locks.filter((lock) => lock !== null)).toHaveLength(1)
})

/** The content of this process's lock. */
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
