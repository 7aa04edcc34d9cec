import { cleanup, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test } from 'vitest'
import { registerAttempt } from '#server/auth/throttle.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { writeDraft } from '#console/session/draft.ts'
import { readLock, storeLock } from '#console/session/lock.ts'
import { storeReturnPlace } from '#console/session/return-place.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import { configured } from '#test/support/console/console-config.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { onDisk, putOnDisk } from '#test/support/console/device.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { enters, giveCode, giveFirstFactor } from '#test/support/console/sign-in.ts'
import { messageOf } from '#test/support/console/field-message.ts'

consolePage()

const { api, server } = consoleServer()

const heading = (name: string) => screen.findByRole('heading', { name })
const alert = async () => (await screen.findByRole('alert')).textContent

/** The calls of a sign-in in order, with the content type of the token call. */
function recordCalls(): string[] {
  const calls: string[] = []
  api.events.on('request:start', ({ request }) => {
    const { pathname } = new URL(request.url)
    const type = pathname.endsWith('/token') ? ` ${request.headers.get('content-type') ?? ''}` : ''
    calls.push(`${request.method} ${pathname}${type}`)
  })
  return calls
}

describe('the sign-in', () => {
  test('a password and a code lead through the transition to cards with counts', async () => {
    const ada = await anAdmin(server().context, { features: ['bins', 'items'] })
    await putRecords(server().context.db, 'bins', [{ id: 1 }, { id: 2 }], START)
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(1_500)
    expect(page.place()).toBe('/2fa-login')
    await page.pass(500)
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
    expect(await screen.findByRole('link', { name: /^Bins ?2/ })).toBeDefined()
    expect(await screen.findByRole('link', { name: /^Items ?0/ })).toBeDefined()
    expect(screen.getByText('Hi, ada')).toBeDefined()
    expect(readTempPassword(Date.now())).toBeNull()
  })

  test('Enter requests the token, the super-admin status and the second-factor status in order', async () => {
    const ada = await anAdmin(server().context)
    const calls = recordCalls()
    const { user } = await renderConsole()
    await user.type(await screen.findByLabelText('Username'), 'ada')
    await user.type(screen.getByLabelText('Password'), `${ada.password}{Enter}`)
    await heading('Two-factor authentication')
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByLabelText('Authenticator code')),
    )
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([
      'POST /api/token application/x-www-form-urlencoded',
      'POST /api/super-admin-status-check',
      'POST /api/auth/check-2fa-status',
    ])
    expect(window.sessionStorage.getItem('username')).toBe('ada')
    expect(window.sessionStorage.getItem('tempPassword')).toBe(ada.password)
    expect(Object.values(window.localStorage).join()).not.toContain(ada.password)
  })

  test.each([
    ['fails', () => HttpResponse.json({}, { status: 500 })],
    ['says nothing', () => HttpResponse.json({})],
    ['lacks the field', () => HttpResponse.json({ data: { requires_2fa: true } })],
  ])('the setup opens if the answer about the second factor %s', async (_what, answer) => {
    const ada = await anAdmin(server().context)
    api.use(http.post('/api/auth/check-2fa-status', answer))
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await heading('Set up two-factor authentication')
    expect(page.place()).toBe('/2fa-setup')
  })

  test('a space that a tablet adds to the username is dropped', async () => {
    const ada = await anAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, { username: 'ada ', password: ada.password })
    expect(await screen.findByLabelText('Authenticator code')).toBeDefined()
  })

  test('the status check identifies a super admin', async () => {
    const root = await aSuperAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    expect(readSession()).toMatchObject({ username: 'root', isSuperAdmin: true })
  })

  test('the sign-in goes on without super-admin screens if the status check has no answer', async () => {
    const root = await aSuperAdmin(server().context)
    api.use(http.post('/api/super-admin-status-check', () => HttpResponse.error()))
    const page = await renderConsole()
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    expect(readSession()).toMatchObject({ username: 'root', isSuperAdmin: false })
  })

  test('an admin returns to the place where the session was locked', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    storeReturnPlace({ username: 'ada', href: '/bins?q=A-01' })
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(2_000)
    await heading('Bins')
    expect(page.place()).toBe('/bins?q=A-01')
    expect(await screen.findByLabelText('Search all columns')).toHaveProperty('value', 'A-01')
  })

  test('after a lock the page says why, fills in the name and mentions a form in progress', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    storeLock({ username: 'ada', wasHidden: true })
    writeDraft('sealed')
    const page = await renderConsole()
    expect(
      await screen.findByText(/^Locked because this page was in the background/),
    ).toHaveProperty(
      'textContent',
      expect.stringContaining('The form you were filling in is saved.'),
    )
    expect(screen.getByLabelText('Username')).toHaveProperty('value', 'ada')
    await page.fill('Password', ada.password)
    await page.press('Sign In')
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    expect(readLock()).toBeNull()
  })

  test('a name stays on the device after a lock, and goes with a logout', async () => {
    const ada = await anAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await heading('Two-factor authentication')
    endSession('hidden')
    expect(readLock()).toEqual({ username: 'ada', wasHidden: true })
    endSession('logout')
    expect(readLock()).toBeNull()
  })

  test('the data of the previous admin is removed from the device', async () => {
    await anAdmin(server().context, { username: 'bob' })
    const ada = await anAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await heading('Two-factor authentication')
    const content = { iv: new Uint8Array(12), data: new ArrayBuffer(8) }
    await putOnDisk({ id: 'bob|bins', owner: 'bob', collection: 'bins', content })
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    expect(await onDisk()).toEqual([])
  })

  test.each(['/admins', '/nowhere', 'https://elsewhere.example/bins'])(
    'the dashboard opens if the kept place %s is not permitted or unknown',
    async (href) => {
      const ada = await anAdmin(server().context, { features: ['bins'] })
      storeReturnPlace({ username: 'ada', href })
      const page = await renderConsole()
      await giveFirstFactor(page, ada)
      await giveCode(page, 'Authenticator code', ada.code())
      await enters()
      await page.pass(2_000)
      await heading('Welcome to the Admin Portal')
      expect(page.place()).toBe('/dashboard')
    },
  )
})

describe('the login page', () => {
  const refusals: readonly [what: string, answer: () => Response, text: string, path?: string][] = [
    [
      '504',
      () => new HttpResponse('<html>', { status: 504 }),
      'Gateway timeout. The server is taking too long to respond. Please try again.',
    ],
    [
      '503',
      () => HttpResponse.json({ detail: 'down' }, { status: 503 }),
      'Service temporarily unavailable. Please try again in a few moments.',
    ],
    [
      '401',
      () => HttpResponse.json({ detail: 'Incorrect' }, { status: 401 }),
      'Invalid username or password',
    ],
    [
      '401 that tells of expiry, without the flag in the address',
      () => HttpResponse.json({ detail: 'Token expired' }, { status: 401 }),
      'Invalid username or password',
    ],
    [
      '401 that tells of expiry, with the flag',
      () => HttpResponse.json({ detail: 'Token expired' }, { status: 401 }),
      'Your session has expired. Please log in again.',
      '/login?expired=true',
    ],
    [
      '500',
      () => new HttpResponse('Internal Server Error', { status: 500 }),
      'Server error. Please try again in a few moments.',
    ],
    [
      '502',
      () => new HttpResponse('<html>', { status: 502 }),
      'Server error. Please try again in a few moments.',
    ],
    [
      'another answer with a detail',
      () => HttpResponse.json({ detail: 'Account is disabled' }, { status: 403 }),
      'Account is disabled',
    ],
    [
      'another answer without',
      () => HttpResponse.json({}, { status: 418 }),
      'An unexpected error occurred. Please try again.',
    ],
    [
      'no answer',
      () => HttpResponse.error(),
      'Unable to connect to the server. Please check your internet connection.',
    ],
    [
      'a page instead of an answer',
      () => HttpResponse.html('<html><h1>Welcome to the hotel</h1></html>'),
      'Invalid response from server',
    ],
    [
      'a proxy that counts attempts',
      () => HttpResponse.html('<html>', { status: 429, headers: { 'Retry-After': '90' } }),
      'Too many attempts. Please try again in 2 minutes.',
    ],
    [
      'an answer without a token',
      () => HttpResponse.json({ token_type: 'bearer' }),
      'Invalid response from server',
    ],
    [
      'an answer with an empty token',
      () => HttpResponse.json({ access_token: '' }),
      'Invalid response from server',
    ],
  ]
  test.each(refusals)(
    'the login page has a message for %s',
    async (_what, answer, text, path = '/login') => {
      api.use(http.post('/api/token', answer))
      const page = await renderConsole({ path })
      await giveFirstFactor(page, { username: 'ada', password: 'x' })
      expect(await alert()).toBe(text)
      expect(page.place()).toBe(path)
      expect(readSession().token).toBeNull()
    },
  )

  test('the real server refuses a wrong password', async () => {
    await anAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, { username: 'ada', password: 'wrong' })
    expect(await alert()).toBe('Invalid username or password')
  })

  test('the first empty field says that both are required and gets the focus', async () => {
    const calls = recordCalls()
    const page = await renderConsole()
    await page.press('Sign In')
    expect(messageOf('Username')).toBe('Please enter both username and password')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Username')))
    await page.fill('Username', 'ada')
    expect(messageOf('Username')).toBeNull()
    expect(messageOf('Password')).toBe('Please enter both username and password')
    await page.press('Sign In')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
    await page.fill('Password', 'x')
    expect(messageOf('Password')).toBeNull()
    expect(calls.filter((call) => call.startsWith('POST'))).toEqual([])
  })

  test('after too many attempts, the login page says how long to wait', async () => {
    const ada = await anAdmin(server().context)
    const subject = { kind: 'sign-in', account: 'ada', address: '192.0.2.1' } as const
    for (let tries = 0; tries < 10; tries += 1) await registerAttempt(server().context, subject)
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    expect(await alert()).toBe('Too many attempts. Please try again in 15 minutes.')
  })

  test('pressing the button again during a sign-in sends no second request', async () => {
    let asked = 0
    // A call that is never answered would block its lane for the tests after this one.
    const held = new Promise<void>((resolve) => onTestFinished(() => resolve()))
    api.use(
      http.post('/api/token', async () => {
        asked += 1
        await held
        return HttpResponse.error()
      }),
    )
    const page = await renderConsole()
    await giveFirstFactor(page, { username: 'ada', password: 'x' })
    const button = screen.getByRole('button', { name: 'Sign In' })
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(document.activeElement).toBe(button)
    await page.user.click(button)
    await page.user.type(screen.getByLabelText('Password'), '{Enter}')
    await page.pass(1_000)
    await waitFor(() => expect(asked).toBe(1))
  })

  test('the login page says that the session has expired', async () => {
    await renderConsole({ path: '/login?expired=true' })
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
  })

  test('the login page shows no text of the address that is not its own', async () => {
    await renderConsole({ path: '/login?message=Call+0800+EVIL' })
    await screen.findByRole('button', { name: 'Sign In' })
    expect(screen.queryByText(/EVIL/)).toBeNull()
  })

  test('registration is offered unless the server has closed it', async () => {
    await renderConsole()
    expect(await screen.findByRole('link', { name: 'Register as a new admin' })).toBeDefined()
    cleanup()
    await configured(api, { registrationClosed: true })
    await renderConsole()
    await screen.findByRole('button', { name: 'Forgot Password?' })
    expect(screen.queryByRole('link', { name: 'Register as a new admin' })).toBeNull()
  })

  test('the offer to register goes when the server says that registration has closed meanwhile', async () => {
    await configured(api, {})
    await renderConsole()
    expect(await screen.findByRole('link', { name: 'Register as a new admin' })).toBeDefined()
    await configured(api, { registrationClosed: true })
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Register as a new admin' })).toBeNull(),
    )
  })

  test('the password can be shown and hidden', async () => {
    const { user } = await renderConsole()
    const password = await screen.findByLabelText('Password')
    expect(password).toHaveProperty('type', 'password')
    const toggle = screen.getByRole('button', { name: 'Show or hide password' })
    await user.click(toggle)
    expect(password).toHaveProperty('type', 'text')
    toggle.focus()
    await user.keyboard(' ')
    await waitFor(() => expect(password).toHaveProperty('type', 'password'))
  })
})
