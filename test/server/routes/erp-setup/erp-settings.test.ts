import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { ERP_FIELDS, type ErpField } from '#contract/forms.ts'
import { refusals } from '#contract/refusals.ts'
import { openSavedDatabase, savedDatabaseFile } from '#server/auth/saved-database.ts'
import { audit, settings } from '#server/db/schema/operations.ts'
import { sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { testApp, type TestApp } from '#test/support/server/app.ts'
import { call } from '#test/support/server/clients/call.ts'
import { aSuperAdmin } from '#test/support/people.ts'
import { DEAD_PORT } from '#test/support/server/free-port.ts'
import { startSmallPostgres } from '#test/support/database/small-postgres.ts'

const DEAD_HOST = `http://127.0.0.1:${String(DEAD_PORT)}`
const BASE_URL = 'https://1234567.suitetalk.api.netsuite.com'

let server: TestApp
let token: string
let postgres: Awaited<ReturnType<typeof startSmallPostgres>>

beforeEach(async () => {
  postgres = await startSmallPostgres()
  server = await testApp()
  token = await (await aSuperAdmin(server.context)).session()
})

afterEach(() => postgres.close())

const NONE = Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])) as Record<ErpField, string>

const all = (): Record<ErpField, string> => ({
  POSTGRES_DATABASE_URL: postgres.url,
  NETSUITE_ACCOUNT_ID: '1234567',
  NETSUITE_CONSUMER_KEY: 'planted-consumer-key',
  NETSUITE_CONSUMER_SECRET: 'planted-consumer-secret',
  NETSUITE_TOKEN_ID: 'planted-token-id',
  NETSUITE_TOKEN_SECRET: ' planted-token-secret ',
  NETSUITE_BASE_URL: BASE_URL,
})

const save = (body: object) => call(server.app, endpoints.saveErpSettings, { token, body })

async function saved(name: ErpField): Promise<string | null> {
  const sealed = (await sealedSettings(server.context.db)).get(name)
  return sealed === undefined ? null : server.context.seal.open(settingPurpose(name), sealed)
}

test('all seven settings are saved sealed, trimmed, and never sent back', async () => {
  const { status, body, text } = await save(all())
  expect(status).toBe(200)
  expect(body).toEqual({ message: 'ERP configuration saved successfully.' })
  expect(await saved('NETSUITE_TOKEN_SECRET')).toBe('planted-token-secret')
  expect(await saved('POSTGRES_DATABASE_URL')).toBe(postgres.url)
  const rows = await server.context.db.select().from(settings)
  expect(rows).toHaveLength(7)
  const entries = await server.context.db.select().from(audit)
  expect(entries).toMatchObject([
    {
      actor: 'root',
      action: 'erp-settings-saved',
      target: 'ERP configuration',
      detail: {
        before: Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, 'not set'])),
        after: Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, 'new value'])),
      },
    },
  ])
  const known = await call(server.app, ownEndpoints.erpSettingsStatus, { token })
  expect(known.body).toEqual({ data: Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, true])) })
  expect(JSON.stringify([rows, entries, server.logged(), text])).not.toMatch(/planted|secret-word/)
})

describe('for the next start', () => {
  test('the Database URL is saved sealed, with the current database, and a refused one changes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dockside-erp-'))
    server = await testApp({ env: { DATA_DIR: folder } })
    const { context } = server
    token = await (await aSuperAdmin(context)).session()
    expect((await save(all())).status).toBe(200)
    const kept = { url: postgres.url, before: context.env.databaseUrl }
    expect((await openSavedDatabase(folder, [context.seal])).saved).toEqual(kept)
    expect(readFileSync(savedDatabaseFile(folder), 'utf8')).not.toMatch(/secret-word|postgres/)
    expect(statSync(savedDatabaseFile(folder)).mode & 0o777).toBe(0o600)

    const elsewhere = { ...NONE, POSTGRES_DATABASE_URL: `${postgres.url}?host=evil.example` }
    expect((await save(elsewhere)).status).toBe(400)
    expect((await save({ ...NONE, NETSUITE_TOKEN_ID: 'newer' })).status).toBe(200)
    expect((await openSavedDatabase(folder, [context.seal])).saved).toEqual(kept)

    await context.db.execute(sql`alter table audit rename to audit_gone`)
    const broken = await save({ ...NONE, POSTGRES_DATABASE_URL: `${postgres.url}2` })
    await context.db.execute(sql`alter table audit_gone rename to audit`)
    expect(broken.status).toBe(500)
    expect((await openSavedDatabase(folder, [context.seal])).saved).toEqual(kept)
    expect(readdirSync(folder)).toEqual(['saved-database'])
    rmSync(folder, { recursive: true })
  })

  test('a folder that is not writable refuses the settings, unless DATABASE_URL is set', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'dockside-erp-'))
    writeFileSync(join(folder, 'file'), '')
    server = await testApp({ env: { DATA_DIR: join(folder, 'file', 'data') } })
    token = await (await aSuperAdmin(server.context)).session()
    const isFirst = server.context.env.databaseUrl !== null
    expect((await save(all())).status).toBe(isFirst ? 200 : 500)
    expect(await server.context.db.$count(settings)).toBe(isFirst ? 7 : 0)
    rmSync(folder, { recursive: true })
  })
})

describe('a blank field', () => {
  test('a blank field is required the first time, and all missing ones are named', async () => {
    const body = { ...all(), NETSUITE_TOKEN_ID: '', NETSUITE_BASE_URL: '   ' }
    const answer = await save(body)
    expect(answer.status).toBe(422)
    expect(answer.body['detail']).toMatchObject([
      {
        loc: ['body', 'NETSUITE_TOKEN_ID'],
        msg: 'Please fill in all required fields: Token ID, Base URL',
      },
    ])
    expect(await server.context.db.$count(settings)).toBe(0)
  })

  test('the Database URL may stay blank the first time, because the server runs on a database', async () => {
    const body = { ...all(), POSTGRES_DATABASE_URL: '' }
    expect((await save(body)).status).toBe(200)
    expect(await server.context.db.$count(settings)).toBe(6)
  })

  test.each([undefined, null])(
    'the Database URL may be %s, which is as good as blank',
    async (url) => {
      expect((await save({ ...all(), POSTGRES_DATABASE_URL: url })).status).toBe(200)
      expect(await server.context.db.$count(settings)).toBe(6)
      await save(all())
      expect((await save({ ...NONE, POSTGRES_DATABASE_URL: url })).status).toBe(200)
      expect(await saved('POSTGRES_DATABASE_URL')).toBe(postgres.url)
    },
  )

  test.each(ERP_FIELDS.map(({ key }) => key).filter((key) => key !== 'POSTGRES_DATABASE_URL'))(
    'the field %s may be blank once it is set, but not missing',
    async (key) => {
      await save(all())
      const { status, body } = await save({ ...NONE, [key]: undefined })
      expect([status, body]).toMatchObject([
        422,
        { detail: [{ loc: ['body', key], msg: 'This is missing.' }] },
      ])
    },
  )

  test('a blank field stays as it is once it is set', async () => {
    await save(all())
    expect((await save({ ...NONE, NETSUITE_TOKEN_SECRET: 'newer' })).status).toBe(200)
    expect(await saved('NETSUITE_TOKEN_SECRET')).toBe('newer')
    expect(await saved('NETSUITE_CONSUMER_KEY')).toBe('planted-consumer-key')
    const entries = await server.context.db.select().from(audit).orderBy(audit.id)
    expect(entries.at(-1)?.detail).toEqual({
      before: { NETSUITE_TOKEN_SECRET: 'set' },
      after: { NETSUITE_TOKEN_SECRET: 'new value' },
    })
  })

  test('blank fields everywhere save nothing and are not an error', async () => {
    await save(all())
    expect((await save(NONE)).status).toBe(200)
    expect(await saved('NETSUITE_BASE_URL')).toBe(BASE_URL)
  })
})

describe('the Base URL', () => {
  test.each([
    'http://1234567.suitetalk.api.netsuite.com',
    'https://netsuite.com.evil.example',
    'https://evilnetsuite.com',
    'https://127.0.0.1',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]',
    'https://2130706433',
    'https://user:pass@1234567.suitetalk.api.netsuite.com',
    'https://1234567.suitetalk.api.netsuite.com:8443',
    'ftp://1234567.suitetalk.api.netsuite.com',
    'netsuite.com',
    'javascript:alert(1)',
  ])('the Base URL %s is refused', async (url) => {
    const { status, body } = await save({ ...all(), NETSUITE_BASE_URL: url })
    expect(status).toBe(400)
    expect(body['detail']).toMatch(/^Base URL must /)
    expect(await server.context.db.$count(settings)).toBe(0)
  })

  test('the Base URL may be one that the operator allows', async () => {
    server = await testApp({ env: { ERP_ALLOWED_HOSTS: 'http://127.0.0.1:9400' } })
    token = await (await aSuperAdmin(server.context)).session()
    expect((await save({ ...all(), NETSUITE_BASE_URL: 'http://127.0.0.1:9400' })).status).toBe(200)
    expect((await save({ ...NONE, NETSUITE_BASE_URL: 'http://127.0.0.1:9401' })).status).toBe(400)
  })
})

test('no token is asked for where the settings of the server sign in with a certificate', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-test-'))
  const key = join(folder, 'key.pem')
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  writeFileSync(key, pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  server = await testApp({
    env: {
      ERP_OAUTH2_CLIENT_ID: 'client-1',
      ERP_OAUTH2_CERTIFICATE_ID: 'certificate-1',
      ERP_OAUTH2_KEY: key,
      ERP_ALLOWED_HOSTS: DEAD_HOST,
    },
  })
  token = await (await aSuperAdmin(server.context)).session()
  const address = { NETSUITE_ACCOUNT_ID: '1234567', NETSUITE_BASE_URL: DEAD_HOST }
  const body = { ...NONE, ...address }
  const tested = await call(server.app, ownEndpoints.testErpSettings, { token, body })
  expect(tested).toMatchObject({ status: 200, body: { steps: expect.any(Array) } })
  expect((await save(body)).status).toBe(200)
  expect((await save({ ...NONE, NETSUITE_BASE_URL: DEAD_HOST })).status).toBe(200)
  rmSync(folder, { recursive: true })
})

describe('the Database URL', () => {
  test.each([
    'mysql://127.0.0.1/dock',
    'postgres:///dock?host=/var/run/postgresql',
    'postgres://dock@127.0.0.1/dock?host=evil.example',
    '/var/lib/dock',
  ])('a Database URL that leads elsewhere is refused untried: %s', async (url) => {
    const { status, body } = await save({ ...all(), POSTGRES_DATABASE_URL: url })
    expect(status).toBe(400)
    expect(body['detail']).toMatch(/^Database URL must look like /)
    expect(postgres.connections()).toBe(0)
  })

  test('a Database URL that does not answer is refused with the same sentence, whatever the reason', async () => {
    const nobody = `postgres://dock@127.0.0.1:${DEAD_PORT}/dock`
    for (const url of [nobody, 'postgres://dock@no-such-host.invalid/dock']) {
      const { status, body } = await save({ ...all(), POSTGRES_DATABASE_URL: url })
      expect([status, body]).toEqual([
        400,
        {
          detail: "Couldn't connect to the database. Check the Database URL.",
          code: 'database-unreachable',
        },
      ])
    }
    expect(await server.context.db.$count(settings)).toBe(0)
  })

  test.each(Object.entries(refusals.databaseUnfit))(
    'a Database URL that no start could use is refused with the reason: %s',
    async (verdict, sentence) => {
      const unfit = await startSmallPostgres('polite', verdict)
      const { status, body } = await save({ ...all(), POSTGRES_DATABASE_URL: unfit.url })
      await unfit.close()
      expect([status, body]).toEqual([400, { detail: sentence, code: `database-unfit-${verdict}` }])
      expect(await server.context.db.$count(settings)).toBe(0)
    },
  )

  test('a Database URL is tried ten times in 15 minutes, so the form cannot be used to scan ports', async () => {
    const statuses: number[] = []
    for (let turn = 0; turn < 12; turn += 1) statuses.push((await save(all())).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429])
    expect(postgres.connections()).toBe(10)
  })
})
