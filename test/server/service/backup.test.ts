/** Back up, destroy, restore, sign in: the data folder of the embedded database as operations.md says. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { addressOf, end, startBuilt } from '#test/support/server/built-server.ts'
import { ask, firstAccount, firstAdmin } from '#test/support/server/first-admin.ts'
import { copyChanges, copyFolder } from '#test/support/copies.ts'
import { countsAt } from '#test/support/counts.ts'
import { NEWCOMER } from '#test/support/console/newcomer.ts'
import { scannerAt } from '#test/support/scanner.ts'

vi.setConfig({ testTimeout: 180_000 })

const PERIOD_MS = 30_000

test('a copy of the data folder of a stopped server has everything that was acknowledged', async () => {
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
  // The second factor is sealed with the key of the folder, and the code of this step is used up.
  const opened = await ask(address, endpoints.twoFactorLogin, {
    token: String(login.body['access_token']),
    body: { username, password, totp_code: codeAt(secret, Date.now() + PERIOD_MS) },
  })
  expect(opened.body['access_token']).toBeTypeOf('string')
  await end(second)
  rmSync(place, { recursive: true })
})

test('a restored backup begins new epochs, so no list is mistaken for an earlier one, and a restart does not', async () => {
  const place = mkdtempSync(join(tmpdir(), 'dockside-backup-'))
  const [data, backup] = [join(place, 'data'), join(place, 'backup')]
  const start = async () => {
    const server = startBuilt({ PORT: '0', DATA_DIR: data })
    return { server, address: await addressOf(server) }
  }

  const before = await start()
  const token = await firstAdmin(before.address)
  const scanner = await scannerAt(before.address, token, 'binCount')
  await sendCount(before.address, scanner, 'backed up')
  await end(before.server)
  copyFolder(data, backup)

  const lost = await start()
  await sendCount(lost.address, scanner, 'lost')
  const known = await countsAt(lost.address, token)
  const { etag, seq, epoch } = known
  await end(lost.server)
  const again = await start()
  expect(await countsAt(again.address, token, { etag })).toEqual({ status: 304 })
  await end(again.server)

  copyChanges(backup, data)
  const restored = await start()
  await sendCount(restored.address, scanner, 'kept')
  const found = await countsAt(restored.address, token, { etag })
  expect(found).toMatchObject({ status: 200, seq, bins: ['backed up', 'kept'] })
  const cursor = `?since=${String(seq)}&epoch=${String(epoch)}`
  const changed = await countsAt(restored.address, token, { cursor })
  expect(changed).toMatchObject({ mode: 'full', bins: ['backed up', 'kept'] })
  await end(restored.server)
  rmSync(place, { recursive: true })
})

async function sendCount(address: string, scanner: string, bin: string): Promise<void> {
  const body = { client_id: bin, bin_name: bin }
  await ask(address, mobileEndpoints.sendBinCount, { token: scanner, body })
}
