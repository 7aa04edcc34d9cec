import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { toDataURL } from 'qrcode'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { registerAttempt } from '#server/auth/throttle.ts'
import { codeAt } from '#server/auth/totp.ts'
import { readSession } from '#console/session/session.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { anAdmin, PASSWORD, type Person } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { offering } from '#test/support/console/console-config.ts'
import { sentTo } from '#test/support/console/calls/sent.ts'
import { firstFactorOnly } from '#test/support/console/session.ts'
import {
  enters,
  giveCode,
  giveFirstFactor,
  saveRecoveryCodes,
} from '#test/support/console/sign-in.ts'

consolePage()

const { api, server } = consoleServer()

const heading = (name: string) => screen.findByRole('heading', { name })
const alert = async () => (await screen.findByRole('alert')).textContent

/** Opens a path with the password accepted, on the server and in the console. */
async function past(
  person: Person,
  path: string,
  { isSuperAdmin = false } = {},
): Promise<RenderedConsole> {
  const { username } = person
  firstFactorOnly({ username, token: await person.session('first'), isSuperAdmin })
  return renderConsole({ path })
}

/** A code that is not valid now or in the half minutes around. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1, 2].map((step) => codeAt(secret, START + step * 30_000))
  const wrong = ['000000', '111111', '222222', '333333', '444444']
  return wrong.find((code) => !right.includes(code)) ?? ''
}

/** An admin at the page that asks for the code. */
async function atTheCode(): Promise<{ ada: Person; page: RenderedConsole }> {
  const ada = await anAdmin(server().context, { features: ['bins'] })
  const page = await past(ada, '/2fa-login')
  await screen.findByLabelText('Authenticator code')
  return { ada, page }
}

/** An admin at the page that sets up the second factor. */
async function atTheSetup(role = { isSuperAdmin: false }): Promise<RenderedConsole> {
  const ada = await anAdmin(server().context, { hasSecondFactor: false, ...role })
  const page = await past(ada, '/2fa-setup', role)
  await heading('Set up two-factor authentication')
  return page
}

describe('the authenticator code', () => {
  test('a wrong code is refused and the next one is accepted', async () => {
    const { ada, page } = await atTheCode()
    await giveCode(page, 'Authenticator code', wrongCode(ada.secret))
    expect(await alert()).toBe('Invalid TOTP code. Please try again.')
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
  })

  test.each(['123 456', '123-456', ' 123456\n', 'Your code: 123456.'])(
    'the code is extracted from %j when pasted or filled in',
    async (pasted) => {
      const { page } = await atTheCode()
      await page.fill('Authenticator code', pasted)
      const field = screen.getByLabelText('Authenticator code')
      expect(field).toHaveProperty('value', '123456')
      expect(field.getAttribute('inputmode')).toBe('numeric')
      expect(field.getAttribute('autocomplete')).toBe('one-time-code')
    },
  )

  test('the field of the code has room for 6 digits, and takes what a password manager fills in with a space', async () => {
    await atTheCode()
    const field = screen.getByLabelText<HTMLInputElement>('Authenticator code')
    expect(field.getAttribute('maxlength')).toBe('6')
    fireEvent.input(field, { target: { value: '123 456' } })
    expect(field.value).toBe('123456')
  })

  test("a code that a tablet's keyboard inserts at once loses its space and no digit", async () => {
    await atTheCode()
    const field = screen.getByLabelText<HTMLInputElement>('Authenticator code')
    const whole = { data: '123 456', inputType: 'insertText', bubbles: true, cancelable: true }
    expect(fireEvent(field, new InputEvent('beforeinput', whole))).toBe(false)
    expect(field.value).toBe('123456')
  })

  test('a pasted code replaces what was typed, and pasted digits are added to it', async () => {
    const { page } = await atTheCode()
    const field = screen.getByLabelText<HTMLInputElement>('Authenticator code')
    await page.user.type(field, '12')
    await page.user.paste('3-4')
    expect(field.value).toBe('1234')
    await page.user.paste('no digits')
    expect(field.value).toBe('1234')
    await page.user.paste('987-654')
    expect(field.value).toBe('987654')
  })

  test('a refused code is cleared and marked as invalid, and the next one can be typed at once', async () => {
    const { page } = await atTheCode()
    api.use(
      http.post('/api/auth/login-with-2fa', () => HttpResponse.json({}, { status: 401 }), {
        once: true,
      }),
    )
    const field = screen.getByLabelText<HTMLInputElement>('Authenticator code')
    await page.user.type(field, '123456{Enter}')
    await alert()
    expect(field.getAttribute('aria-invalid')).toBe('true')
    await waitFor(() => expect(field.value).toBe(''))
    expect(document.activeElement).toBe(field)
    await page.press('Verify')
    expect(await alert()).toBe('Invalid TOTP code. Please try again.')
    await page.user.type(field, '65{Enter}')
    await waitFor(() => expect(screen.getByText('The TOTP code must have 6 digits')).toBeDefined())
  })

  test('a complete code submits itself, once', async () => {
    const { ada, page } = await atTheCode()
    const sent = sentTo(api, 'POST /api/auth/login-with-2fa')
    const code = ada.code()
    await page.fill('Authenticator code', code)
    await page.pass(400)
    await enters()
    expect(sent).toEqual([{ username: 'ada', password: PASSWORD, totp_code: code }])
  })

  test('a code that got no answer stays, and is not submitted again by itself', async () => {
    const { page } = await atTheCode()
    api.use(http.post('/api/auth/login-with-2fa', () => HttpResponse.error()))
    const asked: string[] = []
    api.events.on('request:start', ({ request }) => asked.push(request.url))
    await giveCode(page, 'Authenticator code', '123456')
    await alert()
    await page.pass(2_000)
    expect(screen.getByLabelText('Authenticator code')).toHaveProperty('value', '123456')
    expect(asked.filter((url) => url.endsWith('/login-with-2fa'))).toHaveLength(1)
  })

  test('a code that is typed while the one before is being refused stays, and submits itself afterwards', async () => {
    const { ada, page } = await atTheCode()
    let refuse = (): void => undefined
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(HttpResponse.json({}, { status: 401 }))
    })
    api.use(http.post('/api/auth/login-with-2fa', () => refused, { once: true }))
    await giveCode(page, 'Authenticator code', wrongCode(ada.secret))
    await page.fill('Authenticator code', ada.code())
    await page.pass(2_000)
    refuse()
    await alert()
    expect(screen.getByLabelText('Authenticator code')).toHaveProperty('value', ada.code())
    await page.pass(400)
    await enters()
  })

  test('after too many attempts, the page says how long to wait', async () => {
    const { ada, page } = await atTheCode()
    const subject = { kind: 'sign-in', account: 'ada', address: '192.0.2.1' } as const
    for (let tries = 0; tries < 10; tries += 1) await registerAttempt(server().context, subject)
    await giveCode(page, 'Authenticator code', ada.code())
    expect(await alert()).toBe('Too many attempts. Please try again in 15 minutes.')
  })

  test('an empty or incomplete code is not accepted', async () => {
    const { page } = await atTheCode()
    await giveCode(page, 'Authenticator code', '')
    expect(await screen.findByText('Please enter the TOTP code')).toBeDefined()
    await giveCode(page, 'Authenticator code', '12 34')
    expect(screen.getByLabelText('Authenticator code')).toHaveProperty('value', '1234')
    expect(await screen.findByText('The TOTP code must have 6 digits')).toBeDefined()
  })

  const refusals: readonly [what: string, answer: () => Response, text: string][] = [
    [
      'a 422',
      () => HttpResponse.json({ detail: [{ msg: 'code is too short' }] }, { status: 422 }),
      'Validation error: code is too short',
    ],
    [
      'no answer',
      () => HttpResponse.error(),
      'No connection to the server. Please try again when you are online.',
    ],
    [
      'an answer without a token',
      () => HttpResponse.json({}),
      'Authentication data not found. Please log in again.',
    ],
    [
      'an answer with an empty token',
      () => HttpResponse.json({ access_token: '' }),
      'Authentication data not found. Please log in again.',
    ],
  ]
  test.each(refusals)('the code page reports %s', async (_what, answer, text) => {
    const { page } = await atTheCode()
    api.use(http.post('/api/auth/login-with-2fa', answer))
    await giveCode(page, 'Authenticator code', '123456')
    expect(await alert()).toBe(text)
  })

  test('the code cannot be checked 5 minutes after the password', async () => {
    const { ada, page } = await atTheCode()
    await page.pass(300_000)
    const asked: string[] = []
    api.events.on('request:start', ({ request }) => asked.push(request.url))
    await giveCode(page, 'Authenticator code', ada.code())
    expect(await alert()).toBe('Authentication data not found. Please log in again.')
    expect(asked).toEqual([])
  })

  test('Back to Login returns to the login page and forgets the password', async () => {
    const { page } = await atTheCode()
    await page.press('Back to Login')
    await heading('Sign In')
    expect(page.place()).toBe('/login')
    expect(readTempPassword(Date.now())).toBeNull()
    expect(readSession().username).toBeNull()
  })
})

describe('the setup of the second factor', () => {
  test('the setup shows a QR code and a secret, checks a code and opens the dashboard', async () => {
    const ada = await anAdmin(server().context, { hasSecondFactor: false })
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await heading('Set up two-factor authentication')
    expect(page.place()).toBe('/2fa-setup')
    const dialog = await screen.findByRole('dialog', { name: 'Connect your authenticator' })
    const secret = within(dialog).getByText(/^[A-Z2-7]{16,}$/).textContent
    const image = await within(dialog).findByRole('img', { name: 'QR code for your authenticator' })
    const link = within(dialog).getByRole('link', { name: 'Open in authenticator' })
    const address = link.getAttribute('href') ?? ''
    expect(address).toMatch(new RegExp(`^otpauth://totp/.*secret=${secret}`))
    expect(image.getAttribute('src')).toBe(await toDataURL(address, { width: 400, margin: 2 }))
    await page.user.click(within(dialog).getByRole('button', { name: 'Copy secret' }))
    expect((await within(dialog).findByText('Secret copied')).role).toBe('status')
    expect(await navigator.clipboard.readText()).toBe(secret)

    await page.user.keyboard('{Escape}')
    expect(screen.getByRole('dialog')).toBeDefined()

    await giveCode(page, 'Verification code', '')
    expect(await screen.findByText('Please enter the verification code.')).toBeDefined()
    await giveCode(page, 'Verification code', wrongCode(secret))
    expect(
      await within(dialog).findByText('Invalid verification code. Please try again.'),
    ).toBeDefined()

    await giveCode(page, 'Verification code', codeAt(secret, START))
    await saveRecoveryCodes(page)
    await enters()
    await page.pass(2_000)
    await heading('Welcome to the Admin Portal')
    expect(screen.getByText('No features available for your account.')).toBeDefined()
  })

  test('the setup first checks whether it is needed', async () => {
    const calls: string[] = []
    api.events.on('request:start', ({ request }) => calls.push(new URL(request.url).pathname))
    const sent = sentTo(api, 'POST /api/2fa/setup')
    await atTheSetup()
    await screen.findByRole('dialog')
    expect(sent).toEqual([{ username: 'ada', password: PASSWORD }])
    expect(calls.slice(0, 2)).toEqual(['/api/auth/check-2fa-status', '/api/2fa/setup'])
  })

  test('an admin who already has a second factor is sent to the code page', async () => {
    const page = await past(await anAdmin(server().context), '/2fa-setup')
    await heading('Two-factor authentication')
    expect(page.place()).toBe('/2fa-login')
  })

  test.each([
    ['the old way works', true, 'Secret copied'],
    [
      'no way works',
      false,
      "Copying isn't allowed here. The secret is selected so you can copy it yourself.",
    ],
  ])(
    'the secret is copied or selected when there is no clipboard and %s',
    async (_what, works, text) => {
      // jsdom has no such command; without https a browser has no clipboard.
      Object.defineProperty(document, 'execCommand', { value: () => works, configurable: true })
      const page = await atTheSetup()
      const dialog = await screen.findByRole('dialog')
      vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('refused'))
      await page.press('Copy secret')
      await within(dialog).findByText(text)
      expect(String(window.getSelection())).toBe(dialog.querySelector('code')?.textContent)
    },
  )

  const IMAGE = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='

  test('a QR code drawn by the server is shown with its instructions', async () => {
    api.use(
      http.post('/api/2fa/setup', () =>
        HttpResponse.json({
          data: { qr_code_url: IMAGE, secret_key: 'ABC', setup_instructions: 'Do as I say' },
        }),
      ),
    )
    await atTheSetup()
    const dialog = await screen.findByRole('dialog')
    const image = await within(dialog).findByRole('img')
    expect(image.getAttribute('src')).toBe(IMAGE)
    expect(within(dialog).getByText('Do as I say')).toBeDefined()
    expect(within(dialog).queryByRole('link', { name: 'Open in authenticator' })).toBeNull()
    fireEvent.error(image)
    within(dialog).getByText("Couldn't show the QR code. Use the secret instead.")
  })

  test('the setup can be cancelled and retried', async () => {
    const page = await atTheSetup()
    await page.press('Cancel')
    await screen.findByText("Setup isn't finished. Retry when you're ready.")
    await page.press('Retry Setup')
    expect(await screen.findByRole('dialog', { name: 'Connect your authenticator' })).toBeDefined()
  })

  test('repeated presses of Retry Setup send one request', async () => {
    let asked = 0
    // A call that is never answered would block its lane for the tests after this one.
    const held = new Promise<void>((resolve) => onTestFinished(() => resolve()))
    api.use(
      http.post('/api/2fa/setup', async () => {
        asked += 1
        await held
        return HttpResponse.error()
      }),
    )
    const page = await atTheSetup()
    const retry = await screen.findByRole('button', { name: 'Retry Setup' })
    await page.user.click(retry)
    await waitFor(() => expect(asked).toBe(1))
    await page.user.click(retry)
    expect(screen.getByText('Preparing your authenticator setup...')).toBeDefined()
    expect(asked).toBe(1)
  })

  test('Logout leaves the setup', async () => {
    const page = await atTheSetup()
    await page.press('Cancel')
    await page.press('Logout')
    await heading('Sign In')
    expect(readSession().token).toBeNull()
  })

  test.each([
    [200, {}],
    [201, { success: true }],
    [200, { access_token: '' }],
  ])('the setup signs in to get a token if the answer has none: %i %j', async (status, answer) => {
    const enabling = sentTo(api, 'POST /api/2fa/enable')
    const signingIn = sentTo(api, 'POST /api/admin/login-with-2fa')
    api.use(
      http.post('/api/2fa/enable', () => HttpResponse.json(answer, { status })),
      http.post('/api/admin/login-with-2fa', () =>
        HttpResponse.json({ access_token: 'new', features: { bins: true } }),
      ),
    )
    offering()
    const page = await atTheSetup()
    const secret = (await screen.findByText(/^[A-Z2-7]{16,}$/)).textContent
    await giveCode(page, 'Verification code', '123456')
    await enters()
    expect(enabling).toEqual([{ username: 'ada', secret_key: secret, totp_code: '123456' }])
    expect(signingIn).toEqual([{ username: 'ada', password: PASSWORD, totp_code: '123456' }])
    expect(readSession()).toMatchObject({ token: 'new', twoFactorVerified: true })
  })

  const failures: readonly [what: string, answer: () => Response, text: string][] = [
    [
      '404',
      () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 }),
      '2FA setup endpoints not found on this server.',
    ],
    [
      '401',
      () => HttpResponse.json({ detail: 'Bad' }, { status: 401 }),
      'Authentication error. Please log in again.',
    ],
    [
      '422',
      () => HttpResponse.json({ detail: [] }, { status: 422 }),
      'Invalid request format. Please log in again and retry the setup.',
    ],
    [
      'an answer without a secret',
      () => HttpResponse.json({ data: { qr_code_url: 'otpauth://totp/x' } }),
      'Failed to get 2FA setup information. Please try again.',
    ],
    [
      'an answer without a QR code',
      () => HttpResponse.json({ data: { secret_key: 'ABC' } }),
      'Failed to get 2FA setup information. Please try again.',
    ],
  ]
  test.each(failures)(
    'the setup explains %s and cannot be skipped',
    async (_what, answer, text) => {
      api.use(http.post('/api/2fa/setup', answer))
      await atTheSetup()
      expect(await alert()).toBe(text)
      expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull()
      expect(screen.getByRole('button', { name: 'Retry Setup' })).toBeDefined()
    },
  )

  test('an HTML 404 counts as a missing endpoint if the server answers other calls', async () => {
    const page = () => HttpResponse.html('<h1>Cannot POST /2fa/setup</h1>', { status: 404 })
    api.use(http.post('/api/2fa/setup', page))
    await atTheSetup()
    expect(await alert()).toBe('2FA setup endpoints not found on this server.')
    expect(screen.queryByRole('button', { name: 'Skip for now' })).toBeNull()
  })

  test('the setup can be skipped if a captive portal answers every call', async () => {
    const portal = () => HttpResponse.html('<h1>Sign in</h1>')
    api.use(http.post('/api/2fa/setup', portal), http.get('/api/health', portal))
    await atTheSetup()
    expect(await alert()).toBe('No connection to the server. Try again, or skip the setup for now.')
    expect(screen.getByRole('button', { name: 'Skip for now' })).toBeDefined()
  })

  test('the setup can be skipped offline, and the console then says what is missing', async () => {
    const refused: string[] = []
    api.events.on('response:mocked', ({ request, response }) => {
      if (response.status >= 400) refused.push(request.url)
    })
    api.use(http.post('/api/2fa/setup', () => HttpResponse.error()))
    const page = await atTheSetup({ isSuperAdmin: true })
    expect(await alert()).toBe('No connection to the server. Try again, or skip the setup for now.')
    await page.press('Skip for now')
    await heading('Welcome to the Admin Portal')
    expect(
      await screen.findByText('You skipped the setup. Set up a second factor to see your data.'),
    ).toBeDefined()
    // Nothing that the server would refuse is offered.
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }))
    expect(menu.getAllByRole('link').map(({ textContent }) => textContent)).toEqual(['Dashboard'])
    const main = within(screen.getByRole('main'))
    expect(main.queryByRole('link')).toBeNull()
    // The server was not asked, so nothing is said in its name.
    expect(refused).toEqual([])
    expect(main.queryByText('No features available for your account.')).toBeNull()
    api.resetHandlers()
    await page.press('Set up two-factor authentication')
    expect(await screen.findByRole('dialog', { name: 'Connect your authenticator' })).toBeDefined()
  })

  const refusals: readonly [status: number, text: string][] = [
    [401, 'Authentication failed. Please try again.'],
    [404, '2FA enable endpoint not found on this server.'],
    [422, 'Invalid verification request. Please check the code and try again.'],
  ]
  test.each(refusals)('a %i in the last step is reported as: %s', async (status, text) => {
    api.use(http.post('/api/2fa/enable', () => HttpResponse.json({}, { status })))
    const page = await atTheSetup()
    await giveCode(page, 'Verification code', '123456')
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('a server that writes null for the token that it does not send is entered by a login with the same code', async () => {
    const eve = await anAdmin(server().context, { username: 'eve' })
    const token = await eve.session()
    offering()
    const page = await atTheSetup()
    const logins: unknown[] = []
    const nothing = { access_token: null, features: null, cache_key: null, message: null }
    api.use(
      http.post('/api/2fa/enable', () => HttpResponse.json({ ...nothing, success: true })),
      http.post('/api/admin/login-with-2fa', async ({ request }) => {
        logins.push(await request.json())
        return HttpResponse.json({ ...nothing, access_token: token, features: { bins: true } })
      }),
    )
    await giveCode(page, 'Verification code', '123456')
    await enters()
    expect(logins).toMatchObject([{ username: 'ada', totp_code: '123456' }])
    expect(readSession().features).toMatchObject({ bins: true, items: false })
  })
})

describe('the feature step', () => {
  const withoutFeatures = () =>
    api.use(
      http.post('/api/auth/login-with-2fa', async () =>
        HttpResponse.json({
          access_token: await (await anAdmin(server().context, { username: 'eve' })).session(),
        }),
      ),
    )

  test('the flags are fetched if the second factor did not return them, and the page says so', async () => {
    const { page } = await atTheCode()
    withoutFeatures()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.use(http.get('/api/admin/profile', () => held))
    await giveCode(page, 'Authenticator code', '123456')
    expect((await screen.findByText('Loading features...')).role).toBe('status')
    answer()
    await enters()
    expect(readSession().features).toMatchObject({ bins: false })
  })

  test('a profile wrapped in `data` is read like a bare one', async () => {
    const { page } = await atTheCode()
    withoutFeatures()
    api.use(
      http.get('/api/admin/profile', () =>
        HttpResponse.json({ data: { username: 'eve', features: { bins: true, items: 'true' } } }),
      ),
    )
    await giveCode(page, 'Authenticator code', '123456')
    await enters()
    expect(readSession().features).toMatchObject({ bins: true, items: false })
  })

  test('Retry and Logout are offered if the flags cannot be fetched', async () => {
    const { page } = await atTheCode()
    withoutFeatures()
    api.use(http.get('/api/admin/profile', () => HttpResponse.error()))
    await giveCode(page, 'Authenticator code', '123456')
    expect(await alert()).toBe('No connection to the server. Retry when you are online.')
    api.use(http.get('/api/admin/profile', () => HttpResponse.json({}, { status: 500 })))
    await page.press('Retry')
    expect(await screen.findByText("Couldn't load your permissions.")).toBeDefined()
    await page.press('Logout')
    await heading('Sign In')
    expect(readSession().token).toBeNull()
  })
})
