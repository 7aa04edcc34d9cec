import { describe, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { aMobileUser, anAdmin, aSuperAdmin, type Person } from '#test/support/people.ts'

const NEW = {
  pull_every_minutes: null,
  mail: 'outbox',
  connection_tested: false,
  first_sync: false,
  mobile_users: 0,
  super_admins: 1,
  certificate_ends_at: null,
}

async function stateFor({ app }: TestApp, who: Person): Promise<unknown> {
  const answer = await app.inject({
    url: `/api${ownEndpoints.serverState.path}`,
    headers: { authorization: `Bearer ${await who.session()}` },
  })
  return answer.json()
}

async function setUp({ context }: TestApp, without: readonly string[]): Promise<void> {
  const fields = ERP_FIELDS.map(({ key }) => key).filter((key) => !without.includes(key))
  const sealed = new Map(fields.map((key) => [key, context.seal.seal(settingPurpose(key), 'x')]))
  await context.db.transaction((tx) => saveSettings(tx, sealed, { by: 'ada', at: new Date(0) }))
}

async function tested({ context }: TestApp, failed: readonly string[]): Promise<void> {
  await writeAudit(context.db, {
    at: new Date(0),
    actor: 'ada',
    action: 'erp-connection-tested',
    target: 'ERP configuration',
    address: '192.0.2.1',
    detail: { failed },
  })
}

describe('what the server says about its set-up', () => {
  test('a new server is not set up, and a super admin reads every fact', async () => {
    const server = await testApp()
    const ada = await aSuperAdmin(server.context)
    expect(await stateFor(server, ada)).toEqual({ erp_set_up: false, details: NEW })
  })

  test('the user of the integration is not counted as a mobile user, whatever its letter case in the setting', async () => {
    const server = await testApp({ env: { RESERVED_MOBILE_USER: 'Integration_1' } })
    const ada = await aSuperAdmin(server.context)
    await aMobileUser(server.context, { userid: 'integration_1' })
    expect(await stateFor(server, ada)).toMatchObject({ details: { mobile_users: 0 } })
  })

  test('another admin learns only whether NetSuite is set up', async () => {
    const server = await testApp()
    const bob = await anAdmin(server.context, { features: ['bins'] })
    expect(await stateFor(server, bob)).toEqual({ erp_set_up: false, details: null })
  })

  test('NetSuite is set up without a Database URL, but not without a key', async () => {
    const server = await testApp()
    const ada = await aSuperAdmin(server.context)
    await setUp(server, ['POSTGRES_DATABASE_URL', 'NETSUITE_TOKEN_ID'])
    expect(await stateFor(server, ada)).toMatchObject({ erp_set_up: false })
    await setUp(server, ['POSTGRES_DATABASE_URL'])
    expect(await stateFor(server, ada)).toMatchObject({ erp_set_up: true })
  })

  test('a connection counts as tested once a test has had no failed step', async () => {
    const server = await testApp()
    const ada = await aSuperAdmin(server.context)
    await tested(server, ['Sign-in'])
    expect(await stateFor(server, ada)).toMatchObject({ details: { connection_tested: false } })
    await tested(server, [])
    expect(await stateFor(server, ada)).toMatchObject({ details: { connection_tested: true } })
  })

  test('the schedule, the mail and the people are told as they are', async () => {
    const server = await testApp({
      env: { ERP_PULL_EVERY: '15m', SMTP_URL: 'smtp://mail.example' },
    })
    const ada = await aSuperAdmin(server.context)
    await aMobileUser(server.context)
    expect(await stateFor(server, ada)).toMatchObject({
      details: { pull_every_minutes: 15, mail: 'server', mobile_users: 1, super_admins: 1 },
    })
  })
})
