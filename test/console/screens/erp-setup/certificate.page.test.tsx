import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sealedSettings } from '#server/db/repositories/settings.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

test('a super admin makes a certificate, enters the ids of NetSuite, and sets it up', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['locations'] })
  const page = await renderConsole({ path: '/netsuite-setup' })
  await screen.findByText(/accepts no new integrations with access tokens/)
  await page.user.click(await screen.findByRole('radio', { name: /OAuth 2.0 certificate/ }))
  await page.press('Make a certificate')
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
})
