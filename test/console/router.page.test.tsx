import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, TEMP_PASSWORD_LIFETIME_MS } from '#contract/constants.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { endSession, readSession, reloadSession } from '#console/session/session.ts'
import { changeFlags } from '#console/session/steps.ts'
import { configured } from '#test/support/console/console-config.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { onDisk } from '#test/support/console/device.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { hidePage, showPage } from '#test/support/console/page-visibility.ts'
import { firstFactorOnly, signedOut, signedIn } from '#test/support/console/session.ts'
import { enters, giveCode, giveFirstFactor } from '#test/support/console/sign-in.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(() => {
  showPage()
})

const heading = (name: string) => screen.findByRole('heading', { name })

describe('an address', () => {
  const visitors: readonly [path: string, place: string][] = [
    ['/', '/'],
    ['/bins', '/login'],
    ['/dashboard', '/login'],
    ['/admins', '/login'],
    ['/nowhere', '/login'],
    ['/nowhere/at/all?x=1', '/login'],
    ['/2fa-login', '/login'],
    ['/2fa-setup', '/login'],
  ]
  test.each(visitors)('%s takes a visitor to the login page at %s', async (path, place) => {
    const page = await renderConsole({ path })
    await heading('Sign In')
    expect(page.place()).toBe(place)
  })

  test.each(['/', '/bins', '/nowhere'])(
    '%s takes an admin who has given only the password to the code page',
    async (path) => {
      firstFactorOnly()
      const page = await renderConsole({ path })
      await heading('Two-factor authentication')
      expect(page.place()).toBe('/2fa-login')
    },
  )

  const admins: readonly [path: string][] = [
    ['/'],
    ['/items'],
    ['/admins'],
    ['/netsuite-setup'],
    ['/nowhere'],
    ['/2fa-login'],
    ['/2fa-setup'],
    ['/reset-password?token=x'],
  ]
  test.each(admins)('%s takes an admin who may only see bins to the dashboard', async (path) => {
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path })
    // The transition belongs to signing in, and the login page to visitors.
    expect(screen.queryByText('Loading your workspace...')).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Sign In' })).toBeNull()
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('a permitted address is shown, and any other one leads to the dashboard', async () => {
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await heading('Bins')
    await page.go('/items')
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
    await page.go('/bins?page=2')
    await heading('Bins')
    await page.go('/nowhere')
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('going back to an address whose flag was removed leads to the dashboard', async () => {
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/items' })
    await heading('Items')
    await page.go('/bins')
    await heading('Bins')
    act(() => changeFlags({ bins: true }, false))
    await page.back()
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('an address requested before signing in is not restored afterwards', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    const page = await renderConsole({ path: '/bins?q=A-01' })
    await heading('Sign In')
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(2_000)
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('an address from before a logout is not restored', async () => {
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/items' })
    await heading('Items')
    await page.go('/bins')
    await heading('Bins')
    act(() => endSession('logout'))
    await heading('Sign In')
    await page.back()
    await heading('Sign In')
    expect(page.place()).toBe('/login')
  })

  test('the address of a link is guarded like a typed one', async () => {
    await signedInAdmin(server(), { features: ['bins', 'items'] })
    const page = await renderConsole({ path: '/dashboard' })
    const main = within(await screen.findByRole('main'))
    const card = await main.findByRole('link', { name: /^Items/ })
    // The flag is removed while the card is still shown.
    window.sessionStorage.setItem('adminFeatures', JSON.stringify({ bins: true }))
    reloadSession(Date.now())
    await page.user.click(card)
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('/super-admin-register is open to everybody', async () => {
    await signedInAdmin(server())
    const page = await renderConsole({ path: '/super-admin-register' })
    expect(await heading('Register')).toBeDefined()
    expect(page.place()).toBe('/super-admin-register')
  })
})

describe('the login page', () => {
  test('the login page clears the session of an admin who opens it', async () => {
    await signedInAdmin(server())
    await renderConsole({ path: '/login' })
    await heading('Sign In')
    expect(readSession().token).toBeNull()
  })

  test('the login page keeps the session with manual=false', async () => {
    await signedInAdmin(server())
    await renderConsole({ path: '/login?manual=false' })
    await heading('Sign In')
    expect(readSession().token).not.toBeNull()
  })
})

describe('the end of a session', () => {
  test('a 401 leads to the login page with a message about the expired session', async () => {
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await heading('Bins')
    let asked = 0
    api.use(
      http.get('/api/data_bins', () => {
        asked += 1
        return HttpResponse.json({ detail: 'No' }, { status: 401 })
      }),
    )
    await page.pass(120_000)
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
    await page.pass(60_000)
    expect(asked).toBe(1)
    expect(page.place()).toBe('/login?expired=true')
    expect(readSession().token).toBeNull()
  })

  test('an admin whose session ended on the server returns to the same place after signing in', async () => {
    const ada = await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await heading('Bins')
    await server().app.inject({
      method: 'POST',
      url: '/api/logout',
      headers: { authorization: `Bearer ${readSession().token ?? ''}` },
    })
    await page.pass(120_000)
    expect(await screen.findByText('Your session has expired. Please log in again.')).toBeDefined()
    await giveFirstFactor(page, ada)
    await giveCode(page, 'Authenticator code', ada.code())
    await enters()
    await page.pass(2_000)
    await heading('Bins')
    expect(page.place()).toBe('/bins')
  })

  test('a hidden page locks the session, and the same admin returns to the same place', async () => {
    const root = await aSuperAdmin(server().context)
    const page = await renderConsole({ path: '/login' })
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    await page.pass(2_000)
    await page.go('/admins?q=root')
    await heading('Admins')
    expect(await screen.findAllByText('root')).not.toEqual([])
    hidePage()
    await page.pass(1_500)
    showPage()
    await heading('Sign In')
    expect(screen.queryAllByText('root')).toEqual([])
    expect(page.place()).toBe('/login')
    // The code of this half minute is used up.
    await page.pass(30_000)
    await giveFirstFactor(page, root)
    await giveCode(page, 'Authenticator code', root.code())
    await enters()
    await page.pass(2_000)
    await heading('Admins')
    expect(page.place()).toBe('/admins?q=root')
  })

  const graces: readonly [setting: number | null, away: number, locks: boolean][] = [
    [5_000, 2_000, false],
    [5_000, 6_000, true],
    [null, 60_000, false],
  ]
  test.each(graces)(
    'config.json sets when a hidden page locks the session (grace %j, hidden for %i ms, locked: %j)',
    async (tab, away, locks) => {
      await configured(api, { hiddenGraceMs: { tab, installed: 300_000 } })
      await signedInAdmin(server())
      const page = await renderConsole({ path: '/dashboard' })
      await heading('Welcome to the Admin Portal')
      hidePage()
      await page.pass(away)
      showPage()
      expect(readSession().token === null).toBe(locks)
    },
  )

  test.each([
    ['fails', () => HttpResponse.error()],
    ['is not there', () => HttpResponse.json({ detail: 'Not Found' }, { status: 404 })],
  ])('a logout wipes the device even if the call %s', async (_what, answer) => {
    await putRecords(server().context.db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
    api.use(http.post('/api/logout', answer))
    await signedInAdmin(server(), { features: ['bins'] })
    const page = await renderConsole({ path: '/bins' })
    await screen.findByText('A-1')
    await page.pass(1_000)
    await waitFor(async () => expect(await onDisk()).toHaveLength(1))
    await page.press('Logout')
    const dialog = within(await screen.findByRole('dialog'))
    await page.user.click(dialog.getByRole('button', { name: 'Logout' }))
    await heading('Sign In')
    expect(page.place()).toBe('/login')
    expect(window.sessionStorage).toHaveLength(0)
    await waitFor(async () => expect(await onDisk()).toEqual([]))
  })

  test('a logout in another tab ends the session in this one', async () => {
    await signedInAdmin(server())
    const page = await renderConsole({ path: '/dashboard' })
    await heading('Welcome to the Admin Portal')
    const other = new BroadcastChannel('dockside.session')
    other.postMessage({ kind: 'logged-out', username: 'ada' })
    await heading('Sign In')
    other.close()
    expect(page.place()).toBe('/login')
    expect(readSession().token).toBeNull()
  })

  test('a sign-in by another admin in another tab ends this session', async () => {
    await signedInAdmin(server())
    await renderConsole({ path: '/dashboard' })
    await heading('Welcome to the Admin Portal')
    const other = new BroadcastChannel('dockside.session')
    other.postMessage({ kind: 'signed-in', username: 'bob' })
    await heading('Sign In')
    other.close()
    expect(readSession()).toEqual(signedOut())
  })
})

describe('an answer after the end of its session', () => {
  /** Holds the answers of a call until the test lets them go. */
  const hold = (path: string): (() => void) => {
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    api.use(http.post(path, () => released))
    return () => release()
  }

  test('a code accepted after Back to Login does not sign the admin in', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    const page = await renderConsole({ path: '/login' })
    await giveFirstFactor(page, ada)
    const release = hold('/api/auth/login-with-2fa')
    await giveCode(page, 'Authenticator code', ada.code())
    await page.press('Back to Login')
    await heading('Sign In')
    release()
    await page.pass(3_000)
    expect(page.place()).toBe('/login')
    expect(window.sessionStorage).toHaveLength(0)
  })

  test('a refreshed token does not restore a session that was logged out in another tab', async () => {
    await signedInAdmin(server(), {}, START - SESSION_LIFETIME_MS + 60_000)
    const page = await renderConsole({ path: '/dashboard' })
    const release = hold('/api/token-refresh')
    await page.press('Yes, Extend Session')
    const other = new BroadcastChannel('dockside.session')
    other.postMessage({ kind: 'logged-out', username: 'ada' })
    await heading('Sign In')
    other.close()
    release()
    await page.pass(1_000)
    expect(page.place()).toBe('/login')
    expect(window.sessionStorage).toHaveLength(0)
  })
})

describe('a page outside the frame', () => {
  test('a hidden page outside the frame locks the session and is not kept as a return place', async () => {
    await signedInAdmin(server())
    const page = await renderConsole({ path: '/super-admin-register' })
    await heading('Register')
    hidePage()
    await page.pass(1_500)
    await heading('Sign In')
    expect(page.place()).toBe('/login')
    expect(Object.keys(window.sessionStorage)).toEqual(['lock'])
  })

  test('the code page forgets the password after 5 minutes and says so', async () => {
    const ada = await anAdmin(server().context)
    const page = await renderConsole({ path: '/login' })
    await giveFirstFactor(page, ada)
    await heading('Two-factor authentication')
    hidePage()
    await page.pass(TEMP_PASSWORD_LIFETIME_MS)
    showPage()
    expect(window.sessionStorage.getItem('tempPassword')).toBeNull()
    await giveCode(page, 'Authenticator code', ada.code())
    expect(
      await screen.findByText('Authentication data not found. Please log in again.'),
    ).toBeDefined()
    expect(page.place()).toBe('/2fa-login')
  })
})

describe('the feature flags', () => {
  const believing = async (features: readonly AdminFeature[] | null) => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    signedIn({ token: await ada.session(), features })
  }

  test('unknown flags are fetched before any screen is shown', async () => {
    await believing(null)
    const page = await renderConsole({ path: '/bins' })
    await heading('Bins')
    expect(page.place()).toBe('/bins')
    expect(readSession().features).toMatchObject({ bins: true, items: false })
  })

  test('a loading message is shown while the flags are unknown', async () => {
    await believing(null)
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    api.use(http.get('/api/admin/profile', () => released))
    const page = await renderConsole({ path: '/dashboard' })
    expect((await screen.findByText('Loading features...')).role).toBe('status')
    expect(page.place()).toBe('/dashboard')
    release()
    await heading('Welcome to the Admin Portal')
  })

  test('a screen opened with unknown flags is closed if the fetched flags do not permit it', async () => {
    await believing(null)
    const page = await renderConsole({ path: '/items' })
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
  })

  test('a screen whose flag has since been removed is closed', async () => {
    await believing(['items'])
    const page = await renderConsole({ path: '/items' })
    await heading('Welcome to the Admin Portal')
    expect(page.place()).toBe('/dashboard')
    expect(readSession().features).toMatchObject({ bins: true, items: false })
  })
})
