import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { consoleServer } from '#test/support/server/console-server.ts'
import { messageOf } from '#test/support/console/field-message.ts'
import { anAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { sentTo } from '#test/support/console/calls/sent.ts'
import { giveFirstFactor } from '#test/support/console/sign-in.ts'

consolePage()

const { api, server } = consoleServer({ env: { SMTP_URL: 'smtp://mail.example' } })
const SENT = 'If an account exists, a reset email has been sent.'

async function forgetting(): Promise<RenderedConsole> {
  const page = await renderConsole()
  await page.press('Forgot Password?')
  await screen.findByRole('dialog', { name: 'Forgot Password' })
  return page
}

async function asking(page: RenderedConsole, who: string): Promise<void> {
  await page.fill('Email or username', who)
  await page.press('Send reset email')
}

describe('a forgotten password', () => {
  test('the mailed link sets a new password, which then signs in', async () => {
    await anAdmin(server().context)
    const asked = sentTo(api, 'POST /api/request-password-reset')
    const sent = sentTo(api, 'POST /api/reset-password')
    const page = await forgetting()
    await asking(page, 'ada')
    expect((await screen.findByText(SENT)).closest('[role=status]')).not.toBeNull()
    // The answer does not wait for the mail, so its timing does not reveal the account.
    await waitFor(() => expect(server().mails).toHaveLength(1))
    expect(asked).toEqual([{ email_or_username: 'ada' }])
    const link = /\/reset-password\?token=\S+/.exec(server().mails[0]?.text ?? '')?.[0] ?? ''
    await page.go(link)
    await page.fill('New Password', 'fresh-sesame')
    await page.fill('Confirm Password', 'fresh-sesame')
    await page.press('Reset Password')
    await screen.findByText(
      'Password reset successfully. You will be redirected to the login page.',
    )
    const token = link.slice('/reset-password?token='.length)
    expect(sent).toEqual([{ token, new_password: 'fresh-sesame' }])
    await page.pass(1_500)
    expect(page.place()).toBe(link)
    await page.pass(500)
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(page.place()).toBe('/login')
    await giveFirstFactor(page, { username: 'ada', password: 'fresh-sesame' })
    expect(await screen.findByLabelText('Authenticator code')).toBeDefined()
  })

  test('an unknown account gets the same answer', async () => {
    await asking(await forgetting(), 'nobody')
    expect(await screen.findByText(SENT)).toBeDefined()
    expect(server().mails).toEqual([])
  })

  test('the form requires an email or a username', async () => {
    const page = await forgetting()
    await page.press('Send reset email')
    expect(await screen.findByText('Please enter your email or username')).toBeDefined()
  })

  const answers: readonly [what: string, answer: () => Response, role: string, text: string][] = [
    [
      "the server's message",
      () => HttpResponse.json({ message: 'Look into your mail' }),
      'status',
      'Look into your mail',
    ],
    ['a success without one', () => HttpResponse.json({}), 'status', SENT],
    [
      'that the account does not exist, as an error',
      () => HttpResponse.json({ message: 'Account does not exist' }),
      'alert',
      'Account does not exist',
    ],
    [
      'the reasons of a refusal, joined',
      () => HttpResponse.json({ detail: [{ msg: 'one' }, { msg: 'two' }] }, { status: 422 }),
      'alert',
      'one, two',
    ],
    [
      'that it failed',
      () => new HttpResponse(null, { status: 500 }),
      'alert',
      'Failed to send reset email.',
    ],
  ]
  test.each(answers)('the form shows %s', async (_what, answer, role, text) => {
    api.use(http.post('/api/request-password-reset', answer))
    await asking(await forgetting(), 'ada')
    expect((await screen.findByText(text)).closest(`[role=${role}]`)).not.toBeNull()
  })
})

describe('Reset Password', () => {
  test('a page without a token says so at once', async () => {
    const asked: string[] = []
    api.events.on('request:start', ({ request }) => asked.push(request.url))
    const page = await renderConsole({ path: '/reset-password' })
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or missing reset token.')
    await page.fill('New Password', 'abcd')
    await page.fill('Confirm Password', 'abcd')
    await page.press('Reset Password')
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid or missing reset token.')
    expect(asked).toEqual([])
  })

  test('the form shows one error at a time', async () => {
    const page = await renderConsole({ path: '/reset-password?token=abc' })
    await page.press('Reset Password')
    expect(messageOf('New Password')).toBe('Please fill in all fields.')
    await page.fill('New Password', 'abc')
    expect(messageOf('Confirm Password')).toBe('Please fill in all fields.')
    await page.fill('Confirm Password', 'abcd')
    expect(screen.getByText('Passwords do not match.')).toBeDefined()
    await page.fill('Confirm Password', 'abc')
    expect(screen.getByText('Password must be at least 4 characters long')).toBeDefined()
  })

  const refusals: readonly [what: string, answer: () => Response, text: string][] = [
    [
      'what the server says',
      () => HttpResponse.json({ detail: 'Too old' }, { status: 400 }),
      'Too old',
    ],
    ['that it failed', () => HttpResponse.error(), 'Failed to reset password. Please try again.'],
  ]
  test.each(refusals)('a refused reset shows %s', async (_what, answer, text) => {
    api.use(http.post('/api/reset-password', answer))
    const page = await renderConsole({ path: '/reset-password?token=123' })
    await page.fill('New Password', 'abcd')
    await page.fill('Confirm Password', 'abcd')
    await page.press('Reset Password')
    expect((await screen.findByRole('alert')).textContent).toBe(text)
  })
})
