import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test } from 'vitest'
import { completeFeatures } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { startOnline } from '#console/data/api/online.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { collectionKey, PROFILE_KEY } from '#console/data/collections/queries.ts'
import { consumeReturnPlace } from '#console/session/return-place.ts'
import { readSession } from '#console/session/session.ts'
import { loseNextAnswer } from '#test/support/console/calls/answers.ts'
import { call } from '#test/support/server/clients/call.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { onDisk } from '#test/support/console/device.ts'
import { aSuperAdmin, type AdminFacts } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const MINUTE = 60_000

const consoleWithServer = consoleServer()
const { api, server } = consoleWithServer

describe('the end of the session', () => {
  /** An admin with less than 5 minutes of the session left. */
  async function warned(path = '/dashboard', facts: AdminFacts = {}): Promise<RenderedConsole> {
    await signedInAdmin(server(), facts, START - 4 * 60 * MINUTE + 5.5 * MINUTE)
    const page = await renderConsole({ path })
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(screen.queryByRole('dialog')).toBeNull()
    await page.pass(MINUTE)
    const dialog = await screen.findByRole('dialog', { name: 'Session ending' })
    expect(dialog.textContent).toContain(
      'Your session is about to expire. Would you like to extend it?',
    )
    return page
  }

  test('the expiry is announced with 5 minutes left and put off with a new token', async () => {
    const page = await warned()
    const { token } = readSession()
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readSession().token).not.toBe(token)
    await page.pass(10 * MINUTE)
    expect(page.place()).toBe('/dashboard')
  })

  test('the expiry is put off even if the first answer is lost', async () => {
    const page = await warned()
    const { token } = readSession()
    api.use(http.post('/api/token-refresh', () => HttpResponse.error(), { once: true }))
    const isSaid = () => screen.queryByText(signInTexts.extendWaiting) !== null
    expect(isSaid()).toBe(false)
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(isSaid()).toBe(true))
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByRole('status').textContent).toBe(signInTexts.extendWaiting)
    expect(dialog.getByRole('button', { name: 'Yes, Extend Session' }).ariaBusy).toBe('true')
    expect(dialog.getByRole('button', { name: 'No, Log Out' }).ariaDisabled).toBeNull()
    await page.pass(3_000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readSession().token).not.toBe(token)
    expect(readSession().token).not.toBeNull()
  })

  test.each([
    { features: { bins: true } },
    { user: { username: 'ada', features: { bins: true } } },
  ])('the flags are updated when the expiry is put off: %j', async (told) => {
    const page = await warned()
    const { token } = readSession()
    api.use(
      http.post('/api/token-refresh', () => HttpResponse.json({ access_token: token, ...told })),
    )
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(readSession().features).toMatchObject({ bins: true, items: false }))
  })

  test('a screen whose flag was withdrawn is left with the new token, and its rows with it', async () => {
    const { app, context } = server()
    await putRecords(context.db, 'items', [{ id: 1, name: 'Pallet jack' }], START)
    const page = await warned('/items', { features: ['items', 'bins'] })
    expect(page.place()).toBe('/items')
    const root = await (await aSuperAdmin(context)).session()
    const features = completeFeatures({ bins: true })
    const body = { company_name: 'Dock', company_email: 'ada@example.com', features }
    const params = { username: 'ada' }
    expect((await call(app, endpoints.updateAdmin, { token: root, params, body })).status).toBe(200)
    // Only the token brings the news.
    api.use(http.get('/api/admin/profile', () => HttpResponse.error()))
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(page.place()).toBe('/dashboard'))
    expect(readSession().features).toMatchObject({ bins: true, items: false })
    await waitFor(async () =>
      expect((await onDisk()).map(({ collection }) => collection)).not.toContain('items'),
    )
    // The profile is older than the token, and is read again whenever the frame is.
    await page.go('/super-admin-register')
    await page.go('/items')
    await waitFor(() => expect(page.place()).toBe('/dashboard'))
    expect(readSession().features).toMatchObject({ bins: true, items: false })
  })

  test('a screen that the stored profile closes is left although its frame has just opened', async () => {
    await signedInAdmin(server(), { features: ['items', 'bins'] })
    const page = await renderConsole({ path: '/super-admin-register' })
    const profile = { username: 'ada', features: { bins: true }, is_super_admin: false }
    queryClient.setQueryData(PROFILE_KEY, profile)
    await page.go('/items')
    await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
    expect(page.place()).toBe('/dashboard')
  })

  test('a profile that does not say who is a super admin changes nothing about that', async () => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    const features = { bins: true }
    api.use(http.get('/api/admin/profile', () => HttpResponse.json({ username: 'ada', features })))
    const page = await renderConsole({ path: '/admins' })
    await waitFor(() => expect(readSession().features).toMatchObject({ bins: true, items: false }))
    expect(readSession().isSuperAdmin).toBe(true)
    expect(page.place()).toBe('/admins')
  })

  test('No, Log Out ends the session at once', async () => {
    const page = await warned()
    const { token } = readSession()
    await page.press('No, Log Out')
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(page.place()).toBe('/login')
    const headers = { authorization: `Bearer ${token ?? ''}` }
    const ask = () => server().app.inject({ url: '/api/admin/profile', headers })
    await waitFor(async () => expect((await ask()).statusCode).toBe(401))
  })

  test('the session ends if the token cannot be refreshed', async () => {
    const page = await warned()
    api.use(http.post('/api/token-refresh', () => HttpResponse.json({}, { status: 500 })))
    await page.press('Yes, Extend Session')
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(readSession().token).toBeNull()
  })

  const page502 = () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 })

  test.each([500, 502, 503, 404, 200])(
    'six pages in a row in place of a new token (%i) end the session',
    async (status) => {
      const page = await warned()
      let asked = 0
      api.use(
        http.post('/api/token-refresh', () => {
          asked += 1
          // However soon a proxy asks for the next attempt.
          const headers = { 'retry-after': '0' }
          return HttpResponse.html('<h1>Sorry</h1>', { status, headers })
        }),
      )
      await page.press('Yes, Extend Session')
      await page.pass(20_000)
      expect(readSession().token).not.toBeNull()
      await page.pass(20_000)
      await screen.findByRole('heading', { name: 'Sign In' })
      expect(asked).toBe(6)
      expect(page.place()).toBe('/login')
      expect(window.sessionStorage).toHaveLength(0)
    },
  )

  test('pages between lost answers do not end the session, which is extended once the server answers', async () => {
    const page = await warned()
    const { token } = readSession()
    const pages = Array.from({ length: 5 }, () => page502)
    const answers = [...pages, () => HttpResponse.error(), ...pages]
    api.use(
      http.post('/api/token-refresh', () => {
        const answer = answers.shift()
        return answer?.()
      }),
    )
    await page.press('Yes, Extend Session')
    await page.pass(250_000)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(answers).toEqual([])
    expect(readSession().token).not.toBeNull()
    expect(readSession().token).not.toBe(token)
  })

  test.each([500, 4_000, 25_000])(
    'the link that takes the answer to the refresh with it and is back after %i ms does not end the session',
    async (outageMs) => {
      const page = await warned('/bins', { features: ['bins'] })
      const { token } = readSession()
      let isDown = false
      api.use(http.all('*', () => (isDown ? HttpResponse.error() : undefined)))
      loseNextAnswer(consoleWithServer, 'POST', '/token-refresh', () => {
        isDown = true
        return HttpResponse.error()
      })
      onTestFinished(startOnline())
      await page.pass(61_000)
      await page.press('Yes, Extend Session')
      await waitFor(() => expect(isDown).toBe(true))
      await page.pass(outageMs)
      isDown = false
      await page.pass(3_000)
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
      await page.pass(5_000)
      expect(page.place()).toBe('/bins')
      expect(readSession().token).not.toBeNull()
      expect(readSession().token).not.toBe(token)
      expect(queryClient.getQueryState(collectionKey('bins'))?.error).toBeNull()
    },
  )

  test('a server that renews a session without a new token may refuse it later', async () => {
    const page = await warned()
    const { token } = readSession()
    api.use(http.post('/api/token-refresh', () => HttpResponse.json({ access_token: token })))
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    api.use(
      http.get('/api/admin/profile', () => HttpResponse.json({ detail: 'No' }, { status: 401 })),
    )
    await queryClient.refetchQueries({ queryKey: PROFILE_KEY })
    expect(readSession().token).toBeNull()
  })

  test('the session ends on its own after 4 hours, the login page says so, and the place is kept', async () => {
    const page = await warned()
    await page.pass(5 * MINUTE)
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
    expect(page.place()).toBe('/login?expired=true')
    // The same admin returns there after signing in.
    expect(consumeReturnPlace('ada')).toBe('/dashboard')
  })
})
