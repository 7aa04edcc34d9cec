/** Cursors and times that the database could not take. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aSuperAdmin } from '#test/support/people.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { act, ADJUSTMENTS, askCases } from '#test/server/routes/exceptions/support.ts'

let server: TestApp
let root: string
beforeEach(async () => {
  server = await testApp()
  root = await (await aSuperAdmin(server.context, { features: ['binAdjustment'] })).session()
})
afterEach(() => server.close())

describe('malformed requests about exceptions', () => {
  test.each(['1e300', '9223372036854775808', '-1', '1.5', ''])(
    'the cursor %j gets all cases, as from any list',
    async (seq) => {
      const { status, body } = await askCases(server, root, { seq, epoch: 'e' })
      expect([status, body['mode']]).toEqual([200, 'full'])
    },
  )

  test.each(['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '9999-12-31T23:59:59-14:00'])(
    'a case cannot be snoozed until %s',
    async (until) => {
      const keys = [{ collection: ADJUSTMENTS, record_id: '1', version: 0 }]
      expect((await act(server, root, { action: 'snooze', until, keys })).status).toBe(422)
    },
  )
})
