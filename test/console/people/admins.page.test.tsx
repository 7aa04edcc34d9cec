/** The Admins screen: creating, editing and deleting, against the real server (specification.md sections 2, 5 and 8). */
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { completeFeatures } from '#contract/access.ts'
import { refusals as reasons } from '#contract/refusals.ts'
import { endSession, readSession } from '#console/session/session.ts'
import { changeAdmin, findAdmin, removeAdmin } from '#server/db/repositories/admins.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import {
  isOpen,
  openDialog,
  pressInRow,
  type OpenDialog,
} from '#test/support/console/open-dialog.ts'
import { anAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { sentTo } from '#test/support/console/calls/sent.ts'
import { signedIn } from '#test/support/console/session.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { column } from '#test/support/console/table.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { api, server } = consoleUnderTest

const found = (username: string) => findAdmin(server().context.db, username)

/** Ada, who has all rights, before a list with herself and bob. */
async function atAdmins(): Promise<RenderedConsole> {
  await anAdmin(server().context, { username: 'bob', features: ['bins'] })
  await signedInAdmin(server(), { isSuperAdmin: true, features: ['bins'] })
  const page = await renderConsole({ path: '/admins' })
  await waitFor(() => expect(column('Username').slice(0, 2)).toEqual(['ada', 'bob']))
  return page
}

async function creating(page: RenderedConsole): Promise<OpenDialog> {
  await page.press('Create Admin')
  return openDialog(page, 'Create Admin')
}

async function editing(page: RenderedConsole, username: string): Promise<OpenDialog> {
  await pressInRow(page, username, 'Edit')
  return openDialog(page, 'Edit Admin')
}

async function deleting(page: RenderedConsole, username: string): Promise<OpenDialog> {
  await pressInRow(page, username, 'Delete')
  return openDialog(page, 'Confirm Delete')
}

const GRACE = {
  Username: 'grace',
  'Company Name': 'Harbour Goods',
  'Company Email': 'grace@dock.example',
  'Phone Number': '5550100100',
  Password: 'sesame',
  'Confirm Password': 'sesame',
}

async function fillNew(form: OpenDialog, more: Record<string, string> = {}): Promise<void> {
  for (const [label, text] of Object.entries({ ...GRACE, ...more })) await form.fill(label, text)
}

describe('Create Admin', () => {
  test('the form shows one message at a time in the order of the rules, and filters typing', async () => {
    const page = await atAdmins()
    const form = await creating(page)
    await form.press('Create')
    expect(form.message('Username')).toBe('Username must contain at least one letter or number')
    await waitFor(() => expect(document.activeElement === form.field('Username')).toBe(true))
    const steps: readonly [field: string, text: string, next: string, message: string | null][] = [
      ['Username', 'ab', 'Username', 'Username must be at least 3 characters long'],
      ['Username', 'g-r a!ce', 'Company Name', 'Company name must be at least 2 characters long'],
      ['Company Name', 'Harbour Goods', 'Company Email', 'Please enter a valid email address'],
      ['Company Email', 'gr ace@dock.example', 'Phone Number', 'Phone number is required'],
      ['Phone Number', '555 0100100', 'Password', 'Password must be at least 4 characters long'],
      ['Password', 'ses ame', 'Confirm Password', 'Passwords do not match'],
      ['Confirm Password', 'sesame', 'Confirm Password', null],
    ]
    for (const [field, text, next, message] of steps) {
      await form.fill(field, text)
      expect([next, form.message(next)]).toEqual([next, message])
    }
    for (const [label, text] of Object.entries(GRACE)) expect(form.value(label)).toBe(text)
    await form.fill('Username', '')
    await form.fill('Company Email', 'BOB@Example.com')
    expect(form.message('Company Email')).toBe('This email is already registered as an admin')
  })

  test('the form creates an admin with the chosen features, reports it, closes after a second and lists him', async () => {
    const page = await atAdmins()
    const form = await creating(page)
    const sent = sentTo(api, 'POST /api/admin/register')
    await fillNew(form)
    expect(within(form.element).getAllByRole('checkbox')).toHaveLength(10)
    await form.toggle('Items')
    await form.press('Select all of Reports')
    await form.press('Create')
    await within(form.element).findByText('Admin created successfully!')
    await page.pass(500)
    expect(isOpen('Create Admin')).toBe(true)
    await page.pass(600)
    await waitFor(() => expect(isOpen('Create Admin')).toBe(false))
    await waitFor(() => expect(column('Username')).toEqual(['ada', 'bob', 'grace']))
    const grace = await found('grace')
    const flags = Object.entries(grace?.features ?? {}).filter(([, isOn]) => isOn)
    expect(flags.map(([flag]) => flag).toSorted()).toEqual([
      'binAdjustment',
      'binTransfer',
      'bincount',
      'items',
    ])
    expect(grace?.isSuperAdmin).toBe(false)
    expect(sent).toEqual([
      {
        username: 'grace',
        company_name: 'Harbour Goods',
        company_email: 'grace@dock.example',
        phone_number: '5550100100',
        password: 'sesame',
        confirm_password: 'sesame',
        is_super_admin: false,
        features: completeFeatures(Object.fromEntries(flags)),
      },
    ])
  })

  test('the form says why it failed, keeps its input, and creates a super admin by the box', async () => {
    const page = await atAdmins()
    const form = await creating(page)
    await fillNew(form, { Username: 'BOB' })
    await form.toggle('Add as a Super Admin')
    await form.press('Create')
    expect(await form.alert()).toBe('Admin already exists')
    const refusals: readonly [body: object, text: string][] = [
      [{ detail: 'duplicate key value violates x' }, 'Admin already exists'],
      [{ message: 'nothing to do with it' }, 'Failed to create admin'],
    ]
    for (const [body, text] of refusals) {
      api.use(http.post('/api/admin/register', () => HttpResponse.json(body, { status: 400 })))
      await form.press('Create')
      await waitFor(async () => expect(await form.alert()).toBe(text))
    }
    api.resetHandlers()
    expect(form.value('Company Email')).toBe(GRACE['Company Email'])
    await form.fill('Username', 'grace')
    await form.press('Create')
    await within(form.element).findByText('Admin created successfully!')
    expect(await found('grace')).toMatchObject({
      isSuperAdmin: true,
      features: { superAdmin: true },
    })
  })
})

test('Refresh reloads the list and reports it; a failed load is named', async () => {
  const page = await atAdmins()
  await anAdmin(server().context, { username: 'aaron' })
  await page.press('Refresh')
  await screen.findByText('Data refreshed successfully')
  await waitFor(() => expect(column('Username')).toEqual(['aaron', 'ada', 'bob']))
  await screen.findByRole('button', { name: 'Refresh', busy: false })
  api.use(http.get('/api/master-admin-details', () => HttpResponse.json({}, { status: 500 })))
  await page.press('Refresh')
  await screen.findByText(/^Failed to load admins/)
})

describe('Edit Admin', () => {
  test('the form shows the stored values, keeps the name and a blank password, and saves changes', async () => {
    const page = await atAdmins()
    const before = await found('bob')
    const form = await editing(page, 'bob')
    const sent = sentTo(api, 'PUT /api/admin/profile/bob')
    expect(form.field('Username').readOnly).toBe(true)
    expect(form.field('Bins').checked).toBe(true)
    expect(form.field('Phone Number').value).toBe('5550100100')
    await form.fill('Password', 'abc')
    await form.press('Save')
    expect(form.message('Confirm Password')).toBe('Passwords do not match')
    await form.fill('Confirm Password', 'abc')
    expect(form.message('Password')).toBe('Password must be at least 4 characters long')
    await form.fill('Password', '')
    await form.fill('Confirm Password', '')
    await form.fill('Company Email', 'ada@example.com')
    expect(form.message('Company Email')).toBe('This email is already registered as an admin')
    await form.fill('Company Email', 'bob@example.com')
    await form.fill('Company Name', ' Dock Ltd ')
    await form.fill('Phone Number', '')
    await form.toggle('Inventory')
    await form.toggle('Add as a Super Admin')
    await form.press('Save')
    await screen.findByText('Admin profile updated successfully')
    expect(isOpen('Edit Admin')).toBe(false)
    expect(await found('bob')).toMatchObject({
      companyName: 'Dock Ltd',
      phoneNumber: '',
      passwordHash: before?.passwordHash,
      isSuperAdmin: true,
      features: { bins: true, inventory: true, superAdmin: true },
    })
    await waitFor(() => expect(column('Company Name')).toEqual(['Harbour Goods', 'Dock Ltd']))
    expect(sent).toEqual([
      {
        username: 'bob',
        company_name: 'Dock Ltd',
        company_email: 'bob@example.com',
        phone_number: '',
        is_super_admin: true,
        features: completeFeatures({ bins: true, inventory: true, superAdmin: true }),
      },
    ])
  })

  test('the second of two editors is told, keeps the input, and may load the current values', async () => {
    const page = await atAdmins()
    const form = await editing(page, 'bob')
    await form.fill('Company Name', 'Mine')
    await changeAdmin(server().context.db, 'bob', { companyName: 'Theirs' }, new Date())
    await form.press('Save')
    expect(await form.alert()).toBe(
      "Someone else changed this account since you opened it. Your changes weren't saved.",
    )
    expect(form.value('Company Name')).toBe('Mine')
    expect(await found('bob')).toMatchObject({ companyName: 'Theirs' })
    await form.press('Show current values')
    await waitFor(async () =>
      expect((await openDialog(page, 'Edit Admin')).value('Company Name')).toBe('Theirs'),
    )
    const again = await openDialog(page, 'Edit Admin')
    await again.fill('Company Name', 'Both')
    await again.press('Save')
    await screen.findByText('Admin profile updated successfully')
    expect(await found('bob')).toMatchObject({ companyName: 'Both' })
  })

  test('current values that arrive late do not replace another form that was opened meanwhile', async () => {
    const page = await atAdmins()
    const form = await editing(page, 'bob')
    await form.fill('Company Name', 'Mine')
    await changeAdmin(server().context.db, 'bob', { companyName: 'Theirs' }, new Date())
    await form.press('Save')
    await form.alert()
    const list = holdNextAnswer(consoleUnderTest, 'GET', '/master-admin-details')
    await form.press('Show current values')
    await expect.poll(list.isHeld).toBe(true)
    await form.press('Cancel')
    await (await openDialog(page, 'Discard changes?')).press('Discard')
    await waitFor(() => expect(isOpen('Edit Admin')).toBe(false))
    const other = await editing(page, 'ada')
    await other.fill('Company Name', 'Typed')
    act(list.release)
    await waitFor(() => expect(column('Company Name')).toContain('Theirs'))
    const open = await openDialog(page, 'Edit Admin')
    expect([open.value('Username'), open.value('Company Name')]).toEqual(['ada', 'Typed'])
  })

  test('the last super admin stays one, with the reason; a failure without a reason just failed', async () => {
    const page = await atAdmins()
    const form = await editing(page, 'ada')
    for (const label of ['Password', 'Confirm Password']) await form.fill(label, 'sesame')
    const sent = sentTo(api, 'PUT /api/admin/profile/ada')
    await form.toggle('Add as a Super Admin')
    expect(form.element.textContent).toContain('Saving will sign you out.')
    await form.press('Save')
    expect(await form.alert()).toBe('Make someone else super admin first.')
    expect(await found('ada')).toMatchObject({ isSuperAdmin: true })
    api.use(http.put('/api/admin/profile/ada', () => HttpResponse.json({}, { status: 500 })))
    await form.press('Save')
    await waitFor(async () => expect(await form.alert()).toBe('Failed to update admin profile'))
    const profile = {
      username: 'ada',
      company_name: 'Harbour Goods',
      company_email: 'ada@example.com',
      phone_number: '5550100100',
      password: 'sesame',
      confirm_password: 'sesame',
      is_super_admin: false,
      features: completeFeatures({ bins: true }),
    }
    expect(sent).toEqual([profile, profile])
  })
})

describe('Delete', () => {
  test('Delete asks first, deletes, reports it and reloads the list', async () => {
    const page = await atAdmins()
    const question = await deleting(page, 'bob')
    expect(question.element.textContent).toContain('Are you sure you want to delete admin bob?')
    await question.press('Cancel')
    expect(await found('bob')).not.toBeNull()
    await (await deleting(page, 'bob')).press('Delete')
    await screen.findByText('Admin deleted successfully')
    expect(await found('bob')).toBeNull()
    await waitFor(() => expect(column('Username')).toEqual(['ada']))
    const last = await deleting(page, 'ada')
    await last.press('Delete')
    expect(await last.alert()).toBe("The last super admin can't be deleted.")
    api.use(http.delete('/api/admin/delete/ada', () => HttpResponse.json({}, { status: 500 })))
    await last.press('Delete')
    await waitFor(async () => expect(await last.alert()).toBe('Failed to delete admin'))
  })

  test('the focus stays on the list once the row with the button that had it is gone', async () => {
    const page = await atAdmins()
    const list = screen.getByRole('region', { name: 'Admins' })
    await (await deleting(page, 'bob')).press('Cancel')
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Delete'))
    await (await deleting(page, 'bob')).press('Delete')
    await waitFor(() => expect(column('Username')).toEqual(['ada']))
    await waitFor(() => expect(document.activeElement === list).toBe(true))
  })

  test('an admin whom somebody else has deleted leaves the list, and the dialog says why', async () => {
    const page = await atAdmins()
    const question = await deleting(page, 'bob')
    await removeAdmin(server().context.db, 'bob')
    await question.press('Delete')
    expect(await question.alert()).toBe(reasons.adminMissing)
    await waitFor(() => expect(column('Username')).toEqual(['ada']))
    await question.press('Cancel')
    const list = screen.getByRole('region', { name: 'Admins' })
    await waitFor(() => expect(document.activeElement === list).toBe(true))
  })

  test('deleting the own account is reported and ends the session after 2 seconds', async () => {
    await anAdmin(server().context, { username: 'root', isSuperAdmin: true })
    const page = await atAdmins()
    const question = await deleting(page, 'ada')
    expect(question.element.textContent).toContain('You will be signed out.')
    await question.press('Delete')
    await screen.findByText(
      'Your admin account has been deleted. You will be redirected to the login page.',
    )
    await page.user.keyboard('{Escape}')
    await page.pass(1_000)
    expect(page.place()).toBe('/admins')
    expect(await found('ada')).toBeNull()
    await page.pass(1_100)
    await waitFor(() => expect(page.place()).toBe('/login'))
    expect(window.sessionStorage).toHaveLength(0)
  })
})

describe('a form with changes', () => {
  test('a form with changes asks before Escape, Cancel or another page discards them; an unchanged one does not', async () => {
    const page = await atAdmins()
    const toDashboard = () => page.user.click(screen.getByRole('link', { name: 'Dashboard' }))
    await editing(page, 'bob')
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(isOpen('Edit Admin')).toBe(false))
    const form = await editing(page, 'bob')
    await form.fill('Company Name', 'Mine')
    for (const leave of [
      () => page.user.keyboard('{Escape}'),
      () => form.press('Cancel'),
      toDashboard,
    ]) {
      await leave()
      await (await openDialog(page, 'Discard changes?')).press('Keep editing')
      await waitFor(() => expect(isOpen('Discard changes?')).toBe(false))
      expect(form.value('Company Name')).toBe('Mine')
    }
    expect(page.place()).toBe('/admins')
    await toDashboard()
    await (await openDialog(page, 'Discard changes?')).press('Discard')
    await waitFor(() => expect(page.place()).toBe('/dashboard'))
    await page.go('/admins')
    expect(isOpen('Edit Admin')).toBe(false)
  })

  test('a form with changes returns when the same admin signs in after a lock, and for no other', async () => {
    const page = await atAdmins()
    const token = readSession().token ?? ''
    const form = await editing(page, 'bob')
    await form.fill('Company Name', 'Mine')
    await anAdmin(server().context, { username: 'aaron' })
    await page.pass(31_000)
    await waitFor(() => expect(column('Username')).toContain('aaron'))
    expect(form.value('Company Name')).toBe('Mine')
    act(() => endSession('hidden'))
    await waitFor(() => expect(page.place()).toBe('/login'))
    expect(isOpen('Edit Admin')).toBe(false)
    act(() => void signedIn({ token, isSuperAdmin: true, features: ['bins'] }))
    await page.go('/admins')
    expect((await openDialog(page, 'Edit Admin')).value('Company Name')).toBe('Mine')
    act(() => endSession('hidden'))
    const other = await anAdmin(server().context, { username: 'root', isSuperAdmin: true })
    const session = await other.session()
    act(() => void signedIn({ username: 'root', token: session, isSuperAdmin: true }))
    await page.go('/admins')
    await waitFor(() => expect(column('Username')).toContain('root'))
    expect(isOpen('Edit Admin')).toBe(false)
  })
})
