/** Second factors that the server accepts while its answer is lost on the way. */
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { NO_SESSION_CODE } from '#contract/constants.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { endSession, isFullyAuthenticated, readSession } from '#console/session/session.ts'
import { readTempPassword } from '#console/session/temp-password.ts'
import { loseNextAnswer, LOSSES } from '#test/support/console/calls/answers.ts'
import { openDialog, pressInRow } from '#test/support/console/open-dialog.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { firstFactorOnly, signedIn } from '#test/support/console/session.ts'
import { enters, giveCode, saveRecoveryCodes } from '#test/support/console/sign-in.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { call } from '#test/support/server/clients/call.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { api, server } = consoleUnderTest

const CODE_LOST = 'The answer to your last code was lost. Enter the next code.'
const MAY_BE_CONNECTED =
  'No connection to the server. Your authenticator may be connected already; please try again.'
const losses = Object.entries(LOSSES)

async function past(person: Person, path: string): Promise<RenderedConsole> {
  const { username } = person
  firstFactorOnly({ username, token: await person.session('first') })
  return renderConsole({ path })
}

const alert = async () => (await screen.findByRole('alert')).textContent

/** Holds back the answer that the session of a call is over. */
function refuseLate(path: string): { isHeld: () => boolean; release: () => void } {
  let release = (): void => undefined
  let isHeld = false
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  api.use(
    http.post(
      `/api${path}`,
      async () => {
        isHeld = true
        await held
        return HttpResponse.json({ detail: 'No', code: NO_SESSION_CODE }, { status: 401 })
      },
      { once: true },
    ),
  )
  return { isHeld: () => isHeld, release }
}

describe('a code at the sign-in', () => {
  const atTheCode = async (loss?: () => Response) => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    const page = await past(ada, '/2fa-login')
    loseNextAnswer(consoleUnderTest, 'POST', '/auth/login-with-2fa', loss)
    await giveCode(page, 'Authenticator code', ada.code(Date.now()))
    await alert()
    return { ada, page }
  }

  test.each(losses)(
    'a code whose answer is lost by %s is not called wrong, and the next one signs in',
    async (_what, loss) => {
      const { ada, page } = await atTheCode(loss)
      await page.press('Verify')
      await screen.findByText(CODE_LOST)
      expect(screen.getByLabelText('Authenticator code')).toHaveProperty('value', '')
      await page.pass(30_000)
      await giveCode(page, 'Authenticator code', ada.code(Date.now()))
      await enters()
      expect(readSession()).toMatchObject({ twoFactorVerified: true, features: { bins: true } })
    },
  )

  test('after a lost answer the next code signs in at once', async () => {
    const { ada, page } = await atTheCode()
    await page.pass(30_000)
    await giveCode(page, 'Authenticator code', ada.code(Date.now()))
    await enters()
    expect(readSession().twoFactorVerified).toBe(true)
  })

  test('the new sign-in does not keep the password any longer', async () => {
    const { page } = await atTheCode()
    await page.pass(240_000)
    await page.press('Verify')
    await screen.findByText(CODE_LOST)
    expect(readTempPassword(Date.now())).not.toBeNull()
    await page.pass(60_000)
    expect(readTempPassword(Date.now())).toBeNull()
  })

  test('the login page says so if the password no longer signs in', async () => {
    const { page } = await atTheCode()
    api.use(http.post('/api/token', () => HttpResponse.json({ detail: 'No' }, { status: 401 })))
    await page.press('Verify')
    await screen.findByText('Your session has expired. Please log in again.')
    expect(page.place()).toBe('/login?expired=true')
  })

  test('a sign-in that gets no answer either can be tried again', async () => {
    const { page } = await atTheCode()
    api.use(http.post('/api/token', () => HttpResponse.error(), { once: true }))
    await page.press('Verify')
    await screen.findByText('No connection to the server. Please try again when you are online.')
    await page.press('Verify')
    expect(await screen.findByText(CODE_LOST)).toBeDefined()
  })

  test('a code from an expired session is not resent for the next person who signs in', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    const bob = await anAdmin(server().context, { username: 'bob', features: ['bins'] })
    const page = await past(ada, '/2fa-login')
    const refusal = refuseLate('/auth/login-with-2fa')
    await giveCode(page, 'Authenticator code', ada.code(Date.now()))
    await expect.poll(refusal.isHeld).toBe(true)
    await page.press('Back to Login')
    await waitFor(() => expect(page.place()).toBe('/login'))
    const token = await bob.session('first')
    act(() => void firstFactorOnly({ username: 'bob', token }))
    await page.go('/2fa-login')
    const sent: string[] = []
    api.use(
      http.post('/api/*', async ({ request }) => {
        sent.push(`${new URL(request.url).pathname} ${await request.clone().text()}`)
      }),
    )
    act(refusal.release)
    await page.pass(1_000)
    expect(sent).toEqual([])
    expect(readSession()).toMatchObject({ token, username: 'bob' })
  })

  test('the answer to a sign-in that was left changes nothing', async () => {
    const { page } = await atTheCode()
    let answer = (): void => undefined
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.use(http.post('/api/token', () => held))
    await page.press('Verify')
    await page.press('Back to Login')
    answer()
    await page.pass(1_000)
    expect(page.place()).toBe('/login')
    expect(readSession().token).toBeNull()
  })
})

test('a recovery code whose answer is lost is called used up, and another one signs in', async () => {
  const ada = await anAdmin(server().context)
  const { body } = await call(server().app, secondFactorEndpoints.createRecoveryCodes, {
    token: await ada.session(),
  })
  const [code = '', other = ''] = body['codes'] as string[]
  const page = await past(ada, '/2fa-login')
  await page.press('Use a recovery code')
  loseNextAnswer(consoleUnderTest, 'POST', '/auth/login-with-recovery-code')
  await page.fill('Recovery code', code)
  await page.press('Verify')
  expect(await alert()).toBe(
    "No answer from the server. The code may be used up; it's safe to try it again.",
  )
  await page.press('Verify')
  await screen.findByText(
    'The answer to your last code was lost, and that code is used up. Enter another one, or the code of your authenticator.',
  )
  expect(screen.getByLabelText('Recovery code')).toHaveProperty('value', '')
  await page.fill('Recovery code', other)
  await page.press('Verify')
  await enters()
  await screen.findByText('Signed in with a recovery code. 8 left.')
})

/** Types the code of the secret that the dialog shows. */
async function connects(page: RenderedConsole): Promise<string> {
  const dialog = await screen.findByRole('dialog', { name: 'Connect your authenticator' })
  const secret = dialog.querySelector('code')?.textContent ?? ''
  await giveCode(page, 'Verification code', codeAt(secret, Date.now()))
  return secret
}

describe('the set-up of an authenticator', () => {
  const atTheSetup = async () =>
    past(await anAdmin(server().context, { hasSecondFactor: false }), '/2fa-setup')

  const ways: readonly [way: string, go: (page: RenderedConsole) => Promise<void>][] = [
    [
      'Verify',
      async (page) => {
        await page.press('Verify')
        await screen.findByText('Your authenticator is connected. Sign in with its next code.')
      },
    ],
    [
      'Retry Setup',
      async (page) => {
        await page.press('Cancel')
        await page.press('Retry Setup')
      },
    ],
  ]
  test.each(ways)(
    'after a lost answer, %s leads to the code page, where the next code signs in',
    async (_way, go) => {
      const page = await atTheSetup()
      loseNextAnswer(consoleUnderTest, 'POST', '/2fa/enable')
      const secret = await connects(page)
      await screen.findByText(MAY_BE_CONNECTED)
      await go(page)
      await screen.findByLabelText('Authenticator code')
      expect(page.place()).toBe('/2fa-login')
      await page.pass(30_000)
      await giveCode(page, 'Authenticator code', codeAt(secret, Date.now()))
      await enters()
    },
  )

  test('a set-up goes on in a new session if something else ended its own', async () => {
    const page = await atTheSetup()
    await screen.findByRole('dialog')
    await endSessionsOf(server().context.db, 'ada')
    await connects(page)
    await saveRecoveryCodes(page)
    await enters()
    expect(readSession().twoFactorVerified).toBe(true)
  })

  test('5 minutes later the login page says that the authenticator may be connected', async () => {
    const page = await atTheSetup()
    loseNextAnswer(consoleUnderTest, 'POST', '/2fa/enable')
    await connects(page)
    await screen.findByText(MAY_BE_CONNECTED)
    await page.pass(300_000)
    await page.press('Verify')
    await screen.findByText('Your new authenticator may be connected already. Sign in with it.')
    expect(page.place()).toMatch(/^\/login/)
  })
})

describe('the Security screen', () => {
  const region = async (name: string) => within(await screen.findByRole('region', { name }))

  const replacing = async () => {
    await signedInAdmin(server())
    const page = await renderConsole({ path: '/security' })
    await page.press('Replace authenticator')
    await screen.findByRole('dialog', { name: 'Connect your authenticator' })
    return page
  }

  test('after a lost answer to a new authenticator, the login page says to sign in with it', async () => {
    const page = await replacing()
    loseNextAnswer(consoleUnderTest, 'POST', '/2fa/enable')
    await connects(page)
    await screen.findByText(MAY_BE_CONNECTED)
    await page.press('Verify')
    await screen.findByText('Your new authenticator may be connected already. Sign in with it.')
    expect(page.place()).toMatch(/^\/login/)
    expect(isFullyAuthenticated(readSession())).toBe(false)
  })

  test('a session that something else ended says nothing of a new authenticator', async () => {
    const page = await replacing()
    await endSessionsOf(server().context.db, 'ada')
    await connects(page)
    await screen.findByText('Your session has expired. Please log in again.')
    expect(page.place()).toBe('/login?expired=true')
  })

  test.each(losses)(
    'new codes whose answer is lost by %s may be there, and the screen counts them',
    async (_what, loss) => {
      await signedInAdmin(server())
      const page = await renderConsole({ path: '/security' })
      const codes = await region('Recovery codes')
      loseNextAnswer(consoleUnderTest, 'POST', '/recovery-codes', loss)
      await page.press('Generate new codes')
      expect(await alert()).toBe(
        'No answer from the server. New codes may have been generated, and your old ones may no longer work. Generate them again.',
      )
      await waitFor(() => codes.getByText('10 of 10 left'))
    },
  )
})

test('a session whose end got no answer may have ended, and the list shows whether it has', async () => {
  const ada = await signedInAdmin(server())
  await ada.session()
  const page = await renderConsole({ path: '/security' })
  const sessions = within(await screen.findByRole('region', { name: 'Where you are signed in' }))
  loseNextAnswer(consoleUnderTest, 'DELETE', '/sessions')
  await page.press('End all others')
  await sessions.findByText('No answer from the server. This may have been done.')
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
})

test('a reset whose answer is lost in a gateway may have been done', async () => {
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  await anAdmin(server().context, { username: 'bob' })
  const page = await renderConsole({ path: '/admins' })
  await screen.findByText('bob')
  await pressInRow(page, 'bob', 'Second factor')
  const dialog = await openDialog(page, 'Second factor of bob')
  await dialog.fill('Reason, for the audit trail', 'His phone fell into the dock')
  const gateway = LOSSES['the page of a gateway']
  loseNextAnswer(consoleUnderTest, 'POST', '/admin/second-factor/reset/bob', gateway)
  await dialog.press('Reset second factor')
  expect(await dialog.alert()).toBe('No answer from the server. This may have been done.')
  expect((await findAdmin(server().context.db, 'bob'))?.totpSecret).toBeNull()
})

test('a fresh proof whose answer is lost may have used its code up', async () => {
  const ada = await signedInAdmin(server())
  const page = await renderConsole({ path: '/security' })
  await page.pass(5 * 60_000)
  await page.press('Generate new codes')
  await screen.findByRole('dialog', { name: "Confirm that it's you" })
  loseNextAnswer(consoleUnderTest, 'POST', '/step-up')
  await page.fill('Authenticator code', ada.code(Date.now()))
  await page.press('Confirm')
  expect(await alert()).toBe(
    'No answer from the server. Your code may be used up; enter another one.',
  )
})

test('an authenticator whose session is over does not end the session that began after a lock', async () => {
  const ada = await signedInAdmin(server(), { features: ['bins'] })
  const page = await renderConsole({ path: '/security' })
  await page.press('Replace authenticator')
  const dialog = await screen.findByRole('dialog', { name: 'Connect your authenticator' })
  const secret = dialog.querySelector('code')?.textContent ?? ''
  const refusal = refuseLate('/2fa/enable')
  await page.fill('Verification code', codeAt(secret, Date.now()))
  await page.press('Verify')
  await expect.poll(refusal.isHeld).toBe(true)
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const token = await ada.session()
  act(() => void signedIn({ token, features: ['bins'] }))
  await page.go('/dashboard')
  act(refusal.release)
  await page.pass(1_000)
  expect(readSession().token).toBe(token)
  expect(page.place()).toBe('/dashboard')
})
