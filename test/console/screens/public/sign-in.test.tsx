import { screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { putRecords } from '#server/db/records.ts'
import { keepReturnPlace, readSession, readTempPassword } from '#console/session/session.ts'
import { consoleServer, START } from '#test/support/console-server.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { renderConsole } from '#test/support/render.tsx'
import { enters, giveCode, giveFirstFactor } from '#test/support/sign-in.ts'

const { api, server } = consoleServer()

const heading = (name: string) => screen.findByRole('heading', { name })
const alert = async () => (await screen.findByRole('alert')).textContent

describe('signing in', () => {
  test('with password and code leads through the transition to cards with counts', async () => {
    const ada = await anAdmin(server().context, { features: ['bins', 'items'] })
    await putRecords(server().context.db, 'bins', [{ id: 1 }, { id: 2 }], START)
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(1_900)
    expect(page.place()).toBe('/2fa-login')
    await page.pass(100)
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
    expect(await screen.findByRole('link', { name: /^Bins ?2/ })).toBeDefined()
    expect(await screen.findByRole('link', { name: /^Items ?0/ })).toBeDefined()
    expect(screen.getByText('Hi, ada')).toBeDefined()
    expect(readTempPassword(Date.now())).toBeNull()
  })

  test('tells a super admin from others by the status check', async () => {
    const root = await aSuperAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    expect(readSession()).toMatchObject({ username: 'root', isSuperAdmin: true })
  })

  test('goes on without super-admin screens where the status check has no answer', async () => {
    const root = await aSuperAdmin(server().context)
    api.use(http.post('/api/super-admin-status-check', () => HttpResponse.error()))
    const page = await renderConsole()
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    expect(readSession()).toMatchObject({ username: 'root', isSuperAdmin: false })
  })

  test('leads back to where the person was when the session was locked', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    keepReturnPlace({ username: 'ada', href: '/bins?q=A-01' })
    const page = await renderConsole()
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(2_000)
    await heading('Bins')
    expect(page.place()).toBe('/bins?q=A-01')
    expect(screen.getByLabelText('Search all columns')).toHaveProperty('value', 'A-01')
  })

  test.each(['/admins', '/nowhere', 'https://elsewhere.example/bins'])(
    'leads to the dashboard where %s was kept, which is not permitted or not known',
    async (href) => {
      const ada = await anAdmin(server().context, { features: ['bins'] })
      keepReturnPlace({ username: 'ada', href })
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

describe('the login says', () => {
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
      'an answer without a token',
      () => HttpResponse.json({ token_type: 'bearer' }),
      'Invalid response from server',
    ],
  ]
  test.each(refusals)('at %s its sentence', async (_what, answer, text, path = '/login') => {
    api.use(http.post('/api/token', answer))
    const page = await renderConsole({ path })
    await giveFirstFactor(page, { username: 'ada', password: 'x' })
    expect(await alert()).toBe(text)
    expect(page.place()).toBe(path)
    expect(readSession().token).toBeNull()
  })

  test('what a wrong password means, by the real server', async () => {
    await anAdmin(server().context)
    const page = await renderConsole()
    await giveFirstFactor(page, { username: 'ada', password: 'wrong' })
    expect(await alert()).toBe('Invalid username or password')
  })

  test('that both are needed, and no more as soon as they are there', async () => {
    const { user } = await renderConsole()
    await user.click(screen.getByRole('button', { name: 'Sign In' }))
    expect(await alert()).toBe('Please enter both username and password')
    await user.type(screen.getByLabelText('Username'), 'ada')
    expect(screen.getByRole('alert')).toBeDefined()
    await user.type(screen.getByLabelText('Password'), 'x')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('why it is shown after an expired session', async () => {
    await renderConsole({ path: '/login?expired=true' })
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
  })

  test('shows and hides the password', async () => {
    const { user } = await renderConsole()
    const password = screen.getByLabelText('Password')
    expect(password).toHaveProperty('type', 'password')
    await user.click(screen.getByRole('button', { name: 'Show or hide the password' }))
    expect(password).toHaveProperty('type', 'text')
  })
})
