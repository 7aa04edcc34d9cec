/** Changes to people on servers whose answers say nothing, or say it in another shape (specification.md section 7: not shown). */
import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { findMobileUser } from '#server/db/repositories/mobile-users.ts'
import { loseNextAnswer } from '#test/support/console/calls/answers.ts'
import { isOpen, openDialog, pressInRow } from '#test/support/console/open-dialog.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { aMobileUser } from '#test/support/people.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

test.each([
  ['a text', 'Done'],
  ['true', true],
  ['a message of null', { message: null }],
  ['a list', []],
])(
  'a user who was created and then deleted is reported so if the server answers with %s',
  async (_what, body) => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    const { db } = server().context
    const page = await renderConsole({ path: '/wms-ai-users' })
    await page.press('Add User')
    const form = await openDialog(page, 'Create WMS User')
    await form.fill('User ID', 'picker1')
    for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
    const answer = (): Response => HttpResponse.json(body)
    loseNextAnswer(consoleUnderTest, 'POST', '/admin/register-user', answer)
    await form.press('Create')
    await screen.findByText('User created successfully!')
    await page.pass(1_000)
    await screen.findByRole('button', { name: /^Delete/ })
    await pressInRow(page, 'picker1', 'Delete')
    const question = await openDialog(page, 'Confirm Delete')
    loseNextAnswer(consoleUnderTest, 'DELETE', '/wms-ai-users/delete/picker1', answer)
    await question.press('Delete')
    await screen.findByText('User deleted successfully!')
    expect(isOpen('Confirm Delete')).toBe(false)
    expect(await findMobileUser(db, 'picker1')).toBeNull()
  },
)

test('a password that was changed is reported so if the server answers with a text', async () => {
  await aMobileUser(server().context)
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await screen.findByRole('button', { name: /^Delete/ })
  await pressInRow(page, 'picker1', 'Update Password')
  const form = await openDialog(page, 'Update Password')
  await form.fill('New Password', 'new-pallet')
  loseNextAnswer(consoleUnderTest, 'PUT', '/wms-ai-users/update/picker1', () =>
    HttpResponse.json('Updated'),
  )
  await form.press('Save')
  expect(await screen.findByText('Password updated successfully!')).toBeDefined()
})
