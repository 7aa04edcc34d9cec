import { screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { consumeReturnPlace } from '#console/session/return-place.ts'
import { readSession } from '#console/session/session.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const MINUTE = 60_000

const { api, server } = consoleServer()

describe('the end of the session', () => {
  /** An admin with less than 5 minutes of the session left. */
  async function warned(): Promise<RenderedConsole> {
    await signedInAdmin(server(), {}, START - 4 * 60 * MINUTE + 5.5 * MINUTE)
    const page = await renderConsole({ path: '/dashboard' })
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await page.pass(MINUTE)
    const dialog = await screen.findByRole('alertdialog', { name: 'Session ending' })
    expect(dialog.textContent).toContain(
      'Your session is about to expire. Would you like to extend it?',
    )
    return page
  }

  test('the expiry is announced with 5 minutes left and put off with a new token', async () => {
    const page = await warned()
    const { token } = readSession()
    await page.press('Yes, Extend Session')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(readSession().token).not.toBe(token)
    await page.pass(10 * MINUTE)
    expect(page.place()).toBe('/dashboard')
  })

  test('the expiry is put off even if the first answer is lost', async () => {
    const page = await warned()
    const { token } = readSession()
    api.use(http.post('/api/token-refresh', () => HttpResponse.error(), { once: true }))
    await page.press('Yes, Extend Session')
    await page.pass(3_000)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
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

  test('the session ends on its own after 4 hours, the login page says so, and the place is kept', async () => {
    const page = await warned()
    await page.pass(5 * MINUTE)
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
    expect(page.place()).toBe('/login?expired=true')
    // The same admin returns there after signing in.
    expect(consumeReturnPlace('ada')).toBe('/dashboard')
  })
})
