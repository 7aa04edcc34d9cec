import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { assertKeyFits, fittingSealer } from '#server/auth/key-check.ts'
import { sealerWith } from '#server/auth/seal.ts'
import { saveSettings } from '#server/db/repositories/settings.ts'
import { BadSettings } from '#server/env.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { anAdmin } from '#test/support/people.ts'

const OTHER = sealerWith('another key, which is long enough')

let server: TestApp

beforeEach(async () => {
  server = await testApp()
})

test('any key fits while nothing is sealed', async () => {
  await expect(assertKeyFits(server.context.db, OTHER)).resolves.toBeUndefined()
})

describe('a key that did not seal the stored secrets is reported by the name of its setting', () => {
  test.each([
    ['an admin', () => anAdmin(server.context)],
    [
      'a setting',
      () =>
        saveSettings(
          server.context.db,
          new Map([['NETSUITE_TOKEN_ID', server.context.seal.seal('p', 'x')]]),
          { by: 'root', at: new Date() },
        ),
    ],
  ])('a wrong key is reported if %s is sealed', async (_what, add) => {
    await add()
    const { db, seal } = server.context
    await expect(assertKeyFits(db, seal)).resolves.toBeUndefined()
    const refused = assertKeyFits(db, OTHER)
    await expect(refused).rejects.toThrow(BadSettings)
    await expect(refused).rejects.toThrow(
      /^SECRET_KEY must be .* \(what is in the database was sealed with another one\)\.$/,
    )
  })
})

describe('a key file', () => {
  const TEXT = 'the key of the first start, long enough'

  /** Settings whose key is in a file. */
  function keptIn(text: string) {
    const dataDir = mkdtempSync(join(tmpdir(), 'dockside-key-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    writeFileSync(join(dataDir, 'secret.key'), text)
    return { secretKey: null, dataDir }
  }

  test.each([
    ['an editor has added a line break to', TEXT, `${TEXT}\n`],
    ['has had a line break from the beginning in', `${TEXT}\n`, `${TEXT}\n`],
  ])('a start that %s its key file opens what was sealed', async (_what, before, now) => {
    const { db } = server.context
    const first = sealerWith(before)
    await anAdmin({ ...server.context, seal: first })
    const found = await fittingSealer(db, keptIn(now))
    expect(found.open('p', first.seal('p', 'text'))).toBe('text')
  })

  test('a key file that does not fit is named, because SECRET_KEY is not set', async () => {
    await anAdmin(server.context)
    const env = keptIn(TEXT)
    await expect(fittingSealer(server.context.db, env)).rejects.toThrow(
      `(it is not set, and the key in ${join(env.dataDir, 'secret.key')} does not fit: what is in the database was sealed with another one)`,
    )
  })
})
