import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http } from 'msw'
import { expect, onTestFinished, test } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { securityTexts } from '#contract/texts/own/security-texts.ts'
import { passkeys } from '#server/db/schema/second-factor.ts'
import { applyConfig, consoleConfig } from '#console/data/api/config.ts'
import { codeAt } from '#server/auth/totp.ts'
import { findAdmin, removeAdmin } from '#server/db/repositories/admins.ts'
import { allowHiddenUntil } from '#console/session/clock.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { passBothFactors } from '#console/session/steps.ts'
import { offering } from '#test/support/console/console-config.ts'
import { openDialog, pressInRow } from '#test/support/console/open-dialog.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { saveRecoveryCodes } from '#test/support/console/sign-in.ts'
import { anAdmin, CACHE_KEY } from '#test/support/people.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

const part = async (name: string) => within(await screen.findByRole('region', { name }))

test('everybody opens Security from the settings and sees codes, passkeys and sessions', async () => {
  const ada = await signedInAdmin(server())
  await ada.session()
  const page = await renderConsole({ path: '/dashboard' })
  await page.press('Settings')
  await page.user.click(await screen.findByRole('menuitem', { name: 'Security' }))
  const codes = await part('Recovery codes')
  codes.getByText(/You have no recovery codes/)
  // jsdom has no passkeys, like a browser at an IP address.
  expect((await part('Passkeys')).getByText(/the operator sets PUBLIC_URL/)).toBeDefined()

  await page.press('Generate new codes')
  await saveRecoveryCodes(page)
  await screen.findByText('10 of 10 left')

  const sessions = await part('Where you are signed in')
  expect(sessions.getAllByRole('listitem')).toHaveLength(2)
  await page.press('End')
  await screen.findByText('Session ended')
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
  expect(sessions.getByText('This session')).toBeDefined()
})

test('new recovery codes are shown until they are saved, also after Back and after a lock', async () => {
  const ada = await signedInAdmin(server())
  const page = await renderConsole({ path: '/dashboard' })
  await page.go('/security')
  await part('Recovery codes')
  await page.press('Generate new codes')
  const shown = async (): Promise<string[]> => {
    const dialog = await screen.findByRole('dialog', { name: 'Save your recovery codes' })
    return within(dialog)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  const codes = await shown()
  expect(codes).toHaveLength(10)
  await page.go('/dashboard')
  expect(await shown()).toEqual(codes)
  await page.user.keyboard('{Escape}')
  expect(await shown()).toEqual(codes)

  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(screen.queryByRole('dialog')).toBeNull()
  const { username } = ada
  const facts = { username, isSuperAdmin: false, features: {}, cacheKey: CACHE_KEY }
  const bob = await (await anAdmin(server().context, { username: 'bob' })).session()
  act(() => passBothFactors({ ...facts, username: 'bob', token: bob }, Date.now()))
  await page.go('/security')
  await part('Recovery codes')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const token = await ada.session()
  act(() => passBothFactors({ ...facts, token }, Date.now()))
  await page.go('/dashboard')
  expect(await shown()).toEqual(codes)
  await saveRecoveryCodes(page)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('recovery codes that arrive after a lock are shown to their admin at the next sign-in', async () => {
  const ada = await signedInAdmin(server())
  const page = await renderConsole({ path: '/security' })
  await part('Recovery codes')
  let answer = (): void => undefined
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  onTestFinished(() => answer())
  let isAsked = false
  api.use(
    http.post('*/api/recovery-codes', async () => {
      isAsked = true
      await answered
    }),
  )
  await page.press('Generate new codes')
  await expect.poll(() => isAsked).toBe(true)
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const token = await ada.session()
  const { username } = ada
  const facts = { token, username, isSuperAdmin: false, features: {}, cacheKey: CACHE_KEY }
  act(() => passBothFactors(facts, Date.now()))
  await page.go('/dashboard')
  answer()
  await screen.findByRole('dialog', { name: 'Save your recovery codes' })
  await saveRecoveryCodes(page)
})

test('the end of a session that another admin asked for before is not reported, and theirs stays busy until its answer', async () => {
  const ada = await signedInAdmin(server())
  for (let nth = 0; nth < 2; nth += 1) await ada.session()
  const page = await renderConsole({ path: '/security' })
  const sessions = await part('Where you are signed in')
  const held: (() => void)[] = []
  onTestFinished(() => held.forEach((release) => release()))
  api.use(
    http.delete('*/api/sessions/:id', async () => {
      await new Promise<void>((resolve) => void held.push(resolve))
    }),
  )
  const ends = () => sessions.getAllByRole('button', { name: 'End' })
  for (const end of ends()) await page.user.click(end)
  await waitFor(() => expect(held).toHaveLength(2))
  expect(ends().map(({ ariaBusy }) => ariaBusy)).toEqual(['true', 'true'])
  held[0]?.()
  await screen.findByText(securityTexts.sessionEnded)
  await waitFor(() => expect(ends().map(({ ariaBusy }) => ariaBusy)).toEqual(['true']))
  await page.pass(60_000)
  expect(screen.queryByText(securityTexts.sessionEnded)).toBeNull()

  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const token = await (await anAdmin(server().context, { username: 'bob' })).session()
  const facts = { username: 'bob', isSuperAdmin: false, features: {}, cacheKey: CACHE_KEY }
  act(() => passBothFactors({ ...facts, token }, Date.now()))
  await page.go('/dashboard')
  held[1]?.()
  await page.pass(100)
  expect(screen.queryByText(securityTexts.sessionEnded)).toBeNull()
})

test('the focus moves to the heading of a part when the button that had it goes', async () => {
  const ada = await signedInAdmin(server())
  for (let nth = 0; nth < 3; nth += 1) await ada.session()
  const page = await renderConsole({ path: '/security' })
  const sessions = await part('Where you are signed in')
  expect(sessions.getAllByRole('listitem')).toHaveLength(4)
  const heading = sessions.getByRole('heading')
  const [end] = sessions.getAllByRole('button', { name: 'End' })
  if (!end) throw new Error('no session can be ended')
  await page.user.click(end)
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(3))
  await waitFor(() => expect(document.activeElement === heading).toBe(true))
  await page.press('End all others')
  await waitFor(() => expect(sessions.getAllByRole('listitem')).toHaveLength(1))
  await waitFor(() => expect(document.activeElement === heading).toBe(true))
})

test('the focus moves to the heading of Passkeys when a passkey is removed', async () => {
  Object.assign(window, { PublicKeyCredential: () => undefined })
  onTestFinished(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await signedInAdmin(server())
  await server()
    .context.db.insert(passkeys)
    .values({
      id: 'glove',
      username: 'ada',
      publicKey: 'key',
      counter: 0,
      transports: [],
      isBackedUp: false,
      name: 'Glove',
      createdAt: new Date(server().context.now()),
    })
  const page = await renderConsole({ path: '/security' })
  const { passkeys: before } = consoleConfig()
  onTestFinished(() => applyConfig({ ...consoleConfig(), passkeys: before }))
  act(() =>
    applyConfig({
      ...consoleConfig(),
      passkeys: { host: window.location.hostname, alone: true },
    }),
  )
  const mine = await part('Passkeys')
  await page.user.click(await mine.findByRole('button', { name: 'Remove' }))
  await (await openDialog(page, securityTexts.removePasskey)).press('Remove')
  await screen.findByText(securityTexts.passkeyRemoved)
  await waitFor(() => expect(mine.queryByRole('listitem')).toBeNull())
  await waitFor(() => expect(document.activeElement === mine.getByRole('heading')).toBe(true))
})

test.each([
  ['button', 'Copy secret'],
  ['link', 'Open in authenticator'],
])('the way to an authenticator on this device excuses a hidden page: %s', async (role, name) => {
  await signedInAdmin(server())
  const page = await renderConsole({ path: '/security' })
  await page.press('Replace authenticator')
  const way = await screen.findByRole(role, { name })
  way.addEventListener('click', (event) => event.preventDefault())
  allowHiddenUntil(0)
  fireEvent.click(way)
  expect(allowHiddenUntil(0)).toBeGreaterThan(Date.now())
})

test('another authenticator replaces the present one, and the session goes on', async () => {
  await signedInAdmin(server())
  const page = await renderConsole({ path: '/security' })
  const before = readSession().token
  await page.press('Replace authenticator')
  const dialog = await screen.findByRole('dialog', { name: 'Connect your authenticator' })
  const secret = dialog.querySelector('code')?.textContent ?? ''
  await page.fill('Verification code', codeAt(secret, Date.now()))
  await page.press('Verify')
  await screen.findByText('Authenticator replaced')
  expect(readSession().token).not.toBe(before)
})

test('a super admin sees who has which factor, and resets one with a reason', async () => {
  await anAdmin(server().context, { username: 'bob' })
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  const page = await renderConsole({ path: '/admins' })
  await screen.findByRole('table')
  await screen.findByText('bob')
  await pressInRow(page, 'bob', 'Second factor')
  const dialog = await openDialog(page, 'Second factor of bob')
  await within(dialog.element).findByText('Authenticator: set up')
  within(dialog.element).getByText('Recovery codes left: 0')
  await dialog.press('Reset second factor')
  await within(dialog.element).findByText('Give a reason of 10 to 200 characters')
  await dialog.fill('Reason, for the audit trail', 'His phone fell into the dock')
  await dialog.press('Reset second factor')
  await screen.findByText('The second factor of bob is reset.')
  expect((await findAdmin(server().context.db, 'bob'))?.totpSecret).toBeNull()

  await pressInRow(page, 'root', 'Second factor')
  const own = within(await screen.findByRole('dialog', { name: 'Second factor of root' }))
  await own.findByText(/This is your own account/)
  expect(own.queryByLabelText('Reason, for the audit trail')).toBeNull()
})

test('the reason for a reset comes back after a lock', async () => {
  await anAdmin(server().context, { username: 'bob' })
  const root = await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  const page = await renderConsole({ path: '/admins' })
  await screen.findByText('bob')
  await pressInRow(page, 'bob', 'Second factor')
  const dialog = await openDialog(page, 'Second factor of bob')
  await dialog.fill('Reason, for the audit trail', 'His phone fell into the dock')
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  const token = await root.session()
  const facts = { token, username: 'root', isSuperAdmin: true, features: {}, cacheKey: CACHE_KEY }
  act(() => passBothFactors(facts, Date.now()))
  await page.go('/admins')
  const again = await openDialog(page, 'Second factor of bob')
  expect(again.value('Reason, for the audit trail')).toBe('His phone fell into the dock')
})

test('the second factor of an admin whom somebody else has deleted is not there, with the reason', async () => {
  await anAdmin(server().context, { username: 'bob' })
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  const page = await renderConsole({ path: '/admins' })
  await screen.findByText('bob')
  await removeAdmin(server().context.db, 'bob')
  await pressInRow(page, 'bob', 'Second factor')
  const dialog = await openDialog(page, 'Second factor of bob')
  expect(await dialog.alert()).toBe(refusals.adminMissing)
})

test.each([
  ['smtp://mail.example', 'They will be notified by email.'],
  [null, "This server doesn't send email, so tell them yourself."],
] as const)('whoever resets a second factor with mail at %s reads: %s', async (smtpUrl, said) => {
  Object.assign(server().context.env, { smtpUrl })
  await anAdmin(server().context, { username: 'bob' })
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  const page = await renderConsole({ path: '/admins' })
  await screen.findByText('bob')
  await pressInRow(page, 'bob', 'Second factor')
  const dialog = await openDialog(page, 'Second factor of bob')
  expect(
    await within(dialog.element).findByText(new RegExp(`starts a new setup\\. ${said}$`)),
  ).toBeDefined()
})

test('another server has no Security screen', async () => {
  offering()
  await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
  const page = await renderConsole({ path: '/security' })
  expect(page.place()).toBe('/dashboard')
  await page.press('Settings')
  await screen.findByRole('menuitem', { name: 'Preferences' })
  expect(screen.queryByRole('menuitem', { name: 'Security' })).toBeNull()
})
