/** Back up, destroy, restore, sign in: the data folder of the embedded database as the README says (Going live). */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { addressOf, end, startBuilt } from '#test/support/built-server.ts'
import { ask, firstAccount } from '#test/support/first-admin.ts'
import { NEWCOMER } from '#test/support/newcomer.ts'

vi.setConfig({ testTimeout: 180_000 })

const PERIOD_MS = 30_000

test('a copy of the data folder of a stopped server has everything it had acknowledged', async () => {
  const place = mkdtempSync(join(tmpdir(), 'dockside-backup-'))
  const data = join(place, 'data')
  const backup = join(place, 'backup')

  const first = startBuilt({ PORT: '0', DATA_DIR: data })
  const { secret } = await firstAccount(await addressOf(first))
  await end(first)
  cpSync(data, backup, { recursive: true })
  rmSync(data, { recursive: true })
  cpSync(backup, data, { recursive: true })

  const second = startBuilt({ PORT: '0', DATA_DIR: data })
  const address = await addressOf(second)
  const { username, password } = NEWCOMER
  const login = await ask(address, endpoints.login, { body: { username, password } })
  // The second factor is sealed with the key of the folder, and the code of this moment is used up.
  const opened = await ask(address, endpoints.twoFactorLogin, {
    token: String(login.body['access_token']),
    body: { username, password, totp_code: codeAt(secret, Date.now() + PERIOD_MS) },
  })
  expect(opened.body['access_token']).toBeTypeOf('string')
  await end(second)
  rmSync(place, { recursive: true })
})
