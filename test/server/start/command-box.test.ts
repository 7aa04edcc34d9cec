/** Commands that are handed to a running server through its data folder. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Context } from '#server/context.ts'
import { openSealers, sealerWith } from '#server/auth/seal.ts'
import { openLog } from '#server/log.ts'
import { askServerToReset, serveCommands } from '#server/start/command-box.ts'
import { testApp } from '#test/support/server/app.ts'
import { anAdmin } from '#test/support/people.ts'

let folder: string
let context: Context
let logged: string[]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dockside-box-'))
  logged = []
  const server = await testApp()
  const log = openLog('info', { write: (line) => void logged.push(line) })
  context = {
    ...server.context,
    now: Date.now,
    env: { ...server.context.env, dataDir: folder },
    log,
  }
})
afterEach(() => rmSync(folder, { recursive: true }))

const ask = () => askServerToReset({ dataDir: folder, seal: context.seal }, 'ada')

test('a command is carried out once, and leaves the box empty', async () => {
  await anAdmin(context, { username: 'ada' })
  onTestFinished(serveCommands(context))
  expect(await ask()).toMatchObject({ isDone: true })
  expect(readdirSync(join(folder, 'commands'))).toEqual([])
})

test('a command sealed with the line break of the key file reaches a server whose key is the text without it', async () => {
  const key = 'the key of the first start, long enough'
  writeFileSync(join(folder, 'secret.key'), `${key}\n`)
  const env = { ...context.env, secretKey: null }
  const running = { ...context, env, seal: sealerWith(key) }
  await anAdmin(running, { username: 'ada' })
  onTestFinished(serveCommands(running))
  const [seal] = await openSealers(env)
  const asked = askServerToReset({ dataDir: folder, seal }, 'ada')
  expect(await asked).toMatchObject({ isDone: true })
})

test('a box that cannot be used is named by the command, in a sentence', async () => {
  // A file in its place, because root may use any folder.
  writeFileSync(join(folder, 'commands'), '')
  await expect(ask()).rejects.toThrow(
    `The folder ${join(folder, 'commands')} cannot be used (EEXIST): it must be a folder of the account that runs the server. Remove it and try again.`,
  )
})

test('a box that fails for another reason than its account is reported with that reason', async () => {
  symlinkSync('commands', join(folder, 'commands'))
  await expect(ask()).rejects.toThrow(/^DATA_DIR must be .* \(ELOOP\)\.$/)
})

test('a box that cannot be read is logged once, and works again once it is gone', async () => {
  await anAdmin(context, { username: 'ada' })
  const box = join(folder, 'commands')
  writeFileSync(box, '')
  let looks = 0
  const watched = {
    ...context.env,
    get dataDir() {
      looks += 1
      return folder
    },
  }
  onTestFinished(serveCommands({ ...context, env: watched }))
  // Each look begins after the one before has ended.
  await expect.poll(() => looks).toBeGreaterThan(2)
  expect(logged).toEqual([
    expect.stringContaining('a command from the terminal could not be carried out'),
  ])
  rmSync(box)
  expect(await ask()).toMatchObject({ isDone: true })
})

test('a command that cannot be read does not hold up the next one', async () => {
  await anAdmin(context, { username: 'ada' })
  const box = join(folder, 'commands')
  // A folder in place of a file, because root may read any file.
  mkdirSync(join(box, '0.request'), { recursive: true })
  onTestFinished(serveCommands(context))
  expect(await ask()).toMatchObject({ isDone: true })
})

describe('with a mail server that takes its time', () => {
  let clock: number
  let sendsMail: () => void
  /** Asks, and lets the time of a command pass while the server waits for the mail server. */
  async function askAndWait() {
    await anAdmin(context, { username: 'ada' })
    clock = Date.now()
    const looks = vi.spyOn(Date, 'now').mockImplementation(() => clock)
    onTestFinished(() => looks.mockRestore())
    const sending = new Promise<() => void>((begun) => {
      const send = () => new Promise<void>((sent) => begun(sent))
      onTestFinished(serveCommands({ ...context, now: () => clock, mail: { send } }))
    })
    const asked = ask()
    sendsMail = await sending
    const looked = async (times: number): Promise<void> => {
      await expect.poll(() => looks.mock.calls.length).toBeGreaterThan(times)
    }
    const passes = async (ms: number): Promise<void> => {
      clock += ms
      await Promise.race([asked, looked(looks.mock.calls.length + 2)])
    }
    await passes(31_000)
    return { asked, passes }
  }

  test('a command that the server has taken is still awaited after its 30 seconds', async () => {
    const { asked } = await askAndWait()
    sendsMail()
    expect(await asked).toMatchObject({ isDone: true })
    expect(readdirSync(join(folder, 'commands'))).toEqual([])
  })

  test('a command that the server has taken and not finished may have been carried out, and the terminal says so', async () => {
    const { asked, passes } = await askAndWait()
    await passes(100_000)
    expect(await asked).toEqual({
      isDone: false,
      sentence:
        'The server accepted the command but did not report a result. Sign in with the password: if you are asked to set up a new second factor, the reset worked. Otherwise run the command again.',
    })
    sendsMail()
    await expect.poll(() => logged.join()).toContain('was carried out')
    expect(readdirSync(join(folder, 'commands'))).toEqual([])
  })
})
