/** Sign-ins that overlap: a slow answer, and what the person has done since. */
import { webcrypto } from 'node:crypto'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { readSession } from '#console/session/session.ts'
import { rememberPasskey } from '#console/session/passkey-used.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { onDisk, putOnDisk } from '#test/support/console/device.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { enters, giveCode, giveFirstFactor } from '#test/support/console/sign-in.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { anAuthenticator, type Authenticator } from '#test/support/server/authenticator.ts'
import { call } from '#test/support/server/clients/call.ts'
import { consoleServer } from '#test/support/server/console-server.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

const twoPeople = async () => ({
  ada: await anAdmin(server().context),
  bob: await anAdmin(server().context, { username: 'bob', email: 'bob@example.com' }),
})

describe('a password whose answer comes late', () => {
  test.each(['/token', '/super-admin-status-check', '/auth/check-2fa-status'])(
    'the late answer of %s does not end the session of whoever signed in since',
    async (path) => {
      const { ada, bob } = await twoPeople()
      const page = await renderConsole()
      const slow = holdNextAnswer(consoleUnderTest, 'POST', path)
      await giveFirstFactor(page, ada)
      await expect.poll(slow.isHeld).toBe(true)
      await page.go('/super-admin-register')
      await page.go('/login')
      await giveFirstFactor(page, bob)
      await giveCode(page, 'Authenticator code', bob.code(Date.now()))
      await enters()
      await page.pass(3_000)
      await waitFor(() => expect(page.place()).toBe('/dashboard'))
      const before = readSession()
      slow.release()
      await page.pass(1_000)
      expect(readSession()).toEqual(before)
      expect(page.place()).toBe('/dashboard')
    },
  )

  test('its session has the role of a super admin, although the page was left before the role was known', async () => {
    const root = await anAdmin(server().context, { isSuperAdmin: true })
    const page = await renderConsole()
    const slow = holdNextAnswer(consoleUnderTest, 'POST', '/super-admin-status-check')
    await giveFirstFactor(page, root)
    await expect.poll(slow.isHeld).toBe(true)
    await page.go('/super-admin-register')
    slow.release()
    await expect.poll(() => readSession().isSuperAdmin).toBe(true)
    expect(page.place()).toBe('/super-admin-register')
  })

  test('it does not take a person away from the form that is being filled in since', async () => {
    const { ada } = await twoPeople()
    const page = await renderConsole()
    const slow = holdNextAnswer(consoleUnderTest, 'POST', '/token')
    await giveFirstFactor(page, ada)
    await expect.poll(slow.isHeld).toBe(true)
    await page.go('/super-admin-register')
    await page.fill('Company Name', 'Harbour')
    slow.release()
    await page.pass(1_000)
    expect(page.place()).toBe('/super-admin-register')
    expect(screen.getByLabelText('Company Name')).toHaveProperty('value', 'Harbour')
  })
})

test('the late answer to a code removes nothing that whoever signed in since has on the device', async () => {
  const { ada, bob } = await twoPeople()
  const page = await renderConsole()
  await giveFirstFactor(page, ada)
  const slow = holdNextAnswer(consoleUnderTest, 'POST', '/auth/login-with-2fa')
  await giveCode(page, 'Authenticator code', ada.code(Date.now()))
  await expect.poll(slow.isHeld).toBe(true)
  await page.press('Back to Login')
  await giveFirstFactor(page, bob)
  await giveCode(page, 'Authenticator code', bob.code(Date.now()))
  await enters()
  const content = { iv: new Uint8Array(12), data: new ArrayBuffer(8) }
  await putOnDisk({ id: 'bob|bins', owner: 'bob', collection: 'bins', content })
  slow.release()
  await page.pass(1_000)
  expect((await onDisk()).map(({ id }) => id)).toEqual(['bob|bins'])
  expect(readSession()).toMatchObject({ username: 'bob', twoFactorVerified: true })
})

describe('a passkey', () => {
  let ask: (asked: Asked) => Promise<object>

  /** The browser has passkeys. */
  beforeEach(() => {
    const browser = { isConditionalMediationAvailable: () => Promise.resolve(true) }
    Object.assign(window, { PublicKeyCredential: Object.assign(() => undefined, browser) })
    Object.assign(navigator, { credentials: { get: (asked: Asked) => ask(asked) } })
    // The server checks signatures in this process, where the page's crypto knows only what a console needs.
    vi.stubGlobal('crypto', webcrypto)
    return () => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(window, 'PublicKeyCredential')
      Reflect.deleteProperty(navigator, 'credentials')
      window.localStorage.clear()
    }
  })

  /** Gives a person a passkey. */
  async function passkeyOf(person: Person): Promise<Authenticator> {
    const key = anAuthenticator()
    const token = await person.session()
    const { app } = server()
    const { body } = await call(app, passkeyEndpoints.passkeyOptions, { token })
    const passkey = key.make(String(body['challenge']))
    const added = await call(app, passkeyEndpoints.addPasskey, {
      token,
      body: { name: 'Tablet', passkey },
    })
    expect(added.status).toBe(200)
    return key
  }

  interface Asked {
    readonly mediation?: string
    readonly signal: AbortSignal
    readonly publicKey: { readonly challenge: ArrayBuffer }
  }

  /** The person picks the passkey, as the browser answers. */
  function pick(key: Authenticator, { publicKey }: Asked): object {
    const proof = key.prove(Buffer.from(publicKey.challenge).toString('base64url'))
    const { id, response } = proof as { id: string; response: Record<string, string> }
    const bytes = (name: string) => new Uint8Array(Buffer.from(response[name] ?? '', 'base64url'))
    return {
      id,
      rawId: Buffer.from(id, 'base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: bytes('clientDataJSON'),
        authenticatorData: bytes('authenticatorData'),
        signature: bytes('signature'),
      },
      getClientExtensionResults: () => ({}),
    }
  }

  test('its late answer does not sign in over somebody who has begun since', async () => {
    const { ada, bob } = await twoPeople()
    const key = await passkeyOf(ada)
    ask = (asked) => Promise.resolve(pick(key, asked))
    const page = await renderConsole()
    const slow = holdNextAnswer(consoleUnderTest, 'POST', '/auth/login-with-passkey')
    await page.press('Sign in with a passkey')
    await expect.poll(slow.isHeld).toBe(true)
    await giveFirstFactor(page, bob)
    await screen.findByLabelText('Authenticator code')
    slow.release()
    await page.pass(1_000)
    expect(readSession()).toMatchObject({ username: 'bob', twoFactorVerified: false })
    expect(page.place()).toBe('/2fa-login')
  })

  test('its late answer does not sign in somebody who went back to the login', async () => {
    const { ada } = await twoPeople()
    const key = await passkeyOf(ada)
    ask = (asked) => Promise.resolve(pick(key, asked))
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    const slow = holdNextAnswer(consoleUnderTest, 'POST', '/auth/login-with-passkey')
    await page.press('Use a passkey')
    await expect.poll(slow.isHeld).toBe(true)
    await page.press('Back to Login')
    slow.release()
    await page.pass(1_000)
    expect(readSession().token).toBeNull()
    expect(page.place()).toBe('/login')
  })

  describe("in the name's field", () => {
    let waits: { readonly asked: Asked; readonly answer: (credential: object) => void }[]

    beforeEach(() => {
      rememberPasskey()
      waits = []
      ask = (asked) =>
        new Promise((resolve, reject) => {
          waits.push({ asked, answer: resolve })
          asked.signal.addEventListener('abort', () => reject(asked.signal.reason as Error))
        })
    })

    test('it signs in also when the page has been open for longer than a challenge lives', async () => {
      const { ada } = await twoPeople()
      const key = await passkeyOf(ada)
      const page = await renderConsole()
      await expect.poll(() => waits.length).toBe(1)
      await page.pass(12 * 60_000)
      await waitFor(() => expect(waits.length).toBeGreaterThan(1))
      const last = waits.at(-1)
      if (!last) throw new Error('the page waits for no passkey')
      last.answer(pick(key, last.asked))
      await waitFor(() => expect(readSession()).toMatchObject({ username: 'ada' }))
      expect(readSession().twoFactorVerified).toBe(true)
    })

    test('the page says so if the server refuses it, and the field offers it again', async () => {
      const { ada } = await twoPeople()
      const key = await passkeyOf(ada)
      await renderConsole()
      await expect.poll(() => waits.length).toBe(1)
      const stranger = anAuthenticator()
      waits[0]?.answer(pick(stranger, waits[0].asked))
      await screen.findByText("This passkey couldn't be used. Sign in another way.")
      await waitFor(() => expect(waits).toHaveLength(2))
      if (waits[1]) waits[1].answer(pick(key, waits[1].asked))
      await waitFor(() => expect(readSession()).toMatchObject({ username: 'ada' }))
    })
  })
})
