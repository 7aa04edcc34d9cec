import { screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { refusals } from '#contract/refusals.ts'
import { secondFactorEndpoints } from '#contract/own/second-factor-endpoints.ts'
import { codeAt } from '#server/auth/totp.ts'
import { readSession } from '#console/session/session.ts'
import { call } from '#test/support/server/clients/call.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { openDialog } from '#test/support/console/open-dialog.ts'
import { firstFactorOnly } from '#test/support/console/session.ts'
import { enters, giveCode } from '#test/support/console/sign-in.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { api, server } = consoleServer()

async function past(person: Person, path: string): Promise<RenderedConsole> {
  const { username } = person
  firstFactorOnly({ username, token: await person.session('first') })
  return renderConsole({ path })
}

const codesOf = async (who: Person): Promise<string[]> => {
  const { body } = await call(server().app, secondFactorEndpoints.createRecoveryCodes, {
    token: await who.session(),
  })
  return body['codes'] as string[]
}

describe('a lost phone', () => {
  test('a recovery code signs in, and the person reads how many are left', async () => {
    const ada = await anAdmin(server().context, { features: ['bins'] })
    const [code = ''] = await codesOf(ada)
    const page = await past(ada, '/2fa-login')
    await page.press('Use a recovery code')
    await page.fill('Recovery code', 'AAAAA-AAAAA')
    await page.press('Verify')
    expect((await screen.findByRole('alert')).textContent).toBe(
      "This recovery code isn't valid, or it was used before.",
    )
    await page.fill('Recovery code', code.toLowerCase())
    await page.press('Verify')
    await enters()
    await screen.findByText('Signed in with a recovery code. 9 left.')
    expect(readSession()).toMatchObject({ twoFactorVerified: true, features: { bins: true } })
  })

  test('the way back to the authenticator is one button', async () => {
    const page = await past(await anAdmin(server().context), '/2fa-login')
    await page.press('Use a recovery code')
    await screen.findByLabelText('Recovery code')
    await page.press('Use the authenticator instead')
    expect(await screen.findByLabelText('Authenticator code')).toBeDefined()
  })

  test('another server has no recovery codes', async () => {
    offering()
    await past(await anAdmin(server().context), '/2fa-login')
    await screen.findByLabelText('Authenticator code')
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
  })
})

describe('after the set-up of an authenticator', () => {
  const setUp = async (): Promise<RenderedConsole> => {
    const page = await past(
      await anAdmin(server().context, { hasSecondFactor: false }),
      '/2fa-setup',
    )
    const dialog = await screen.findByRole('dialog')
    const secret = dialog.querySelector('code')?.textContent ?? ''
    await giveCode(page, 'Verification code', codeAt(secret, Date.now()))
    return page
  }

  test('ten codes are shown once, can be copied and downloaded, and must be acknowledged', async () => {
    const page = await setUp()
    const list = await screen.findByRole('list', { name: 'Recovery codes' })
    const codes = within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent.trim())
    expect(codes).toHaveLength(10)

    await page.press('Copy')
    await screen.findByText('Codes copied')
    expect((await navigator.clipboard.readText()).trim().split('\n')).toEqual(codes)
    const files: Blob[] = []
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (file: Blob) => `blob:${files.push(file)}`,
        revokeObjectURL: () => undefined,
      }),
    )
    await page.press('Download')
    expect(await files[0]?.text()).toContain(codes.join('\r\n'))

    await page.press('Continue')
    expect(screen.getByRole('list', { name: 'Recovery codes' })).toBeDefined()
    await page.user.click(screen.getByLabelText('I have saved them'))
    await page.press('Continue')
    await enters()
  })

  test('without an answer the set-up still counts, and the codes can be made later', async () => {
    api.use(http.post('/api/recovery-codes', () => HttpResponse.error()))
    const page = await setUp()
    await screen.findByText(
      'No answer from the server. New codes may have been generated, and your old ones may no longer work. Generate them again.',
    )
    await page.press('Generate them later under Security')
    await enters()
    expect(readSession().twoFactorVerified).toBe(true)
  })
})

describe('a call that needs a fresh proof', () => {
  test('asks in place, keeps the form, and goes on', async () => {
    const root = await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
    const page = await renderConsole({ path: '/admins' })
    await page.press('Create Admin')
    const form = await openDialog(page, 'Create Admin')
    await form.fill('Username', 'newcomer')
    await form.fill('Company Name', 'Dock')
    await form.fill('Company Email', 'new@dock.example')
    await form.fill('Phone Number', '5550100100')
    await form.fill('Password', 'sesame')
    await form.fill('Confirm Password', 'sesame')
    await form.toggle('Add as a Super Admin')
    await page.pass(5 * 60_000)
    await form.press('Create')

    const dialog = within(await screen.findByRole('dialog', { name: "Confirm that it's you" }))
    await page.user.click(dialog.getByRole('button', { name: 'Cancel' }))
    await screen.findByText('Confirm that it is you.')
    expect(form.value('Username')).toBe('newcomer')

    await form.press('Create')
    await page.fill('Authenticator code', '000000')
    await page.press('Confirm')
    await screen.findByText("That didn't match. Please try again.")
    await page.fill('Authenticator code', root.code(Date.now()))
    await page.press('Confirm')
    await screen.findByText('Admin created successfully!')
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: "Confirm that it's you" })).toBeNull(),
    )
  })

  test('keeps a code that is typed while the one before is being refused', async () => {
    await signedInAdmin(server())
    const page = await renderConsole({ path: '/security' })
    await page.pass(5 * 60_000)
    await page.press('Generate new codes')
    await screen.findByRole('dialog', { name: "Confirm that it's you" })
    let refuse = (): void => undefined
    const refused = new Promise<Response>((resolve) => {
      refuse = () => resolve(HttpResponse.json({ detail: refusals.proofWrong }, { status: 403 }))
    })
    onTestFinished(() => refuse())
    api.use(http.post(`*/api${secondFactorEndpoints.stepUp.path}`, () => refused))
    await page.fill('Authenticator code', '000000')
    await page.press('Confirm')
    await page.fill('Authenticator code', '12345')
    refuse()
    await screen.findByRole('alert')
    expect(screen.getByLabelText('Authenticator code')).toHaveProperty('value', '12345')
  })

  test('goes on with a proof that arrives late, after the person has cancelled it and is asked again', async () => {
    const root = await signedInAdmin(server(), { username: 'root', isSuperAdmin: true })
    const page = await renderConsole({ path: '/admins' })
    await page.press('Create Admin')
    const form = await openDialog(page, 'Create Admin')
    await form.fill('Username', 'newcomer')
    await form.fill('Company Name', 'Dock')
    await form.fill('Company Email', 'new@dock.example')
    await form.fill('Phone Number', '5550100100')
    await form.fill('Password', 'sesame')
    await form.fill('Confirm Password', 'sesame')
    await form.toggle('Add as a Super Admin')
    await page.pass(5 * 60_000)
    let send = (): void => undefined
    const sent = new Promise<void>((resolve) => {
      send = resolve
    })
    onTestFinished(() => send())
    // The proof is slow on its way to the server.
    api.use(
      http.post(`*/api${secondFactorEndpoints.stepUp.path}`, () => sent.then(() => undefined)),
    )
    const question = () => screen.findByRole('dialog', { name: "Confirm that it's you" })
    const cancel = async (): Promise<void> =>
      page.user.click(within(await question()).getByRole('button', { name: 'Cancel' }))

    await form.press('Create')
    await question()
    await page.fill('Authenticator code', root.code(Date.now()))
    await page.press('Confirm')
    await cancel()
    await screen.findByText('Confirm that it is you.')
    await form.press('Create')
    await question()
    send()
    await screen.findByText('Admin created successfully!')
    expect(screen.queryByRole('dialog', { name: "Confirm that it's you" })).toBeNull()
  })
})
