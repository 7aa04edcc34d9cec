import { onlineManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test, vi } from 'vitest'
import { ADMIN_FEATURES, completeFeatures, type AdminFeature } from '#contract/access.ts'
import { COLLECTION_REFRESH_EVERY_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint } from '#contract/sync/list-endpoints.ts'
import { VERSION } from '#contract/version.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { readSession, reloadSession } from '#console/session/session.ts'
import { readSyncFlags, writeSyncFlags } from '#console/session/sync-notes.ts'
import { call } from '#test/support/server/clients/call.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { onDisk } from '#test/support/console/device.ts'
import { hasFocus } from '#test/support/console/focus.ts'
import { aSuperAdmin, PASSWORD } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { sentTo } from '#test/support/console/calls/sent.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const MINUTE = 60_000

const { api, server } = consoleServer()

interface Facts {
  readonly path?: string
  readonly features?: readonly AdminFeature[]
  readonly isSuperAdmin?: boolean
}

async function atDesk({ path = '/dashboard', ...facts }: Facts = {}): Promise<RenderedConsole> {
  await signedInAdmin(server(), facts)
  const page = await renderConsole({ path })
  await screen.findByRole('navigation', { name: 'Main menu' })
  return page
}

const menu = () => within(screen.getByRole('navigation', { name: 'Main menu' }))
const groups = () =>
  menu()
    .getAllByRole('button')
    .map(({ textContent }) => textContent)
/** All entries, with every group opened. */
async function entries({ user, pass }: RenderedConsole): Promise<(string | null)[]> {
  for (const group of menu().getAllByRole('button')) {
    if (group.getAttribute('aria-expanded') === 'false') await user.click(group)
  }
  await pass(500)
  return menu()
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
}
const expanded = () =>
  menu()
    .getAllByRole('button')
    .filter((button) => button.getAttribute('aria-expanded') === 'true')
    .map(({ textContent }) => textContent)

describe('the side menu', () => {
  test('a super admin sees the groups of the specification, including User Management', async () => {
    const page = await atDesk({ isSuperAdmin: true, features: ADMIN_FEATURES })
    expect(groups()).toEqual([
      'Master Data',
      'Transactions',
      'Reports',
      'Control',
      'User Management',
    ])
    expect(await entries(page)).toEqual([
      'Dashboard',
      'Inventory',
      'Items',
      'Locations',
      'Bins',
      'Sales Orders',
      'Inbound Shipment',
      'Bin Count Records',
      'Bin Adjustment Records',
      'Bin Transfer',
      'Inbound Data Records',
      'Exceptions',
      'Audit Trail',
      'Admins',
      'WMS Mobile Users',
    ])
  })

  test('other admins do not see User Management', async () => {
    const page = await atDesk({ features: ADMIN_FEATURES })
    expect(groups()).toEqual(['Master Data', 'Transactions', 'Reports', 'Control'])
    expect(await entries(page)).not.toContain('Admins')
  })

  test('an entry without its flag is hidden', async () => {
    const page = await atDesk({ features: ['bins', 'inbound'] })
    expect(groups()).toEqual(['Master Data', 'Transactions', 'Reports', 'Control'])
    expect(await entries(page)).toEqual([
      'Dashboard',
      'Bins',
      'Inbound Shipment',
      'Inbound Data Records',
      'Exceptions',
    ])
  })

  test('the groups start collapsed, and each one opens and closes separately', async () => {
    const { press } = await atDesk({ features: ['bins', 'bincount'] })
    expect(expanded()).toEqual([])
    // The entries of a closed group are rendered when there is time, and stay hidden.
    expect(menu().getAllByRole('link', { hidden: false })).toHaveLength(1)
    await press('Reports')
    expect(expanded()).toEqual(['Reports'])
    await press('Master Data')
    await press('Reports')
    expect(expanded()).toEqual(['Master Data'])
  })

  test('the menu opens the group of the current page and marks the page', async () => {
    const { go } = await atDesk({ path: '/bins', features: ['bins', 'salesorder'] })
    expect(expanded()).toEqual(['Master Data'])
    const current = () =>
      menu()
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page')
        .map(({ textContent }) => textContent)
    expect(current()).toEqual(['Bins'])
    await go('/sales-orders')
    await waitFor(() => expect(current()).toEqual(['Sales Orders']))
    expect(expanded()).toContain('Transactions')
    await go('/dashboard')
    await waitFor(() => expect(current()).toEqual(['Dashboard']))
  })

  test('a group that a person closed opens again when another of its pages is opened', async () => {
    const { go, press } = await atDesk({ path: '/bins', features: ['bins', 'items'] })
    await press('Master Data')
    expect(expanded()).toEqual([])
    await go('/items')
    await waitFor(() => expect(expanded()).toEqual(['Master Data']))
  })

  test('an entry opens its page', async () => {
    const page = await atDesk({ features: ['inbound'] })
    await page.press('Transactions')
    await page.user.click(menu().getByRole('link', { name: 'Inbound Shipment' }))
    expect(await screen.findByRole('heading', { name: 'Inbound Shipments' })).toBeDefined()
    expect(page.place()).toBe('/inbound-shipment')
  })

  test('the keyboard sets the width of the menu between 200 and 500', async () => {
    await atDesk()
    const { handle, width } = edge()
    expect(width()).toBe(280)
    const press = (key: string) => fireEvent.keyDown(handle, { key })
    press('ArrowRight')
    expect(width()).toBe(300)
    press('ArrowLeft')
    press('ArrowLeft')
    expect(width()).toBe(260)
    press('Home')
    expect(width()).toBe(200)
    press('ArrowLeft')
    expect(width()).toBe(200)
    press('End')
    expect(width()).toBe(500)
    press('ArrowRight')
    expect(width()).toBe(500)
    press('a')
    expect(width()).toBe(500)
  })

  test('dragging the edge sets the width of the menu, which is kept', async () => {
    await atDesk()
    const { handle, width } = edge()
    handle.setPointerCapture = vi.fn<(pointer: number) => void>()
    fireEvent.pointerMove(handle, { clientX: 320 })
    expect(width()).toBe(280)
    fireEvent.pointerDown(handle, { pointerId: 1, clientX: 274 })
    fireEvent.pointerMove(handle, { clientX: 374.4 })
    expect(width()).toBe(380)
    fireEvent.pointerMove(handle, { clientX: 900 })
    expect(width()).toBe(500)
    fireEvent.pointerMove(handle, { clientX: 10 })
    expect(width()).toBe(200)
    // Released further on than the last move.
    fireEvent.pointerUp(handle, { clientX: 411 })
    fireEvent.pointerMove(handle, { clientX: 320 })
    expect(width()).toBe(417)
    // Gone in the middle of a drag, it leaves other drags alone.
    fireEvent.pointerDown(handle, { pointerId: 1, clientX: 417 })
    expect(fireEvent.dragStart(document.body)).toBe(false)
    cleanup()
    expect(fireEvent.dragStart(document.body)).toBe(true)
    await renderConsole({ path: '/dashboard' })
    await screen.findByRole('navigation', { name: 'Main menu' })
    expect(edge().width()).toBe(417)
  })

  test.each([
    ['wide', 280],
    ['9999', 500],
  ])('the menu starts at a valid width if %s is stored', async (kept, begins) => {
    localStorage.setItem('dockside.drawerWidth', kept)
    await atDesk()
    expect(edge().width()).toBe(begins)
  })

  test('a closed menu is out of reach of the keyboard', async () => {
    const { press } = await atDesk()
    const nav = screen.getByRole('navigation', { name: 'Main menu' })
    expect(nav.hasAttribute('inert')).toBe(false)
    await press('Close the menu')
    expect(nav.hasAttribute('inert')).toBe(true)
    await press('Open the menu')
    expect(nav.hasAttribute('inert')).toBe(false)
  })

  describe('a narrow screen', () => {
    async function atTablet() {
      vi.spyOn(window, 'matchMedia').mockImplementation((media) =>
        Object.assign(new EventTarget(), {
          matches: false,
          media,
          onchange: null,
        } as MediaQueryList),
      )
      const page = await atDesk({ features: ['bins'] })
      const nav = screen.getByRole('navigation', { name: 'Main menu' })
      const isClosed = () => nav.hasAttribute('inert')
      const isDrawn = () => nav.querySelector('button') !== null
      expect([isClosed(), isDrawn()]).toEqual([true, false])
      await page.press('Open the menu')
      return { page, isClosed, isDrawn }
    }

    test('the menu is rendered when first opened and stays rendered', async () => {
      const { page, isClosed, isDrawn } = await atTablet()
      expect(isDrawn()).toBe(true)
      await page.user.keyboard('{Escape}')
      expect([isClosed(), isDrawn()]).toEqual([true, true])
    })

    test('the menu takes the focus when opened and gives it back on Escape', async () => {
      const { page, isClosed } = await atTablet()
      expect(isClosed()).toBe(false)
      expect(document.activeElement?.textContent).toBe('Dashboard')
      await page.user.keyboard('{Escape}')
      expect(isClosed()).toBe(true)
      expect(document.activeElement?.getAttribute('aria-label')).toBe('Open the menu')
    })

    test('the menu closes on its own after a choice and moves the focus to the page', async () => {
      const { page, isClosed } = await atTablet()
      await page.press('Master Data')
      await page.user.click(menu().getByRole('link', { name: 'Bins' }))
      await screen.findByRole('heading', { name: 'Bins' })
      await waitFor(() => expect(isClosed()).toBe(true))
      await waitFor(() => expect(document.activeElement?.id).toBe('content'))
    })
  })
})

/** The edge of the drawer. */
function edge() {
  const handle = screen.getByRole('separator', { name: 'Menu width' })
  return { handle, width: () => Number(handle.getAttribute('aria-valuenow')) }
}

describe('the page', () => {
  test('the first link skips the menu without adding a step to the history', async () => {
    const page = await atDesk()
    await page.user.tab()
    expect(document.activeElement?.textContent).toBe('Skip to content')
    await page.user.keyboard('{Enter}')
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(page.place()).toBe('/dashboard')
  })

  test('the window title names the page', async () => {
    const { go } = await atDesk({ features: ['locations'] })
    await waitFor(() => expect(document.title).toBe('Dashboard · Dockside'))
    await go('/netsuite-setup')
    await waitFor(() => expect(document.title).toBe('ERP Setup · Dockside'))
  })

  test('the header greets the admin by name', async () => {
    await atDesk()
    expect(screen.getByText('Hi, ada').closest('header')).not.toBeNull()
  })
})

describe('a flag removed by a super admin', () => {
  test('the next request is refused, and the next refresh removes the menu entry, the card and the kept rows', async () => {
    const { app, context } = server()
    await putRecords(context.db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
    await putRecords(context.db, 'locations', [{ id: 2, name: 'Hall' }], START)
    const page = await atDesk({ features: ['bins', 'locations'] })
    const cards = () =>
      within(screen.getByRole('main'))
        .queryAllByRole('button', { name: /^Refresh / })
        .map((button) => button.getAttribute('aria-label'))
    const kept = async () => (await onDisk()).map(({ collection }) => collection).toSorted()
    await waitFor(() => expect(cards()).toEqual(['Refresh Locations', 'Refresh Bins']))
    await page.pass(1_000)
    await waitFor(async () => expect(await kept()).toEqual(['bins', 'locations']))

    const { token } = readSession()
    const bins = () => call(app, listEndpoint('bins'), { token })
    expect((await bins()).status).toBe(200)
    const root = await (await aSuperAdmin(context)).session()
    const features = completeFeatures({ locations: true })
    const changed = { company_name: 'Dock', company_email: 'ada@example.com', features }
    const params = { username: 'ada' }
    const taken = await call(app, endpoints.updateAdmin, { token: root, params, body: changed })
    expect(taken.status).toBe(200)
    expect((await bins()).status).toBe(403)
    expect((await call(app, listEndpoint('locations'), { token })).status).toBe(200)

    await page.pass(COLLECTION_REFRESH_EVERY_MS)
    await waitFor(() => expect(cards()).toEqual(['Refresh Locations']))
    expect(await entries(page)).toEqual(['Dashboard', 'Locations'])
    await waitFor(async () => expect(await kept()).toEqual(['locations']))
    await page.go('/bins')
    await waitFor(() => expect(page.place()).toBe('/dashboard'))
    expect(screen.queryByText('A-1')).toBeNull()
  })
})

/** The status that the server answers to a token. */
async function statusOf(token: string | null): Promise<number> {
  const headers = { authorization: `Bearer ${token ?? ''}` }
  return (await server().app.inject({ url: '/api/admin/profile', headers })).statusCode
}

describe('the logout', () => {
  test('the logout asks for confirmation, and Cancel keeps the session', async () => {
    const page = await atDesk()
    await page.press('Logout')
    const dialog = await screen.findByRole('dialog', { name: 'Confirm Logout' })
    expect(within(dialog).getByText('Are you sure you want to logout?')).toBeDefined()
    await page.user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(readSession().token).not.toBeNull()
    expect(page.place()).toBe('/dashboard')
    await hasFocus('Logout')
  })

  test('a confirmed logout ends the session on both sides and leaves nothing on the device', async () => {
    await putRecords(server().context.db, 'bins', [{ id: 1, bin_number: 'A-1' }], START)
    const page = await atDesk({ path: '/bins', features: ['bins'] })
    await screen.findByText('A-1')
    await page.pass(1_000)
    await waitFor(async () => expect(await onDisk()).toHaveLength(1))
    // A reload: the router keeps where the page was scrolled to.
    window.dispatchEvent(new Event('pagehide'))
    expect(Object.keys(window.sessionStorage).join()).toContain('scroll')
    const { token } = readSession()
    await page.press('Logout')
    const dialog = await screen.findByRole('dialog')
    await page.user.click(within(dialog).getByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(page.place()).toBe('/login')
    expect(window.sessionStorage).toHaveLength(0)
    // Leaving the login page keeps nothing either, for whoever comes back to it.
    window.dispatchEvent(new Event('pagehide'))
    reloadSession(Date.now())
    expect(window.sessionStorage).toHaveLength(0)
    await waitFor(async () => expect(await onDisk()).toEqual([]))
    await waitFor(async () => expect(await statusOf(token)).toBe(401))
  })

  test('the logout works without a network', async () => {
    api.use(http.post('/api/logout', () => HttpResponse.error()))
    const page = await atDesk()
    await page.press('Logout')
    await page.user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Logout' }),
    )
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(readSession().token).toBeNull()
  })
})

describe('the settings menu', () => {
  // Without a layout the library hides its menu, and what is hidden has no name.
  const items = async () =>
    (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  const choose = async ({ user }: RenderedConsole, text: string) => {
    await user.click(await screen.findByText(text))
  }

  test('an admin sees Change Password but not ERP Setup', async () => {
    // The flag opens the route of ERP Setup, but shows no menu entry.
    const page = await atDesk({ features: ['locations'] })
    await page.press('Settings')
    expect(await items()).toEqual(['Change Password', 'Security', 'Preferences'])
  })

  test('the settings show the version of the console', async () => {
    const page = await atDesk({ features: [] })
    await page.press('Settings')
    expect(VERSION).not.toBe('unknown')
    expect(await screen.findByText(`Version ${VERSION}`)).toBeDefined()
  })

  test('a super admin can open ERP Setup from the settings', async () => {
    const page = await atDesk({ isSuperAdmin: true, features: ['locations'] })
    await page.press('Settings')
    expect(await items()).toEqual(['Change Password', 'Security', 'ERP Setup', 'Preferences'])
    await choose(page, 'ERP Setup')
    expect(await screen.findByRole('heading', { name: 'ERP Configuration' })).toBeDefined()
    expect(page.place()).toBe('/netsuite-setup')
  })

  async function changing(): Promise<RenderedConsole> {
    const page = await atDesk()
    await page.press('Settings')
    await choose(page, 'Change Password')
    await screen.findByRole('dialog', { name: 'Change Password' })
    return page
  }

  test('a typed password is kept offline, and the button says why it waits', async () => {
    const page = await changing()
    await page.fill('New Password', 'fresh-sesame')
    const save = () => screen.getByRole('button', { name: 'Change Password' })
    act(() => onlineManager.setOnline(false))
    expect(save().getAttribute('aria-disabled')).toBe('true')
    const reason = document.getElementById(save().getAttribute('aria-describedby') ?? '')
    expect(reason?.textContent).toBe('You need to be online for this.')
    expect(screen.getByLabelText('New Password')).toHaveProperty('value', 'fresh-sesame')
    act(() => onlineManager.setOnline(true))
    expect(save().getAttribute('aria-disabled')).toBe('false')
  })

  test('the focus returns to Settings when Change Password is closed', async () => {
    const page = await changing()
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await hasFocus('Settings')
  })

  test('a changed password is confirmed, and the dialog closes after 2 seconds', async () => {
    const page = await changing()
    const sent = sentTo(api, 'PUT /api/admin/profile/ada')
    await page.fill('New Password', 'fresh-sesame')
    await page.fill('Confirm Password', 'fresh-sesame')
    await page.press('Change Password')
    await screen.findByText('Password changed successfully!')
    expect(sent).toEqual([{ password: 'fresh-sesame', confirm_password: 'fresh-sesame' }])
    await page.pass(1_500)
    expect(screen.getByRole('dialog')).toBeDefined()
    await page.pass(500)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const login = (password: string) =>
      server().app.inject({
        method: 'POST',
        url: '/api/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ username: 'ada', password }).toString(),
      })
    expect((await login(PASSWORD)).statusCode).toBe(401)
    expect((await login('fresh-sesame')).statusCode).toBe(200)
  })

  test('the dialog shows one error about a new password at a time', async () => {
    const page = await changing()
    await page.press('Change Password')
    expect(screen.getByText('New password is required')).toBeDefined()
    await page.fill('New Password', 'abcde')
    expect(screen.getByText('Password must be at least 6 characters long')).toBeDefined()
    await page.fill('New Password', 'abcdef')
    expect(screen.getByText('Passwords do not match')).toBeDefined()
    await page.fill('Confirm Password', 'abcdef')
    expect(screen.queryByText('Passwords do not match')).toBeNull()
  })

  const refusals: readonly [what: string, answer: () => Response, text: string][] = [
    [
      'what the server says',
      () => HttpResponse.json({ message: 'Used before' }, { status: 400 }),
      'Used before',
    ],
    ['that it failed', () => HttpResponse.json({}, { status: 500 }), 'Failed to change password'],
  ]
  test.each(refusals)(
    'the dialog shows %s when a password is refused',
    async (_what, answer, text) => {
      const page = await changing()
      api.use(http.put('/api/admin/profile/ada', answer))
      await page.fill('New Password', 'abcdef')
      await page.fill('Confirm Password', 'abcdef')
      await page.press('Change Password')
      expect((await screen.findByText(text)).closest('[role=alert]')).not.toBeNull()
    },
  )
})

describe('the colours', () => {
  test('the colours can be light, dark or those of the device', async () => {
    const page = await atDesk()
    const scheme = () => document.documentElement.dataset['mantineColorScheme']
    const chosen = async () =>
      (await screen.findAllByRole('menuitemradio'))
        .filter((item) => item.getAttribute('aria-checked') === 'true')
        .map(({ textContent }) => textContent)
    for (const [word, expected] of [
      ['Dark', 'dark'],
      ['Light', 'light'],
      ['Dark', 'dark'],
      // The test device uses light colours.
      ['System', 'light'],
    ] as const) {
      await page.press('Appearance')
      await page.user.click(await screen.findByText(word))
      expect(scheme()).toBe(expected)
      await page.press('Appearance')
      expect(await chosen()).toEqual([word])
      await page.user.keyboard('{Escape}')
    }
  })
})

describe('the stored flags of a sync', () => {
  test('a flag older than 5 minutes is removed when its screen is left', async () => {
    const { go } = await atDesk({ path: '/bins', features: ['bins'] })
    writeSyncFlags({ bins: Date.now() - 6 * MINUTE, items: Date.now() - 4 * MINUTE })
    await go('/dashboard')
    await waitFor(() => expect(Object.keys(readSyncFlags())).toEqual(['items']))
  })
})
