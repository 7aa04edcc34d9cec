/** The minimum that an operator sets reaches every form with a new password (decisions.md 4.9). */
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#console/data/config.ts'
import { consoleServer } from '#test/support/console-server.ts'
import { messageOf } from '#test/support/field-message.ts'
import { renderConsole, type RenderedConsole } from '#test/support/render.tsx'
import { signedInAdmin } from '#test/support/signed-in-admin.ts'

const { server } = consoleServer({ env: { PASSWORD_MIN_LENGTH: '10' } })
const TOO_SHORT = 'Password must be at least 10 characters long'

beforeEach(async () => {
  window.localStorage.clear()
  await loadConfig()
})

async function typeTwice(page: RenderedConsole, label: string, password: string): Promise<void> {
  await page.fill(label, password)
  await page.fill('Confirm Password', password)
}

test('registration', async () => {
  const page = await renderConsole({ path: '/super-admin-register' })
  await page.fill('Username', 'grace')
  await page.fill('Company Name', 'Harbour Goods')
  await page.fill('Company Email', 'grace@example.com')
  await page.fill('Phone Number', '5550100100')
  await typeTwice(page, 'Password', '123456789')
  await page.press('Register')
  expect(messageOf('Password')).toBe(TOO_SHORT)
  await typeTwice(page, 'Password', '1234567890')
  expect(messageOf('Password')).toBeNull()
})

test('Reset Password', async () => {
  const page = await renderConsole({ path: '/reset-password?token=abc' })
  await typeTwice(page, 'New Password', '123456789')
  await page.press('Reset Password')
  expect(messageOf('New Password')).toBe(TOO_SHORT)
  await typeTwice(page, 'New Password', '1234567890')
  expect(messageOf('New Password')).toBeNull()
})

test('Change Password', async () => {
  await signedInAdmin(server())
  const page = await renderConsole({ path: '/dashboard' })
  await page.press('Settings')
  await page.user.click(await screen.findByText('Change Password'))
  await screen.findByRole('dialog', { name: 'Change Password' })
  await typeTwice(page, 'New Password', '123456789')
  await page.press('Change Password')
  expect(messageOf('New Password')).toBe(TOO_SHORT)
  await typeTwice(page, 'New Password', '1234567890')
  expect(messageOf('New Password')).toBeNull()
})
