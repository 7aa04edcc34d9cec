/** The thread of the embedded database as seen from outside, with misbehaving programs in its place. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Engine } from '#server/db/embedded/engine.ts'
import { createWorkerEngine } from '#server/db/embedded/worker-engine.ts'

/**
 * Answers with its input reversed; 'fail' fails, 'die' ends the thread, 'silent' gets no answer, 'full'
 * reports a full disk.
 */
const ECHO = `
  import { parentPort } from 'node:worker_threads'
  parentPort.on('message', ({ id, batch }) => {
    const text = batch === null ? 'close' : Buffer.from(batch).toString()
    if (text === 'die') process.exit(7)
    if (text === 'throw') throw new Error('something broke')
    if (text === 'silent') return
    if (text === 'full') parentPort.postMessage({ hasRoom: false })
    if (text === 'fail') return parentPort.postMessage({ id, failure: 'it failed' })
    const reply = Uint8Array.from(Buffer.from([...text].reverse().join('')))
    parentPort.postMessage({ id, reply }, [reply.buffer])
  })
  parentPort.postMessage({ id: 0, reply: null })
`

let folder: string
let deaths: string[]
let rooms: boolean[]
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-worker-'))
  deaths = []
  rooms = []
})
afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

test('each answer reaches its caller, with any number of calls at a time', async () => {
  const engine = await open(ECHO)
  const answers = await Promise.all(['abc', 'fail', 'xyz'].map((text) => ask(engine, text)))
  expect(answers).toEqual(['cba', 'it failed', 'zyx'])
  await engine.close()
  expect(deaths).toEqual([])
})

test('a batch is transferred, not copied', async () => {
  const engine = await open(ECHO)
  const batch = Uint8Array.from(Buffer.from('abc'))
  await engine.exec(batch)
  expect(batch.byteLength).toBe(0)
  await engine.close()
})

test.each([
  ['die', 'The embedded database has stopped: its thread ended with 7'],
  ['throw', 'The embedded database has stopped: something broke'],
])(
  'a thread that ends fails pending and later calls, and reports it once: %s',
  async (word, why) => {
    const engine = await open(ECHO)
    const waiting = ask(engine, 'silent')
    expect(await ask(engine, word)).toBe(why)
    expect(await waiting).toBe(why)
    expect(await ask(engine, 'abc')).toBe(why)
    expect(deaths).toEqual([why])
  },
)

test('a database that cannot be opened is an error and not a crash', async () => {
  await expect(open("throw new Error('no database here')")).rejects.toThrow(/^no database here$/)
  await expect(open('process.exit(3)')).rejects.toThrow('its thread ended with 3')
  expect(deaths).toEqual([])
})

test('a thread that reports a full disk keeps running', async () => {
  const engine = await open(ECHO)
  expect(await ask(engine, 'full')).toBe('lluf')
  expect(rooms).toEqual([false])
  await engine.close()
})

test('a thread that does not close is terminated after ten seconds', async () => {
  const engine = await open(ECHO.replace("'close' :", "'silent' :"))
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closed = engine.close()
  await vi.advanceTimersByTimeAsync(10_000)
  await closed
  expect(deaths).toEqual([])
})

function open(program: string): Promise<Engine> {
  const file = join(folder, 'worker.mjs')
  writeFileSync(file, program)
  return createWorkerEngine(
    pathToFileURL(file),
    folder,
    ({ message }) => deaths.push(message),
    (hasRoom) => rooms.push(hasRoom),
  )
}

/** The answer, or the reason why there is none. */
async function ask(engine: Engine, text: string): Promise<string> {
  try {
    return Buffer.from(await engine.exec(Uint8Array.from(Buffer.from(text)))).toString()
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
