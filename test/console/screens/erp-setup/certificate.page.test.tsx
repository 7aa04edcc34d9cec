import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveSettings, sealedSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import { makeKeyPair, OAUTH2_SETTINGS } from '#server/erp/saved-certificate.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

test('a super admin makes a certificate, enters the ids of NetSuite, and sets it up', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  const page = await renderConsole({ path: '/netsuite-setup' })
  await screen.findByText(/accepts no new integrations with access tokens/)
  await page.user.click(await screen.findByRole('radio', { name: /OAuth 2.0 certificate/ }))
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  expect(screen.getByRole('button', { name: 'Download new certificate' })).toBeTruthy()
  await page.press('Setup')
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Please fill in all required fields: ERP Account ID, Client ID, Certificate ID',
  )
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  await page.press('Setup')
  await screen.findByText(/^In use\. Valid until/)
  const saved = await sealedSettings(server().context.db)
  expect([...saved.keys()].filter((name) => name.includes('NEXT'))).toEqual([])
  expect(saved.has('NETSUITE_BASE_URL')).toBe(true)
  await page.fill('ERP Account ID', '7654321')
  await page.press('Setup')
  await screen.findByText(
    'Every list is being read from NetSuite. Follow it under Sync details on the dashboard.',
  )
})

test('an earlier answer that is late does not hide the certificate that was made since', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  const page = await renderConsole({ path: '/netsuite-setup' })
  await page.user.click(await screen.findByRole('radio', { name: /OAuth 2.0 certificate/ }))
  await page.press('Generate certificate')
  await screen.findByText(/^New certificate, valid until/)
  await page.fill('ERP Account ID', '1234567')
  await page.fill('Client ID', 'client-1')
  await page.fill('Certificate ID', 'certificate-1')
  const before = holdNextAnswer(consoleUnderTest, 'GET', '/provide-env-data/sign-in')
  await page.press('Setup')
  await expect.poll(before.isHeld).toBe(true)
  const isNext = async () => {
    const saved = await sealedSettings(server().context.db)
    return [...saved.keys()].some((name) => name.includes('NEXT'))
  }
  await expect.poll(isNext).toBe(false)
  await page.press('Generate new certificate')
  await expect.poll(isNext).toBe(true)
  const button = screen.getByRole('button', { name: 'Generate new certificate' })
  await waitFor(() => expect(button.ariaBusy).toBe('false'))
  act(before.release)
  await page.pass(1_000)
  expect(screen.getByRole('button', { name: 'Download new certificate' })).toBeTruthy()
})

test('the dashboard warns a super admin before the certificate ends', async () => {
  const { context } = server()
  const made = context.now() - 720 * 86_400_000
  const { certificate, key } = await makeKeyPair(made)
  const values = { [OAUTH2_SETTINGS.way]: 'oauth2', [OAUTH2_SETTINGS.key]: key }
  const sealed = Object.entries({ ...values, [OAUTH2_SETTINGS.certificate]: certificate }).map(
    ([name, value]): [string, string] => [name, context.seal.seal(settingPurpose(name), value)],
  )
  await saveSettings(context.db, new Map(sealed), { by: 'root', at: new Date(context.now()) })
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  await renderConsole({ path: '/dashboard' })
  const warning = await screen.findByText(/^The NetSuite certificate expires/)
  expect(warning.textContent).toMatch(/expires in \d days\. Generate a new one in ERP Setup\./)
})
