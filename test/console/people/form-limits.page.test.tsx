/** The minimum that an operator sets reaches every form with a new password (decisions/console/people-forms.md). */
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { loadConfig } from '#console/data/api/host/load-config.ts'
import { leavesNoConfig } from '#test/support/console/console-config.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { messageOf } from '#test/support/console/field-message.ts'
import { isOpen, openDialog, pressInRow } from '#test/support/console/open-dialog.ts'
import { aMobileUser } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer({ env: { PASSWORD_MIN_LENGTH: '10' } })
const TOO_SHORT = 'Password must be at least 10 characters long'

beforeEach(async () => {
  window.localStorage.clear()
  await loadConfig()
  leavesNoConfig(api)
})

async function typeTwice(page: RenderedConsole, label: string, password: string): Promise<void> {
  await page.fill(label, password)
  await page.fill('Confirm Password', password)
}

test("the operator's minimum applies to registration", async () => {
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

test("the operator's minimum applies to Reset Password", async () => {
  const page = await renderConsole({ path: '/reset-password?token=abc' })
  await typeTwice(page, 'New Password', '123456789')
  await page.press('Reset Password')
  expect(messageOf('New Password')).toBe(TOO_SHORT)
  await typeTwice(page, 'New Password', '1234567890')
  expect(messageOf('New Password')).toBeNull()
})

test("the operator's minimum applies to Change Password", async () => {
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

test("the operator's minimum applies to all account dialogs with a password", async () => {
  await aMobileUser(server().context)
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/admins' })
  const admin = { Username: 'grace', 'Company Name': 'Dock', 'Company Email': 'g@dock.example' }
  const password = { Password: '123456789', 'Confirm Password': '123456789' }
  const user = { 'User ID': 'picker2', Name: 'Pat', Location: 'Main', Password: '123456789' }
  const said: (string | null)[] = []
  const tryOut = async (title: string, values: object, verb: string): Promise<void> => {
    const form = await openDialog(page, title)
    for (const [label, text] of Object.entries(values)) await form.fill(label, String(text))
    await form.press(verb)
    const label = title === 'Update Password' ? 'New Password' : 'Password'
    await waitFor(() => expect(form.message(label)).not.toBeNull())
    said.push(form.message(label))
    await form.press('Cancel')
    await (await openDialog(page, 'Discard changes?')).press('Discard')
    await waitFor(() => expect(isOpen(title)).toBe(false))
  }
  await page.press('Create Admin')
  await tryOut('Create Admin', { ...admin, 'Phone Number': '5550100100', ...password }, 'Create')
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('ada'))
  await pressInRow(page, 'ada', 'Edit')
  await tryOut('Edit Admin', password, 'Save')
  await page.go('/wms-ai-users')
  await page.press('Add User')
  await tryOut('Create WMS User', user, 'Create')
  await waitFor(() => expect(screen.getByRole('table').textContent).toContain('picker1'))
  await pressInRow(page, 'picker1', 'Edit')
  await tryOut('Edit WMS User', password, 'Save')
  await pressInRow(page, 'picker1', 'Update Password')
  await tryOut('Update Password', { 'New Password': '123456789' }, 'Save')
  expect(said).toEqual([TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT])
}, 60_000)
