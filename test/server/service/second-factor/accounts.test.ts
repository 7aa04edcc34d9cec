/** Which account of the machine may run the command `second-factor`, and with which key file. */
import { appendFileSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { thisMachine } from '#test/support/machine.ts'
import { firstAccount } from '#test/support/server/first-admin.ts'
import { command } from '#test/server/service/second-factor/run-command.ts'

vi.setConfig({ testTimeout: 120_000 })

const { username } = NEWCOMER

let place: string
beforeAll(() => {
  place = mkdtempSync(join(tmpdir(), 'dockside-command-'))
})
afterAll(() => rmSync(place, { recursive: true }))

test('the command reaches a server whose key file ends with the line break of an editor', async () => {
  const env = { PORT: '0', DATA_DIR: join(place, 'edited-key') }
  const first = startBuilt(env)
  await firstAccount(await addressOf(first))
  await end(first)
  appendFileSync(join(env.DATA_DIR, 'secret.key'), '\n')
  const second = startBuilt(env)
  await addressOf(second)
  const { status, said } = await command(env, 'reset', username)
  expect(said).toContain(`The second factor of ${username} is reset.`)
  expect(status).toBe(0)
  await end(second)
})
test.runIf(thisMachine.isRoot)(
  'the command of another account than the one of the server is refused before it writes anything',
  async () => {
    const env = { PORT: '0', DATA_DIR: join(place, 'owned') }
    const server = startBuilt(env)
    await firstAccount(await addressOf(server))
    await end(server)
    const SERVICE = 65_534
    const files = (): string[] =>
      readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' }).toSorted()
    const before = files()
    for (const file of ['', ...before]) chownSync(join(env.DATA_DIR, file), SERVICE, SERVICE)

    expect(await command(env, 'reset', username)).toEqual({
      status: 1,
      said: `Run this command as the account of the server: ${join(env.DATA_DIR, 'database/dockside-mark')} belongs to user ${SERVICE}, and this is user 0. Nothing was changed.\n`,
    })
    expect(files()).toEqual(before)
    const owners = new Set(files().map((file) => statSync(join(env.DATA_DIR, file)).uid))
    expect([...owners]).toEqual([SERVICE])
  },
)

test.runIf(thisMachine.isRoot)(
  'the command of the account that runs the server is carried out in a folder that another account made',
  async () => {
    const env = { PORT: '0', DATA_DIR: join(place, 'mounted') }
    const first = startBuilt(env)
    await firstAccount(await addressOf(first))
    await end(first)
    const files = readdirSync(env.DATA_DIR, { recursive: true, encoding: 'utf8' })
    for (const file of ['', ...files]) chownSync(join(env.DATA_DIR, file), 1000, 1000)
    const second = startBuilt(env)
    await addressOf(second)
    expect((await command(env, 'reset', username)).said).toContain('is reset')
    await end(second)
    expect((await command(env, 'reset', username)).status).toBe(0)
  },
)
