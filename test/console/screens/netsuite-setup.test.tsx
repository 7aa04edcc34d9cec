import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { ERP_FIELDS } from '#contract/forms.ts'
import { consoleServer } from '#test/support/console-server.ts'
import { renderConsole, type RenderedConsole } from '#test/support/render.tsx'
import { signedInAdmin } from '#test/support/signed-in-admin.ts'
import { waiting } from '#test/support/waiting.ts'

const { api, server } = consoleServer()

/** The labels of console.md section 2, in order. */
const LABELS = [
  'Database URL',
  'ERP Account ID',
  'Consumer Key',
  'Consumer Secret',
  'Token ID',
  'Token Secret',
  'Base URL',
]
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

const alert = async () => (await screen.findByRole('alert')).textContent

describe('ERP Setup', () => {
  test('has the seven fields, of which the two secrets are masked until they are shown', async () => {
    const page = await atSetup()
    const kinds = LABELS.map((label) => Reflect.get(screen.getByLabelText(label), 'type'))
    expect(kinds).toEqual(['text', 'text', 'text', 'password', 'text', 'password', 'text'])
    await page.press('Show or hide Token Secret')
    expect(screen.getByLabelText('Token Secret')).toHaveProperty('type', 'text')
    expect(screen.getByLabelText('Consumer Secret')).toHaveProperty('type', 'password')
  })

  test('waits for the network, says why, and keeps what was typed', async () => {
    const page = await atSetup()
    await page.fill('Token Secret', 'typed')
    expect(waiting('Setup')).toBeNull()
    act(() => onlineManager.setOnline(false))
    expect(waiting('Setup')).toBe('This needs a connection to the server.')
    expect(screen.getByLabelText('Token Secret')).toHaveProperty('value', 'typed')
    act(() => onlineManager.setOnline(true))
  })

  test('empties each field by its own button', async () => {
    const page = await atSetup()
    await fillAll(page)
    for (const [place, label] of LABELS.entries()) {
      await page.press(`Clear ${label}`)
      const values = LABELS.map((each) => Reflect.get(screen.getByLabelText(each), 'value'))
      expect(values).toEqual(VALUES.map((value, each) => (each <= place ? '' : value)))
    }
  })

  test('names every field that is missing, blanks included', async () => {
    const page = await atSetup()
    await page.press('Setup')
    expect(await alert()).toBe(`Please fill in all required fields: ${LABELS.join(', ')}`)
    await page.fill('Token ID', 'token')
    await page.fill('Base URL', '  ')
    const missing = LABELS.filter((label) => label !== 'Token ID')
    expect(await alert()).toBe(`Please fill in all required fields: ${missing.join(', ')}`)
  })

  test('sends all seven, trimmed, is busy meanwhile, and says that it worked', async () => {
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
    expect(screen.getByRole('button', { name: 'Setup' }).getAttribute('aria-disabled')).toBe(
      'false',
    )
  })

  test('is refused by the real server to who is no super admin, with the reason', async () => {
    const page = await atSetup(false)
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
      () => HttpResponse.error(),
      'Failed to save ERP configuration. Please try again.',
    ],
    [
      'that the status was unexpected',
      () => HttpResponse.json({}, { status: 202 }),
      'Failed to save configuration',
    ],
  ]
  test('says what went wrong, each time anew', async () => {
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

  test('has a way back to the dashboard', async () => {
    const page = await atSetup()
    await page.user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
    await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
    expect(page.place()).toBe('/dashboard')
  })
})
