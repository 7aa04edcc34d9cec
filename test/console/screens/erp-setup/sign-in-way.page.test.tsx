import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { connectionSteps } from '#contract/own/connection-test.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { changeFlags } from '#console/session/steps.ts'
import { sealedSettings } from '#server/db/repositories/settings.ts'
import { makeKeyPair } from '#server/erp/saved-certificate.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { api, server } = consoleUnderTest

const TOKEN = /^Access token/
const CERTIFICATE = /^OAuth 2.0 certificate/

async function atSetup() {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  const page = await renderConsole({ path: '/netsuite-setup' })
  const look = async (way: RegExp): Promise<void> =>
    page.user.click(await screen.findByRole('radio', { name: way }))
  await screen.findByRole('radio', { name: TOKEN })
  return { ...page, look }
}

const value = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value

async function leave(page: RenderedConsole): Promise<void> {
  await page.user.click(screen.getByRole('link', { name: 'Back to the dashboard' }))
}

describe('a look at the other way to sign in', () => {
  test('loses nothing that was typed, in either form', async () => {
    const page = await atSetup()
    await page.fill('ERP Account ID', 'TSTDRV1')
    await page.fill('Consumer Key', 'key')
    await page.fill('Token Secret', 'secret')
    await page.look(CERTIFICATE)
    expect(value('ERP Account ID')).toBe('')
    await page.fill('Client ID', 'client-1')
    await page.fill('Private key (PEM)', 'mine')
    await page.look(TOKEN)
    expect(['ERP Account ID', 'Consumer Key', 'Token Secret'].map(value)).toEqual([
      'TSTDRV1',
      'key',
      'secret',
    ])
    await page.look(CERTIFICATE)
    expect(['Client ID', 'Private key (PEM)'].map(value)).toEqual(['client-1', 'mine'])
  })

  test('leaves one form on the page, so that each label has one field and Setup means that form', async () => {
    const page = await atSetup()
    await page.look(CERTIFICATE)
    expect(screen.getAllByLabelText('ERP Account ID')).toHaveLength(1)
    expect(screen.queryByLabelText('Consumer Key')).toBeNull()
    await page.press('Setup')
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please fill in all required fields: ERP Account ID, Client ID, Certificate ID',
    )
    await page.look(TOKEN)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('does not keep the page from asking before it is left, whichever form was changed', async () => {
    const page = await atSetup()
    await page.fill('Consumer Key', 'key')
    await page.look(CERTIFICATE)
    await leave(page)
    await screen.findByRole('dialog', { name: 'Discard changes?' })
    await page.press('Keep editing')
    await page.look(TOKEN)
    await page.press('Clear Consumer Key')
    await page.look(CERTIFICATE)
    await page.fill('Client ID', 'client-1')
    await page.look(TOKEN)
    await leave(page)
    await screen.findByRole('dialog', { name: 'Discard changes?' })
    await page.press('Discard')
    await screen.findByRole('heading', { name: 'Welcome to the Admin Portal' })
    expect(page.place()).toBe('/dashboard')
  })

  test('still asks before the page is left when rights arrive or are added meanwhile', async () => {
    const page = await atSetup()
    await page.fill('Consumer Key', 'key')
    act(() => changeFlags({ locations: true, bins: true, superAdmin: true }, true))
    await leave(page)
    await screen.findByRole('dialog', { name: 'Discard changes?' })
    expect(page.place()).toBe('/netsuite-setup')
  })

  test('keeps the result of a connection test', async () => {
    const steps = connectionSteps().map((title) => ({ title, state: 'passed', text: 'Right.' }))
    api.use(http.post('*/provide-env-data/test', () => HttpResponse.json({ steps })))
    const page = await atSetup()
    await page.press('Test connection')
    await screen.findByText('Sign-in: Passed')
    await page.look(CERTIFICATE)
    expect(screen.queryByText('Sign-in: Passed')).toBeNull()
    await page.look(TOKEN)
    expect(screen.getByText('Sign-in: Passed')).toBeDefined()
  })

  test('during a save does not hide why it failed', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => {
      answer = resolve
    })
    api.use(
      http.post('*/provide-env-data/sign-in', async () => {
        await answered
        return HttpResponse.json({ detail: 'The database refused' }, { status: 400 })
      }),
    )
    const page = await atSetup()
    await page.look(CERTIFICATE)
    for (const label of ['ERP Account ID', 'Client ID', 'Certificate ID'])
      await page.fill(label, '1234567')
    await page.press('Setup')
    await screen.findByRole('button', { name: 'Setting up...' })
    await page.look(TOKEN)
    expect(screen.getByRole('button', { name: 'Setup' }).ariaBusy).toBe('false')
    answer()
    await page.look(CERTIFICATE)
    expect((await screen.findByRole('alert')).textContent).toBe('The database refused')
    expect(value('Client ID')).toBe('1234567')
  })
})

test('saving one way sends nothing of the other, keeps what was typed there, and stays in view though the reload is lost', async () => {
  const page = await atSetup()
  await page.fill('Consumer Key', 'key')
  await page.look(CERTIFICATE)
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  api.use(http.get('*/provide-env-data/sign-in', () => HttpResponse.error()))
  await page.press('Setup')
  await screen.findByText('ERP configuration saved successfully.')
  await waitFor(() => expect(value('Client ID')).toBe(''))
  expect((await sealedSettings(server().context.db)).has('NETSUITE_CONSUMER_KEY')).toBe(false)
  await page.look(TOKEN)
  expect(value('Consumer Key')).toBe('key')
})

test('what is typed while a save is under way stays in the form', async () => {
  const page = await atSetup()
  await page.look(CERTIFICATE)
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  const saving = holdNextAnswer(consoleUnderTest, 'POST', ownEndpoints.saveErpSignIn.path)
  await page.press('Setup')
  await waitFor(() => expect(saving.isHeld()).toBe(true))
  await page.fill('Client ID', 'client-2')
  saving.release()
  await screen.findByText('ERP configuration saved successfully.')
  await screen.findByText(/^In use\. Valid until/)
  expect(value('Client ID')).toBe('client-2')
})

test('with another private key the ID of its certificate is asked for at its field, although one is set', async () => {
  const { certificate, key } = await makeKeyPair(server().context.now())
  const page = await atSetup()
  await page.look(CERTIFICATE)
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  await page.press('Setup')
  await screen.findByText(/^In use\. Valid until/)
  await waitFor(() => expect(value('Client ID')).toBe(''))
  const id = screen.getByLabelText('Certificate ID')
  expect(id.getAttribute('aria-describedby')).not.toBeNull()
  await page.fill('Private key (PEM)', `${key}\n${certificate}`)
  expect(id.getAttribute('aria-describedby')).toBeNull()
  await page.press('Setup')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please fill in all required fields: Certificate ID',
  )
  expect(id.ariaInvalid).toBe('true')
  await page.fill('Certificate ID', 'certificate-2')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a saved address is not promised to stay where another account replaces it', async () => {
  const page = await atSetup()
  await page.look(CERTIFICATE)
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  await page.press('Setup')
  await screen.findByText(/^In use\. Valid until/)
  await waitFor(() => expect(value('Client ID')).toBe(''))
  const hint = () => describing(screen.getByLabelText('Base URL'))
  await waitFor(() => expect(hint()).toBe('Saved. Leave blank to keep.'))
  await page.fill('ERP Account ID', '7654321')
  expect(hint()).toBe('Leave blank to use the address of the account.')
})

function describing(field: HTMLElement): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ')
}
