import { generateKeyPairSync } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { settings } from '#server/db/schema/operations.ts'
import type { OAuth2Credentials } from '#server/erp/transport/oauth2.ts'
import { readOAuth2 } from '#server/erp/transport/oauth2-settings.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { anAdjustment, aScanner, sendRecord } from '#test/support/floor.ts'
import { makeWarehouse } from '#test/netsuite/generator/make-warehouse.ts'

const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 })
const CURVE = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const HOUR_MS = 3_600_000

const publicPem = (pair: typeof RSA) =>
  String(pair.publicKey.export({ type: 'spki', format: 'pem' }))
const privatePem = (pair: typeof RSA) =>
  String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))

const credentialsOf = (pair: typeof RSA): OAuth2Credentials => ({
  clientId: 'client-1',
  certificateId: 'certificate-1',
  privateKey: pair.privateKey,
})

let app: ErpApp

async function open(
  pair = RSA,
  warehouse = makeWarehouse({ locations: 6, bins: 2_500, items: 10, inventory: 20 }),
): Promise<void> {
  const certificate = {
    clientId: 'client-1',
    certificateId: 'certificate-1',
    publicKey: publicPem(pair),
  }
  app = await erpApp({ warehouse, certificate })
}

beforeEach(() => open())
afterEach(() => app.close())

describe('a pull with OAuth 2.0 client credentials', () => {
  test.each([
    ['an RSA key', RSA],
    ['a key of the curve P-256', CURVE],
  ])('a pull buys one access token with %s and uses it for every page', async (_kind, pair) => {
    await app.close()
    await open(pair)
    const erp = app.otherErp({ oauth2: credentialsOf(pair) })
    expect(await erp.pull('bins', 'root')).toMatchObject({ added: 2_500, result: 'success' })
    await erp.pull('items', 'root')
    expect(app.netsuite.accessTokens.issued).toBe(1)
    await erp.close()
  })

  test('a pull needs only the account and the Base URL of ERP Setup', async () => {
    const { db } = app.context
    const erp = app.otherErp({ oauth2: credentialsOf(RSA) })
    const all = await db.select().from(settings)
    await db.delete(settings)
    await expect(erp.pull('items', 'root')).rejects.toThrow(
      'NetSuite is not configured: NETSUITE_ACCOUNT_ID, NETSUITE_BASE_URL are not set.',
    )
    await db.insert(settings).values(all.filter(({ name }) => /ACCOUNT_ID|BASE_URL/.test(name)))
    expect(await erp.pull('items', 'root')).toMatchObject({ result: 'success' })
  })

  test('the token is renewed before its hour is over, and at once after it was revoked', async () => {
    const erp = app.otherErp({ oauth2: credentialsOf(RSA) })
    await erp.pull('items', 'root')
    app.clock.advance(HOUR_MS)
    await erp.pull('items', 'root')
    expect(app.netsuite.accessTokens.issued).toBe(2)
    app.netsuite.accessTokens.revoke()
    expect(await erp.pull('items', 'root')).toMatchObject({ result: 'success' })
    expect(app.netsuite.accessTokens.issued).toBe(3)
    expect(app.waits).toEqual([])
  })

  test('a booking renews a token that was revoked, and is accepted', async () => {
    await app.close()
    await open(RSA, smallWarehouse())
    for (const collection of ['locations', 'bins', 'items'] as const) await app.pull(collection)
    const erp = app.otherErp({ oauth2: credentialsOf(RSA) })
    await erp.pull('items', 'root')
    app.netsuite.accessTokens.revoke()
    const scanner = await aScanner(app)
    // The first attempt, with a token of the other kind, is refused.
    app.netsuite.faults.next({ kind: 'permission-403', match: 'inventoryadjustment' })
    const { body } = await sendRecord(app, scanner, 'binAdjustmentRecords', anAdjustment('c-1'))
    await app.erp.poll()
    const key = { collection: 'binAdjustmentRecords', id: String(body['id']) }
    expect(await erp.book(key)).toMatchObject({ kind: 'succeeded' })
    expect(app.netsuite.accessTokens.issued).toBe(2)
    await erp.close()
  })

  test('the sentence says what to check when the certificate is refused', async () => {
    const erp = app.otherErp({ oauth2: credentialsOf(CURVE) })
    await expect(erp.pull('items', 'root')).rejects.toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/refused the certificate.*ERP_OAUTH2_CLIENT_ID/),
    })
  })
})

describe('the settings of OAuth 2.0', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dockside-oauth2-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const set = (key: string) =>
    readOAuth2(
      readEnv({
        ERP_OAUTH2_CLIENT_ID: 'client-1',
        ERP_OAUTH2_CERTIFICATE_ID: 'certificate-1',
        ERP_OAUTH2_KEY: key,
      }),
    )

  test('the settings of OAuth 2.0 are the client, the certificate and its key', () => {
    expect(set(file('right.pem', privatePem(RSA)))).toMatchObject({ clientId: 'client-1' })
    expect(readOAuth2(readEnv({}))).toBeNull()
  })

  test('the settings of OAuth 2.0 must be set all or not at all', () => {
    expect(() => readEnv({ ERP_OAUTH2_CLIENT_ID: 'client-1' })).toThrow(
      /^ERP_OAUTH2_CERTIFICATE_ID must be .*together.*\nERP_OAUTH2_KEY must be/,
    )
  })

  test.each([
    ['is not there', () => join(folder, 'nowhere.pem'), /\(ENOENT\)/],
    ['is no key', () => file('text.pem', 'a key'), /\(it is no PEM file\)/],
    [
      'is of another kind',
      () =>
        file(
          'other.pem',
          String(
            generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }),
          ),
        ),
      /\(it is a key of another kind\)/,
    ],
  ])('a key that %s is named', (_what, key, sentence) => {
    expect(() => set(key())).toThrow(sentence)
  })
})
