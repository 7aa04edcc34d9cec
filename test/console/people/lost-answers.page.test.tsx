/** Changes to people that the server makes while its answer is lost on the way. */
import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { readDraft } from '#console/session/draft.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { passBothFactors } from '#console/session/steps.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { findMobileUser } from '#server/db/repositories/mobile-users.ts'
import { holdNextAnswer, loseNextAnswer, LOSSES } from '#test/support/console/calls/answers.ts'
import { isOpen, openDialog, pressInRow } from '#test/support/console/open-dialog.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { column } from '#test/support/console/table.ts'
import { signedIn } from '#test/support/console/session.ts'
import { aMobileUser, anAdmin, CACHE_KEY } from '#test/support/people.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

const SEE_LIST =
  'No answer from the server. This may have been done: check the list before you try again.'
const PASSWORD =
  "No answer from the server. The password may have been changed; it's safe to try again."

test.each(Object.entries(LOSSES))(
  'a created user whose answer is lost by %s is in the list, and the form says to look there',
  async (_what, loss) => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    const page = await renderConsole({ path: '/wms-ai-users' })
    await page.press('Add User')
    const form = await openDialog(page, 'Create WMS User')
    await form.fill('User ID', 'picker1')
    for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
    loseNextAnswer(consoleUnderTest, 'POST', '/admin/register-user', loss)
    await form.press('Create')
    expect(await form.alert()).toBe(SEE_LIST)
    expect(await findMobileUser(server().context.db, 'picker1')).not.toBeNull()
    await waitFor(() => expect(column('User ID')).toEqual(['picker1']))
  },
)

test('a password of a user that was changed although no answer came can be saved again', async () => {
  await aMobileUser(server().context)
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await waitFor(() => expect(column('User ID')).toEqual(['picker1']))
  await pressInRow(page, 'picker1', 'Update Password')
  const form = await openDialog(page, 'Update Password')
  await form.fill('New Password', 'new-pallet')
  loseNextAnswer(consoleUnderTest, 'PUT', '/wms-ai-users/update/picker1')
  await form.press('Save')
  expect(await form.alert()).toBe(PASSWORD)
  const user = await findMobileUser(server().context.db, 'picker1')
  expect(await verifyPassword('new-pallet', user?.passwordHash ?? null)).toBe(true)
  await form.press('Save')
  await screen.findByText('Password updated successfully!')
})

test('a user whose creation the server answers after a lock is not offered again by the next sign-in', async () => {
  const ada = await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await page.press('Add User')
  const form = await openDialog(page, 'Create WMS User')
  await form.fill('User ID', 'picker1')
  for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
  await waitFor(() => expect(readDraft()).not.toBeNull())
  const answer = holdNextAnswer(consoleUnderTest, 'POST', '/admin/register-user')
  await form.press('Create')
  await waitFor(() => expect(answer.isHeld()).toBe(true))
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  act(answer.release)
  await waitFor(async () =>
    expect(await findMobileUser(server().context.db, 'picker1')).not.toBeNull(),
  )
  await waitFor(() => expect(readDraft()).toBeNull())
  const facts = {
    username: 'ada',
    isSuperAdmin: true,
    features: { bins: true },
    cacheKey: CACHE_KEY,
  }
  const token = await ada.session()
  act(() => passBothFactors({ ...facts, token }, Date.now()))
  await page.go('/wms-ai-users')
  await waitFor(() => expect(column('User ID')).toEqual(['picker1']))
  expect(isOpen('Create WMS User')).toBe(false)
})

test('the late answer to a form neither reaches another admin nor takes what they have typed in the form of the same name', async () => {
  await signedInAdmin(server(), { isSuperAdmin: true })
  const bob = await anAdmin(server().context, { username: 'bob', isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await page.press('Add User')
  const form = await openDialog(page, 'Create WMS User')
  await form.fill('User ID', 'picker1')
  for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
  const answer = holdNextAnswer(consoleUnderTest, 'POST', '/admin/register-user')
  await form.press('Create')
  await waitFor(() => expect(answer.isHeld()).toBe(true))
  const signIn = async (): Promise<void> => {
    const token = await bob.session()
    const facts = { username: 'bob', isSuperAdmin: true, features: {}, cacheKey: CACHE_KEY }
    act(() => passBothFactors({ ...facts, token }, Date.now()))
    await page.go('/wms-ai-users')
  }
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  await signIn()
  await page.press('Add User')
  await (await openDialog(page, 'Create WMS User')).fill('User ID', 'picker2')
  act(answer.release)
  await waitFor(async () =>
    expect(await findMobileUser(server().context.db, 'picker1')).not.toBeNull(),
  )
  await page.pass(100)
  expect(isOpen('Create WMS User')).toBe(true)
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  await signIn()
  const again = await openDialog(page, 'Create WMS User')
  expect(again.value('User ID')).toBe('picker2')
})

test('a deleted user is not reported to another admin who has signed in since', async () => {
  await aMobileUser(server().context)
  await signedInAdmin(server(), { isSuperAdmin: true })
  const bob = await anAdmin(server().context, { username: 'bob', isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await waitFor(() => expect(column('User ID')).toEqual(['picker1']))
  await pressInRow(page, 'picker1', 'Delete')
  const answer = holdNextAnswer(consoleUnderTest, 'DELETE', '/wms-ai-users/delete/picker1')
  await (await openDialog(page, 'Confirm Delete')).press('Delete')
  await waitFor(() => expect(answer.isHeld()).toBe(true))
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const facts = { username: 'bob', isSuperAdmin: true, features: {}, cacheKey: CACHE_KEY }
  const token = await bob.session()
  act(() => passBothFactors({ ...facts, token }, Date.now()))
  await page.go('/dashboard')
  act(answer.release)
  await waitFor(async () => expect(await findMobileUser(server().context.db, 'picker1')).toBeNull())
  await page.pass(100)
  expect(screen.queryByText('User deleted successfully!')).toBeNull()
})

test("one's own password that was changed although no answer came can be sent again", async () => {
  await signedInAdmin(server(), { features: ['bins'] })
  const page = await renderConsole({ path: '/dashboard' })
  await page.press('Settings')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Change Password' }))
  const form = await openDialog(page, 'Change Password')
  await form.fill('New Password', 'fresh-sesame')
  await form.fill('Confirm Password', 'fresh-sesame')
  loseNextAnswer(consoleUnderTest, 'PUT', '/admin/profile/ada')
  await form.press('Change Password')
  expect(await form.alert()).toBe(PASSWORD)
  const admin = await findAdmin(server().context.db, 'ada')
  expect(await verifyPassword('fresh-sesame', admin?.passwordHash ?? null)).toBe(true)
  await form.press('Change Password')
  await screen.findByText('Password changed successfully!')
})

test('the late answer to a deletion of the own account does not end the session of whoever is signed in by then', async () => {
  const root = await anAdmin(server().context, { username: 'root', isSuperAdmin: true })
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
  const page = await renderConsole({ path: '/admins' })
  await waitFor(() => expect(column('Username')).toEqual(['ada', 'root']))
  await pressInRow(page, 'ada', 'Delete')
  const question = await openDialog(page, 'Confirm Delete')
  const answer = holdNextAnswer(consoleUnderTest, 'DELETE', '/admin/delete/ada')
  await question.press('Delete')
  await expect.poll(answer.isHeld).toBe(true)
  // The account is gone, so the next call of any kind is refused.
  act(() => endSession('refused'))
  await waitFor(() => expect(page.place()).toMatch(/^\/login/))
  const token = await root.session()
  act(() => void signedIn({ username: 'root', token, isSuperAdmin: true }))
  await page.go('/admins')
  await waitFor(() => expect(column('Username')).toEqual(['root']))
  act(answer.release)
  await page.pass(2_500)
  expect(readSession()).toMatchObject({ token, username: 'root' })
  expect(page.place()).toBe('/admins')
})
