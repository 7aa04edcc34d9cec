import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { connectionSteps, type TestStep } from '#contract/own/connection-test.ts'
import { ERP_FIELDS } from '#contract/forms.ts'
import { saveSettings, sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { waiting } from '#test/support/disabled-reason.ts'

consolePage()

const { api, server } = consoleServer()

/** The labels of specification.md section 2, in order. */
const LABELS = [
  'Database URL',
  'ERP Account ID',
  'Consumer Key',
  'Consumer Secret',
  'Token ID',
  'Token Secret',
  'Base URL',
]
/** Our server runs on a database already. */
const NEEDED = LABELS.filter((label) => label !== 'Database URL')
const VALUES = [
  'postgres://wms@db.example/wms',
  'TSTDRV1',
  'key',
  'secret',
  'token',
  'token-secret',
  'https://tstdrv1.suitetalk.api.netsuite.com',
]

async function atSetup(isSuperAdmin = true): Promise<RenderedConsole> {
  await signedInAdmin(server(), { isSuperAdmin, features: ['locations'] })
  const page = await renderConsole({ path: '/netsuite-setup' })
  await screen.findByLabelText('Base URL')
  return page
}

async function fillAll(page: RenderedConsole): Promise<void> {
  for (const [place, label] of LABELS.entries()) await page.fill(label, VALUES[place] ?? '')
}

function hintOf(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}

const alert = async () => (await screen.findByRole('alert')).textContent

describe('ERP Setup', () => {
  test('the form has seven fields, and the two secrets are masked until they are shown', async () => {
    const page = await atSetup()
    const kinds = LABELS.map((label) => Reflect.get(screen.getByLabelText(label), 'type'))
    expect(kinds).toEqual(['text', 'text', 'text', 'password', 'text', 'password', 'text'])
    await page.press('Show or hide Token Secret')
    expect(screen.getByLabelText('Token Secret')).toHaveProperty('type', 'text')
    expect(screen.getByLabelText('Consumer Secret')).toHaveProperty('type', 'password')
  })

  test('Setup is disabled offline with a reason, and the input is kept', async () => {
    const page = await atSetup()
    await page.fill('Token Secret', 'typed')
    expect(waiting('Setup')).toBeNull()
    act(() => onlineManager.setOnline(false))
    expect(waiting('Setup')).toBe('You need to be online for this.')
    expect(screen.getByLabelText('Token Secret')).toHaveProperty('value', 'typed')
    act(() => onlineManager.setOnline(true))
  })

  test('each field is cleared by its own button', async () => {
    const page = await atSetup()
    await fillAll(page)
    for (const [place, label] of LABELS.entries()) {
      await page.press(`Clear ${label}`)
      const values = LABELS.map((each) => Reflect.get(screen.getByLabelText(each), 'value'))
      expect(values).toEqual(VALUES.map((value, each) => (each <= place ? '' : value)))
    }
  })

  test('the error names every missing field, including blank ones', async () => {
    const page = await atSetup()
    await page.press('Setup')
    expect(await alert()).toBe(`Please fill in all required fields: ${NEEDED.join(', ')}`)
    await page.fill('Token ID', 'token')
    await page.fill('Base URL', '  ')
    const missing = NEEDED.filter((label) => label !== 'Token ID')
    expect(await alert()).toBe(`Please fill in all required fields: ${missing.join(', ')}`)
  })

  test('on our server the database is optional and comes last, and the other six save without it', async () => {
    const page = await atSetup()
    const inputs = [...(document.querySelector('form')?.querySelectorAll('input') ?? [])].map(
      (input) => input.id,
    )
    const shown = [...LABELS.slice(1), 'Database URL']
    expect(inputs).toEqual(shown.map((label) => screen.getByLabelText(label).id))
    await fillAll(page)
    await page.fill('Database URL', '')
    await page.press('Setup')
    await screen.findByText('ERP configuration saved successfully.')
    const values = LABELS.map((label) => screen.getByLabelText<HTMLInputElement>(label).value)
    expect(values.join('')).toBe('')
    const known = await sealedSettings(server().context.db)
    expect([...known.keys()].toSorted()).toEqual(
      ERP_FIELDS.map(({ key }) => key)
        .filter((key) => key !== 'POSTGRES_DATABASE_URL')
        .toSorted(),
    )
  })

  test('on another server the database comes first and is required', async () => {
    offering()
    const page = await atSetup()
    const inputs = [...(document.querySelector('form')?.querySelectorAll('input') ?? [])].map(
      (input) => input.id,
    )
    expect(inputs).toEqual(LABELS.map((label) => screen.getByLabelText(label).id))
    await page.press('Setup')
    expect(await alert()).toBe(`Please fill in all required fields: ${LABELS.join(', ')}`)
    expect(screen.queryByRole('group', { name: 'This server' })).toBeNull()
  })

  test('a super admin reads how often this server syncs and where its mail goes', async () => {
    await atSetup()
    const section = within(await screen.findByRole('group', { name: 'This server' }))
    expect(section.getByText(/^Off: data comes only when somebody presses Sync/)).toBeDefined()
    expect(section.getByText(/^Not sent: messages go to the outbox folder/)).toBeDefined()
  })

  test('Setup is busy while it sends all seven trimmed values, and then reports success', async () => {
    const bodies: unknown[] = []
    let finish = (): void => undefined
    api.use(
      http.post('/api/provide-env-data', async ({ request }) => {
        bodies.push(await request.json())
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return HttpResponse.json({}, { status: 201 })
      }),
    )
    const page = await atSetup()
    await fillAll(page)
    await page.fill('ERP Account ID', ' TSTDRV1 ')
    await page.press('Setup')
    const busy = await screen.findByRole('button', { name: 'Setting up...' })
    expect(busy.getAttribute('aria-disabled')).toBe('true')
    await waitFor(() => expect(bodies).toHaveLength(1))
    finish()
    await screen.findByText('ERP configuration saved successfully.')
    expect(bodies).toEqual([
      Object.fromEntries(ERP_FIELDS.map(({ key }, place) => [key, VALUES[place]])),
    ])
    const again = await screen.findByRole('button', { name: 'Setup' })
    expect(again.getAttribute('aria-disabled')).toBe('false')
  })

  test('an admin who is not a super admin reads beforehand that saving is refused, and the real server gives the reason', async () => {
    const page = await atSetup(false)
    expect(screen.getByText('Only a super admin can save or test these settings.')).toBeDefined()
    await fillAll(page)
    await page.press('Setup')
    expect(await alert()).toBe('Not permitted.')
  })

  const refusals: readonly [what: string, answer: () => Response, text: string][] = [
    [
      'the path and sentence of each broken rule',
      () =>
        HttpResponse.json(
          {
            detail: [
              { loc: ['body', 'NETSUITE_BASE_URL'], msg: 'must be https', type: 'value_error' },
              { loc: ['body', 'NETSUITE_TOKEN_ID'], msg: 'too short', type: 'value_error' },
            ],
          },
          { status: 422 },
        ),
      'Validation errors: NETSUITE_BASE_URL: must be https, NETSUITE_TOKEN_ID: too short',
    ],
    [
      'the detail of a 400',
      () => HttpResponse.json({ detail: 'The database refused' }, { status: 400 }),
      'The database refused',
    ],
    [
      'the message of another refusal',
      () => HttpResponse.json({ message: 'Try later' }, { status: 503 }),
      'Try later',
    ],
    [
      'that it failed',
      () => HttpResponse.json({}, { status: 500 }),
      'Failed to save ERP configuration. Please try again.',
    ],
    [
      'that it may have been saved',
      () => HttpResponse.error(),
      "No answer from the server. This may have been saved; it's safe to try again.",
    ],
    [
      'that the status was unexpected',
      () => HttpResponse.json({}, { status: 202 }),
      'Failed to save configuration',
    ],
  ]
  test('the form says what went wrong on every attempt', async () => {
    const page = await atSetup()
    await fillAll(page)
    for (const [what, answer, text] of refusals) {
      api.use(http.post('/api/provide-env-data', answer))
      await page.press('Setup')
      await waitFor(() => {
        const said = screen.queryByRole('alert')?.textContent
        expect({ what, said }).toEqual({ what, said: text })
      })
    }
  })

  test('nothing is sent once the token is gone from the tab, and the form says so', async () => {
    const page = await atSetup()
    await fillAll(page)
    window.sessionStorage.removeItem('token')
    let requests = 0
    api.use(
      http.post('/api/provide-env-data', () => {
        requests += 1
        return HttpResponse.json({})
      }),
    )
    await page.press('Setup')
    expect(await alert()).toBe('No authentication token found')
    expect(requests).toBe(0)
  })

  test('a refusal is shown at the field it names, which gets the focus', async () => {
    const page = await atSetup()
    await fillAll(page)
    const detail = 'Base URL must be https.'
    api.use(
      http.post('/api/provide-env-data', () => HttpResponse.json({ detail }, { status: 400 })),
    )
    await page.press('Setup')
    expect(await alert()).toBe(detail)
    const wrong = LABELS.filter((label) => screen.getByLabelText(label).ariaInvalid === 'true')
    expect(wrong).toEqual(['Base URL'])
    await waitFor(() =>
      expect(document.activeElement === screen.getByLabelText('Base URL')).toBe(true),
    )
  })

  test('a field that is already set says so without its value, and only the others are required', async () => {
    const sealed = server().context.seal.seal(settingPurpose('NETSUITE_TOKEN_ID'), 'planted-id')
    await saveSettings(server().context.db, new Map([['NETSUITE_TOKEN_ID', sealed]]), {
      by: 'root',
      at: new Date(),
    })
    const page = await atSetup()
    const hints = LABELS.map((label) => hintOf(screen.getByLabelText(label)))
    expect(hints).toEqual([
      'Takes effect after a server restart.',
      '',
      '',
      '',
      'Saved. Leave blank to keep.',
      '',
      '',
    ])
    expect(document.body.innerHTML).not.toContain('planted')
    await page.press('Setup')
    const missing = NEEDED.filter((label) => label !== 'Token ID')
    expect(await alert()).toBe(`Please fill in all required fields: ${missing.join(', ')}`)
  })

  test('all fields of NetSuite are required until the form knows what is already set', async () => {
    let answers = false
    api.use(
      http.get('/api/provide-env-data', () =>
        answers
          ? HttpResponse.json({ data: { NETSUITE_TOKEN_ID: true } })
          : HttpResponse.json({}, { status: 500 }),
      ),
    )
    const page = await atSetup()
    expect(await alert()).toContain("Couldn't load the saved settings.")
    expect(hintOf(screen.getByLabelText('Token ID'))).toBe('')
    await page.press('Setup')
    await screen.findByText(`Please fill in all required fields: ${NEEDED.join(', ')}`)
    answers = true
    await page.press('Retry')
    await screen.findByText('Saved. Leave blank to keep.')
    const missing = NEEDED.filter((label) => label !== 'Token ID')
    await screen.findByText(`Please fill in all required fields: ${missing.join(', ')}`)
  })

  test('what is typed stays while the saved settings are asked for again', async () => {
    let finish: (() => void) | null = null
    let asked = 0
    api.use(
      http.get('/api/provide-env-data', async () => {
        asked += 1
        if (asked === 1) return HttpResponse.json({}, { status: 500 })
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return HttpResponse.json({ data: { NETSUITE_TOKEN_ID: true } })
      }),
    )
    const page = await atSetup()
    expect(await alert()).toContain("Couldn't load the saved settings.")
    await fillAll(page)
    const values = () =>
      LABELS.map((label) => screen.queryByLabelText<HTMLInputElement>(label)?.value)
    await page.press('Retry')
    await waitFor(() => expect(finish).not.toBeNull())
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
    expect(values()).toEqual(VALUES)
    act(() => finish?.())
    await screen.findByText('Saved. Leave blank to keep.')
    expect(values()).toEqual(VALUES)
  })

  test('a link leads back to the dashboard', async () => {
    const page = await atSetup()
    await page.user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
    await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
    expect(page.place()).toBe('/dashboard')
  })
})

describe('Test connection', () => {
  const steps = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

  /** What the server finds, in the order of the steps. */
  const FOUND: readonly TestStep[] = connectionSteps().map((title, place) =>
    place < 5
      ? { title, state: 'passed', text: `${title} is right.` }
      : place === 5
        ? { title, state: 'failed', text: 'The role may not read it.' }
        : { title, state: place === 6 ? 'warning' : 'skipped', text: 'Look at it.' },
  )

  test('every step is listed from the start and then shows its result in words', async () => {
    const bodies: unknown[] = []
    let finish = (): void => undefined
    api.use(
      http.post('/api/provide-env-data/test', async ({ request }) => {
        bodies.push(await request.json())
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return HttpResponse.json({ steps: FOUND })
      }),
    )
    const page = await atSetup()
    await page.fill('Token ID', ' typed ')
    await page.press('Test connection')
    await waitFor(() => expect(bodies).toHaveLength(1))
    expect(bodies[0]).toMatchObject({ NETSUITE_TOKEN_ID: 'typed', NETSUITE_BASE_URL: '' })
    expect(steps()).toEqual([
      'Address and account ID',
      'Clock',
      'Sign-in',
      'REST Web Services',
      'Locations',
      'Bins',
      'Items',
      'Stock by location',
      'Sales orders',
      'Sales order lines',
      'Shipping addresses',
      'Inbound shipments',
      'Inbound shipment lines',
      'Concurrency limit',
    ])
    const button = screen.getByRole('button', { name: 'Test connection' })
    expect([button.textContent, button.ariaBusy]).toEqual(['Testing...', 'true'])
    await page.user.click(button)
    finish()
    await screen.findByText("The connection doesn't work yet. See what failed below.")
    expect(bodies).toHaveLength(1)
    expect(steps().slice(4, 8)).toEqual([
      'Locations: PassedLocations is right.',
      'Bins: FailedThe role may not read it.',
      'Items: WarningLook at it.',
      'Stock by location: SkippedLook at it.',
    ])
  })

  test('the real server stops the test at a malformed account ID and saves nothing', async () => {
    const page = await atSetup()
    await fillAll(page)
    await page.fill('ERP Account ID', 'no such form')
    await page.press('Test connection')
    await screen.findByText("The connection doesn't work yet. See what failed below.")
    expect(steps()[0]).toMatch(/^Address and account ID: FailedThe account ID must look like/)
    expect(
      steps()
        .slice(1)
        .every((step) => /: Skipped/.test(step)),
    ).toBe(true)
    expect(await sealedSettings(server().context.db)).toEqual(new Map())
  })

  test('a result goes once a field differs from what was tested, also if it is changed during the test', async () => {
    let finish = (): void => undefined
    api.use(
      http.post('/api/provide-env-data/test', async () => {
        await new Promise<void>((resolve) => {
          finish = resolve
        })
        return HttpResponse.json({ steps: FOUND })
      }),
    )
    const page = await atSetup()
    const said = "The connection doesn't work yet. See what failed below."
    await page.fill('Token ID', 'first')
    await page.press('Test connection')
    await screen.findByText('Testing...', { selector: 'p' })
    finish()
    await screen.findByText(said)
    await page.fill('Token ID', 'second')
    expect(screen.queryByText(said)).toBeNull()
    await page.press('Test connection')
    await screen.findByText('Testing...', { selector: 'p' })
    await page.fill('Token ID', 'third')
    finish()
    await waitFor(() => expect(screen.queryByText('Testing...', { selector: 'p' })).toBeNull())
    expect(screen.queryByText(said)).toBeNull()
    expect(screen.queryAllByRole('listitem')).toEqual([])
  })

  test('a test that could not run says why, and its button waits for the network', async () => {
    const page = await atSetup()
    const answers: readonly [answer: () => Response, text: string][] = [
      [() => HttpResponse.json({}, { status: 404 }), 'This server cannot test the connection.'],
      [
        () => HttpResponse.json({ detail: 'Too many attempts.' }, { status: 429 }),
        'Too many attempts.',
      ],
      [() => HttpResponse.error(), "Couldn't test the connection. Please try again."],
    ]
    for (const [answer, text] of answers) {
      api.use(http.post('/api/provide-env-data/test', answer))
      await page.press('Test connection')
      await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBe(text))
      expect(screen.queryAllByRole('listitem')).toEqual([])
    }
    act(() => onlineManager.setOnline(false))
    expect(waiting('Test connection')).not.toBeNull()
    act(() => onlineManager.setOnline(true))
  })
})
