import { beforeEach, describe, expect, test } from 'vitest'
import { assertKeyFits } from '#server/auth/key-check.ts'
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
