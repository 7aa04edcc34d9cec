import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { ErpSignIn } from '#contract/own/erp-sign-in-endpoints.ts'
import { baseUrlOf } from '#contract/own/erp-sign-in-form.ts'
import { audit, settings } from '#server/db/schema/operations.ts'
import { smallWarehouse } from '#test/netsuite/support/small-account.ts'
import { call } from '#test/support/server/clients/call.ts'
import { erpApp, type ErpApp } from '#test/support/server/erp-app.ts'

let app: ErpApp

beforeEach(async () => {
  app = await erpApp({ warehouse: smallWarehouse(), isConfigured: false })
  app.warehouse.add('account', { id: 212 })
})
afterEach(() => app.close())

const NONE = {
  NETSUITE_ACCOUNT_ID: '',
  NETSUITE_BASE_URL: '',
  client_id: '',
  certificate_id: '',
  key: '',
}
const post = (which: 'saveErpSignIn' | 'testErpSignIn', body: object) =>
  call(app.app, ownEndpoints[which], { token: app.token, body })
const state = async () =>
  ErpSignIn.parse((await call(app.app, ownEndpoints.erpSignIn, { token: app.token })).body)
const make = async () =>
  ErpSignIn.parse((await call(app.app, ownEndpoints.makeErpCertificate, { token: app.token })).body)

/** Makes a certificate, uploads it to the account and returns the form that NetSuite's ids complete. */
async function uploaded(certificateId: string) {
  const { next_certificate: next } = await make()
  const publicKey = next?.pem ?? ''
  app.netsuite.accessTokens.register({ clientId: 'client-1', certificateId, publicKey })
  return {
    ...NONE,
    NETSUITE_ACCOUNT_ID: '1234567',
    NETSUITE_BASE_URL: app.netsuite.url,
    client_id: 'client-1',
    certificate_id: certificateId,
  }
}

describe('a certificate that the server makes', () => {
  test('the first rows arrive with an account ID, the ids of NetSuite and the certificate alone', async () => {
    const form = await uploaded('certificate-1')
    const { body } = await post('testErpSignIn', form)
    const steps = body['steps'] as { state: string; title: string }[]
    expect(steps.filter(({ state: how }) => how === 'failed')).toEqual([])
    expect((await post('saveErpSignIn', form)).status).toBe(200)
    expect((await app.pull('items')).body).toMatchObject({ result: 'success' })
    expect(await state()).toMatchObject({ way: 'oauth2', key: true, next_certificate: null })
    const told = await call(app.app, ownEndpoints.serverState, { token: app.token })
    const { certificate } = await state()
    expect(told.body['details']).toMatchObject({ certificate_ends_at: certificate?.ends_at })
  })

  test('a certificate is valid for two years less a day, and signs for itself', async () => {
    const { next_certificate: next } = await make()
    const certificate = new X509Certificate(next?.pem ?? '')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    const days = (Date.parse(certificate.validTo) - app.clock.now()) / 86_400_000
    expect(days).toBeGreaterThan(728)
    expect(days).toBeLessThan(730)
  })

  test('a new certificate leaves the present one in use until its id is saved', async () => {
    await post('saveErpSignIn', await uploaded('certificate-1'))
    await app.pull('items')
    await make()
    app.netsuite.accessTokens.revoke()
    expect((await app.pull('items')).body).toMatchObject({ result: 'success' })
    const missing = await post('saveErpSignIn', NONE)
    expect(missing.status).toBe(422)
    expect(missing.text).toContain('Please fill in all required fields: Certificate ID')
    const next = await uploaded('certificate-2')
    expect((await post('saveErpSignIn', next)).status).toBe(200)
    expect((await app.pull('items')).body).toMatchObject({ result: 'success' })
  })

  test('no private key is in an answer, in the trail, or readable in the database', async () => {
    const form = await uploaded('certificate-1')
    const answers = [await post('saveErpSignIn', form), await post('testErpSignIn', NONE)]
    const entries = JSON.stringify(await app.context.db.select().from(audit))
    const stored = JSON.stringify(await app.context.db.select().from(settings))
    for (const text of [...answers.map((one) => one.text), entries, stored])
      expect(text).not.toContain('PRIVATE KEY')
  })
})

describe('a key that a super admin uploads', () => {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const form = () => ({
    ...NONE,
    NETSUITE_ACCOUNT_ID: '1234567',
    NETSUITE_BASE_URL: app.netsuite.url,
    client_id: 'client-1',
    certificate_id: 'certificate-9',
    key: pem,
  })

  test('rows arrive with the uploaded key', async () => {
    app.netsuite.accessTokens.register({
      clientId: 'client-1',
      certificateId: 'certificate-9',
      publicKey: String(pair.publicKey.export({ type: 'spki', format: 'pem' })),
    })
    expect((await post('saveErpSignIn', form())).status).toBe(200)
    expect((await app.pull('items')).body).toMatchObject({ result: 'success' })
    expect(await state()).toMatchObject({ certificate: null, key: true })
  })

  test.each([
    ['a text that is no key', 'a key', /must be PEM/],
    ['nothing, where the server has no key', '', /Generate a certificate first/],
  ])('%s is refused', async (_what, key, sentence) => {
    const { status, text } = await post('saveErpSignIn', { ...form(), key })
    expect(status).toBe(400)
    expect(text).toMatch(sentence)
  })

  test('a certificate of another key is refused', async () => {
    const { next_certificate: other } = await make()
    const both = `${other?.pem ?? ''}\n${pem}`
    expect((await post('saveErpSignIn', { ...form(), key: both })).text).toContain(
      'does not belong to the private key',
    )
  })
})

test('a token that is entered afterwards is used instead', async () => {
  await post('saveErpSignIn', await uploaded('certificate-1'))
  const { credentials, url } = app.netsuite
  const body = {
    ...Object.fromEntries(ERP_FIELDS.map(({ key }) => [key, ''])),
    NETSUITE_ACCOUNT_ID: credentials.accountId,
    NETSUITE_CONSUMER_KEY: credentials.consumerKey,
    NETSUITE_CONSUMER_SECRET: credentials.consumerSecret,
    NETSUITE_TOKEN_ID: credentials.tokenId,
    NETSUITE_TOKEN_SECRET: credentials.tokenSecret,
    NETSUITE_BASE_URL: url,
  }
  await call(app.app, endpoints.saveErpSettings, { token: app.token, body })
  expect(await state()).toMatchObject({ way: 'token' })
  expect((await app.pull('items')).body).toMatchObject({ result: 'success' })
})

test('the address follows from the account ID', () => {
  expect(baseUrlOf('1234567_SB1')).toBe('https://1234567-sb1.suitetalk.api.netsuite.com')
})
