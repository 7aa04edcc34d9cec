import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { CONFIG_PATH } from '#contract/config.ts'
import { consoleConfig } from '#console/data/api/config.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { anAdmin, aSuperAdmin } from '#test/support/people.ts'
import { configured } from '#test/support/console/console-config.ts'
import { messageOf } from '#test/support/console/field-message.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

const GOOD = {
  Username: 'grace_1',
  'Company Name': 'Harbour Goods',
  'Company Email': 'grace@example.com',
  'Phone Number': '5550100100',
  Password: 'abcd',
  'Confirm Password': 'abcd',
}
type Field = keyof typeof GOOD

async function fillIn(page: RenderedConsole, values: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(values)) await page.fill(label, value)
}

async function registering(): Promise<RenderedConsole> {
  const page = await renderConsole({ path: '/super-admin-register' })
  await screen.findByRole('heading', { name: 'Register' })
  return page
}

describe('the registration form', () => {
  test('the first super admin registers and continues to the login page', async () => {
    const sent: unknown[] = []
    api.events.on('request:start', async ({ request }) => {
      if (request.url.endsWith('/super-admin/register')) sent.push(await request.clone().json())
    })
    const page = await renderConsole()
    await page.user.click(await screen.findByRole('link', { name: 'Register as a new admin' }))
    await screen.findByRole('heading', { name: 'Register' })
    expect(document.title).toBe('Register · Dockside')
    expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
    await fillIn(page, { ...GOOD, 'Company Name': ' Harbour Goods ' })
    await page.user.click(screen.getByRole('checkbox', { name: 'Add as a Super Admin' }))
    await page.press('Register')
    const welcome = await screen.findByRole('dialog', { name: 'Welcome to Dockside' })
    expect(within(welcome).getByText(/The account grace_1 is ready/)).toBeDefined()
    expect(await findAdmin(server().context.db, 'grace_1')).toMatchObject({
      companyName: 'Harbour Goods',
      companyEmail: 'grace@example.com',
      isSuperAdmin: true,
    })
    expect(sent).toEqual([
      {
        username: 'grace_1',
        company_name: 'Harbour Goods',
        company_email: 'grace@example.com',
        phone_number: '5550100100',
        password: 'abcd',
        confirm_password: 'abcd',
        is_super_admin: true,
      },
    ])
    await page.press('Continue to Login')
    await screen.findByRole('heading', { name: 'Sign In' })
    expect(screen.getByText('Registration successful. Please log in.')).toBeDefined()
    expect(page.place()).toMatch(/^\/login\?message=/)
    // The first super admin has closed the registration.
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: 'Register as a new admin' })).toBeNull(),
    )
  })

  test.each([
    [{ firstAdminNeeded: true }, '/super-admin-register', true],
    [{}, '/', false],
  ])(
    'with %o the start page leads to %s, and the super-admin box is ticked: %s',
    async (config, place, isTicked) => {
      await configured(api, config)
      const page = await renderConsole({ path: '/' })
      await screen.findByRole('heading', { name: isTicked ? 'Register' : 'Sign In' })
      expect(page.place()).toBe(place)
      if (!isTicked) return
      const box = screen.getByRole('checkbox', { name: 'Add as a Super Admin' })
      expect(box).toHaveProperty('checked', true)
      await page.user.click(box)
      expect(box).toHaveProperty('checked', false)
    },
  )

  test('behind the welcome, the super-admin box keeps what was registered', async () => {
    await configured(api, { firstAdminNeeded: true })
    const page = await registering()
    await fillIn(page, GOOD)
    api.use(http.get(CONFIG_PATH, () => HttpResponse.json({ registrationClosed: true })))
    await page.press('Register')
    await screen.findByRole('dialog', { name: 'Welcome to Dockside' })
    await waitFor(() => expect(consoleConfig().registrationClosed).toBe(true))
    const box = screen.getByRole('checkbox', { name: 'Add as a Super Admin', hidden: true })
    expect(box).toHaveProperty('checked', true)
  })

  test('a closed registration says so above the form, before anybody fills it in', async () => {
    await configured(api, { registrationClosed: true })
    await registering()
    expect(
      screen.getByText('Registration is closed. Ask a super admin to create your account.'),
    ).toBeDefined()
  })

  test('the form shows one error at a time, on the field concerned', async () => {
    const page = await registering()
    const steps: readonly [values: Partial<Record<Field, string>>, field: Field, text: string][] = [
      [{ Username: '' }, 'Username', 'Username must contain at least one letter or number'],
      [{ Username: '_$_' }, 'Username', 'Username must contain at least one letter or number'],
      [{ Username: 'ab' }, 'Username', 'Username must be at least 3 characters long'],
      [{ Username: 'a'.repeat(21) }, 'Username', 'Username cannot exceed 20 characters'],
      [
        { Username: 'grace', 'Company Name': ' X ' },
        'Company Name',
        'Company name must be at least 2 characters long',
      ],
      [
        { 'Company Name': 'X'.repeat(51) },
        'Company Name',
        'Company name cannot exceed 50 characters',
      ],
      [
        { 'Company Name': 'Harbour Goods', 'Company Email': 'nobody' },
        'Company Email',
        'Please enter a valid email address',
      ],
      [{ 'Company Email': 'a@b.c' }, 'Phone Number', 'Phone number is required'],
      [{ 'Phone Number': '555' }, 'Phone Number', 'Phone number must be 10 to 12 digits'],
      [{ 'Phone Number': '55501001ab' }, 'Phone Number', 'Phone number can only contain digits'],
      [
        { 'Phone Number': '5550100100', Password: 'abcd' },
        'Confirm Password',
        'Passwords do not match',
      ],
      [
        { Password: 'abc', 'Confirm Password': 'abc' },
        'Password',
        'Password must be at least 4 characters long',
      ],
    ]
    await page.press('Register')
    for (const [values, field, text] of steps) {
      await fillIn(page, values)
      expect(messageOf(field)).toBe(text)
      expect(screen.getByLabelText(field).getAttribute('aria-invalid')).toBe('true')
    }
    await fillIn(page, { Password: 'abcd', 'Confirm Password': 'abcd' })
    expect(Object.keys(GOOD).map(messageOf)).toEqual(Object.keys(GOOD).map(() => null))
  })

  test('an invalid field shows its error on leaving it, but not on pressing a button', async () => {
    const page = await registering()
    await page.fill('Username', 'ab')
    expect(messageOf('Username')).toBeNull()
    await page.user.click(screen.getByRole('checkbox'))
    await page.user.click(screen.getByRole('button', { name: 'Show or hide password' }))
    await page.user.click(screen.getByLabelText('Username'))
    await page.user.tab()
    expect(messageOf('Username')).toBe('Username must be at least 3 characters long')
    await page.fill('Username', 'abc')
    expect(messageOf('Username')).toBeNull()
    // An empty field further down is not an error yet.
    expect(messageOf('Company Email')).toBeNull()
  })

  test('characters that a field does not accept are dropped while typing', async () => {
    const page = await registering()
    await fillIn(page, {
      Username: 'gr ace-é_1$',
      'Company Email': ' gr ace@example.com ',
      'Phone Number': '555 010 0100',
      Password: 'a b\tc',
    })
    const values = ['Username', 'Company Email', 'Phone Number', 'Password'].map((label) =>
      Reflect.get(screen.getByLabelText(label), 'value'),
    )
    expect(values).toEqual(['grace_1$', 'grace@example.com', '5550100100', 'abc'])
  })
})

test('registration is closed once there is a super admin', async () => {
  await aSuperAdmin(server().context)
  const page = await registering()
  await fillIn(page, GOOD)
  await page.press('Register')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Registration is closed. Ask a super admin to create your account.',
  )
})

describe('the check for taken names', () => {
  test('the server reports a taken name if the list is not public', async () => {
    await anAdmin(server().context, { username: 'Grace_1' })
    const page = await registering()
    await fillIn(page, GOOD)
    await page.press('Register')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Admin already exists with this username or email',
    )
  })

  const taken: readonly [what: string, admin: object, text: string][] = [
    ['name', { username: 'GRACE_1', company_email: 'x@y.z' }, 'Username already exists'],
    ['email', { username: 'x', company_email: 'Grace@Example.com' }, 'Email already exists'],
  ]
  test.each(taken)(
    'a taken %s is reported before sending if the list shows it',
    async (_what, admin, text) => {
      const asked: string[] = []
      api.use(
        http.get('/api/master-admin-details', () => HttpResponse.json([admin])),
        http.post('/api/super-admin/register', ({ request }) => {
          asked.push(request.url)
          return HttpResponse.json({})
        }),
      )
      const page = await registering()
      await fillIn(page, GOOD)
      await page.press('Register')
      expect((await screen.findByRole('alert')).textContent).toBe(text)
      expect(asked).toEqual([])
    },
  )

  test('registration goes on if the list cannot be fetched', async () => {
    const lists: readonly [what: string, list: () => Response][] = [
      ['a 500', () => HttpResponse.json({ detail: 'Disk full' }, { status: 500 })],
      ['a 401', () => HttpResponse.json({ detail: 'Not authenticated' }, { status: 401 })],
      ['no answer', () => HttpResponse.error()],
      ['a page', () => HttpResponse.html('<h1>Welcome to the hotel</h1>')],
      ['what is no list', () => HttpResponse.json({ data: 7 })],
    ]
    let what = ''
    api.use(
      http.post('/api/super-admin/register', () =>
        HttpResponse.json({ detail: `Sent after ${what}` }, { status: 403 }),
      ),
    )
    const page = await registering()
    await fillIn(page, GOOD)
    for (const [name, list] of lists) {
      what = name
      api.use(http.get('/api/master-admin-details', list))
      await page.press('Register')
      expect(await screen.findByText(`Sent after ${name}`)).toBeDefined()
    }
  })

  test('an expired token in the tab does not interrupt the registration', async () => {
    signedIn({ token: 'long-gone' })
    const page = await registering()
    await fillIn(page, GOOD)
    await page.press('Register')
    expect(await screen.findByRole('dialog', { name: 'Welcome to Dockside' })).toBeDefined()
    expect(page.place()).toBe('/super-admin-register')
  })

  test('a signed-in admin who may not see the list keeps the session', async () => {
    const page = await registering()
    await signedInAdmin(server())
    await fillIn(page, GOOD)
    await page.press('Register')
    expect(await screen.findByRole('dialog')).toBeDefined()
    expect(window.sessionStorage.getItem('token')).not.toBeNull()
  })
})

test('a rejected registration says why on every attempt', async () => {
  const refusals: readonly [what: string, answer: () => Response, text: string][] = [
    [
      'what a 422 lists, joined',
      () =>
        HttpResponse.json(
          { detail: [{ msg: 'Value error, too short' }, { msg: 'no digits' }] },
          { status: 422 },
        ),
      'too short, no digits',
    ],
    [
      'that it is there already, at a 400 with duplicate wording',
      () => HttpResponse.json({ message: 'Username already taken' }, { status: 400 }),
      'Admin already exists with this username or email',
    ],
    [
      'that it is there already, at a 409',
      () => HttpResponse.json({ detail: 'duplicate key value' }, { status: 409 }),
      'Admin already exists with this username or email',
    ],
    [
      'what the server says',
      () => HttpResponse.json({ detail: 'Registration is closed.' }, { status: 403 }),
      'Registration is closed.',
    ],
    [
      'that it failed where the server says nothing',
      () => new HttpResponse(null, { status: 500 }),
      'Registration failed. Please try again.',
    ],
    [
      'that it failed without an answer',
      () => HttpResponse.error(),
      'Registration failed. Please try again.',
    ],
  ]
  const page = await registering()
  await fillIn(page, GOOD)
  for (const [what, answer, text] of refusals) {
    api.use(http.post('/api/super-admin/register', answer))
    await page.press('Register')
    await waitFor(() => {
      const said = screen.queryByRole('alert')?.textContent
      expect({ what, said }).toEqual({ what, said: text })
    })
  }
})
