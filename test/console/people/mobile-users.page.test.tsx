/** WMS Mobile Users: the dialogs, against the real server (specification.md sections 2, 4, 5 and 8). */
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { describe, expect, test } from 'vitest'
import { type AdminFeature, completeMobileFeatures, MOBILE_FEATURES } from '#contract/access.ts'
import { refusals as reasons } from '#contract/refusals.ts'
import { MOBILE_FEATURE_GROUPS } from '#contract/texts/feature-words.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import {
  changeMobileUser,
  findMobileUser,
  removeMobileUser,
} from '#server/db/repositories/mobile-users.ts'
import { consoleServer } from '#test/support/server/console-server.ts'
import {
  isOpen,
  openDialog,
  pressInRow,
  type OpenDialog,
} from '#test/support/console/open-dialog.ts'
import { aMobileUser } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { sentTo } from '#test/support/console/calls/sent.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'
import { column } from '#test/support/console/table.ts'
import { waiting } from '#test/support/disabled-reason.ts'

consolePage()

const { api, server } = consoleServer()

const found = (userid: string) => findMobileUser(server().context.db, userid)
const opens = async (userid: string, password: string) =>
  verifyPassword(password, (await found(userid))?.passwordHash ?? null)

async function atUsers(person: { features?: AdminFeature[] } = {}): Promise<RenderedConsole> {
  await aMobileUser(server().context)
  await aMobileUser(server().context, { userid: 'picker2' })
  await signedInAdmin(server(), { isSuperAdmin: true, ...person })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await waitFor(() => expect(column('User ID')).toEqual(['picker1', 'picker2']))
  return page
}

async function rowDialog(page: RenderedConsole, button: string, title: string) {
  await pressInRow(page, 'picker1', button)
  return openDialog(page, title)
}

async function adding(page: RenderedConsole): Promise<OpenDialog> {
  await page.press('Add User')
  return openDialog(page, 'Create WMS User')
}

const box = (form: OpenDialog, label: string) => form.field(label).checked
const ticked = (form: OpenDialog): number =>
  within(form.element)
    .getAllByRole('checkbox')
    .filter((each) => each instanceof HTMLInputElement && each.checked).length

describe('Create WMS User', () => {
  test('the form has the two groups, and one box for all with a mixed state', async () => {
    const form = await adding(await atUsers())
    const groups = within(form.element)
      .getAllByRole('group')
      .filter((each) => each.tagName === 'DIV')
    const labels = groups.map((group) =>
      within(group)
        .getAllByRole('checkbox')
        .map((each) => each.closest('.mantine-Checkbox-root')?.textContent),
    )
    expect(labels).toEqual(
      MOBILE_FEATURE_GROUPS.map(({ features }) => features.map(([, label]) => label)),
    )
    const all = form.field('Select All Features')
    await form.toggle('Select All Features')
    expect(ticked(form)).toBe(MOBILE_FEATURES.length + 1)
    await form.toggle('Picking')
    expect([all.checked, all.indeterminate]).toEqual([false, true])
    await form.toggle('Picking')
    expect([all.checked, all.indeterminate]).toEqual([true, false])
    await form.toggle('Select All Features')
    expect([ticked(form), all.indeterminate]).toEqual([0, false])
    await form.press('Select all of Core Operations')
    expect([ticked(form), all.indeterminate]).toEqual([7, true])
    await form.press('Clear Core Operations')
    expect(ticked(form)).toBe(0)
  })

  test('the form offers the known locations, and marks any other name', async () => {
    const { db, now } = server().context
    const names = ['WH 11', 'WH 2']
    await putRecords(
      db,
      'locations',
      names.map((name, nth) => ({ id: nth, name })),
      now(),
    )
    const form = await adding(await atUsers({ features: ['locations'] }))
    const input = form.field('Location')
    const offered = () => [...(input.list?.options ?? [])].map(({ value }) => value)
    await waitFor(() => expect(offered()).toEqual(['WH 2', 'WH 11']))
    const hint = () => within(form.element).queryByText('Not a NetSuite location.')
    await form.fill('Location', 'wh 1')
    expect(hint()).toBeNull()
    await form.fill('Location', 'WH 99')
    expect(hint()).not.toBeNull()
  })

  test('the form requires all four fields before it checks lengths, filters typing, creates and closes after a second', async () => {
    const page = await atUsers()
    const form = await adding(page)
    const sent = sentTo(api, 'POST /api/admin/register-user')
    await form.fill('User ID', 'a-b c_1$!')
    await form.fill('Name', "a-b'c. 2!@")
    await form.fill('Password', 'a b c')
    expect(['User ID', 'Name', 'Password'].map(form.value)).toEqual(['abc_1$', "a-b'c. 2", 'abc'])
    await form.press('Create')
    expect(form.message('Location')).toBe('All fields are required')
    await waitFor(() => expect(document.activeElement === form.field('Location')).toBe(true))
    await form.fill('Location', 'Main Hall')
    expect(form.message('Password')).toBe('Password must be at least 4 characters long')
    await form.fill('Password', 'x'.repeat(16))
    expect(form.message('Password')).toBe('Password cannot exceed 15 characters')
    await form.fill('Password', 'pallet')
    await form.toggle('LTL Orders')
    await form.toggle('Enable Multi-Location Access')
    await form.press('Create')
    await within(form.element).findByText('User created successfully!')
    await page.pass(500)
    expect(isOpen('Create WMS User')).toBe(true)
    await page.pass(600)
    await waitFor(() => expect(isOpen('Create WMS User')).toBe(false))
    await waitFor(() => expect(column('User ID')).toContain('abc_1$'))
    expect(await found('abc_1$')).toMatchObject({
      name: "a-b'c. 2",
      location: 'Main Hall',
      multiLocationEnable: true,
      features: { ltlOrders: true, picking: false },
    })
    expect(await opens('abc_1$', 'pallet')).toBe(true)
    expect(sent).toEqual([
      {
        userid: 'abc_1$',
        name: "a-b'c. 2",
        password: 'pallet',
        location: 'Main Hall',
        multi_location_enable: true,
        features: completeMobileFeatures({ ltlOrders: true }),
      },
    ])
  })

  test('a user who is created while the list is still on its way is in the list', async () => {
    await signedInAdmin(server(), { isSuperAdmin: true })
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let loads = 0
    api.use(
      http.get('*/api/wms-ai-users', async () => {
        loads += 1
        if (loads > 1) return undefined
        await held
        return HttpResponse.json({ data: [] })
      }),
    )
    const form = await adding(await renderConsole({ path: '/wms-ai-users' }))
    await waitFor(() => expect(loads).toBe(1))
    await form.fill('User ID', 'picker9')
    for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
    await form.press('Create')
    await waitFor(async () => expect(await found('picker9')).not.toBeNull())
    release()
    await waitFor(() => expect(column('User ID')).toEqual(['picker9']))
  })

  test('the form says why it failed', async () => {
    const page = await atUsers()
    const form = await adding(page)
    await form.fill('User ID', 'PICKER1')
    for (const label of ['Name', 'Password', 'Location']) await form.fill(label, 'pallet')
    await form.press('Create')
    expect(await form.alert()).toBe('User already exists')
    const refusals: readonly [body: object, text: string][] = [
      [{ message: 'Such a user already exists' }, 'User already exists'],
      [{ detail: 'No more users' }, 'No more users'],
      [{ message: 'Not today' }, 'Not today'],
      [{}, 'Failed to create user'],
    ]
    for (const [body, text] of refusals) {
      api.use(http.post('/api/admin/register-user', () => HttpResponse.json(body, { status: 400 })))
      await form.press('Create')
      await waitFor(async () => expect(await form.alert()).toBe(text))
    }
  })
})

describe('Edit WMS User', () => {
  test('the form shows the stored values, keeps the id and a blank password, and saves changes', async () => {
    const page = await atUsers()
    const form = await rowDialog(page, 'Edit', 'Edit WMS User')
    expect(form.field('User ID').readOnly).toBe(true)
    expect([box(form, 'Bin Count'), box(form, 'Picking')]).toEqual([true, false])
    expect(form.field('Location').value).toBe('Main')
    await form.toggle('Select All Features')
    expect(ticked(form)).toBe(MOBILE_FEATURES.length + 1)
    await form.toggle('Select All Features')
    expect(ticked(form)).toBe(0)
    await form.toggle('Bin Count')
    await form.toggle('Enable Multi-Location Access')
    expect(box(form, 'Enable Multi-Location Access')).toBe(true)
    await form.fill('Password', 'abcd')
    await form.press('Save')
    expect(form.message('Confirm Password')).toBe('Passwords do not match')
    await form.fill('Password', '')
    await form.fill('Name', ' Paula ')
    await form.toggle('Picking')
    await form.press('Save')
    await screen.findByText('User updated successfully!')
    expect(isOpen('Edit WMS User')).toBe(false)
    expect(await found('picker1')).toMatchObject({
      name: 'Paula',
      multiLocationEnable: true,
      features: { binCount: true, picking: true, ltlOrders: false },
    })
    expect(await opens('picker1', 'pallet')).toBe(true)
    await waitFor(() => expect(column('Name')).toContain('Paula'))
    const again = await rowDialog(page, 'Edit', 'Edit WMS User')
    expect(box(again, 'Enable Multi-Location Access')).toBe(true)
  })

  test('the second of two editors is told and overwrites nothing; other failures show their message', async () => {
    const page = await atUsers()
    const form = await rowDialog(page, 'Edit', 'Edit WMS User')
    const sent = sentTo(api, 'PUT /api/wms-ai-users/update/picker1')
    await form.fill('Name', 'Mine')
    await changeMobileUser(server().context.db, 'picker1', { name: 'Theirs' }, new Date())
    await form.press('Save')
    expect(await form.alert()).toMatch(/^Someone else changed this account/)
    expect(await found('picker1')).toMatchObject({ name: 'Theirs' })
    for (const label of ['Password', 'Confirm Password']) await form.fill(label, 'new-pallet')
    const refusals: readonly [body: object, text: string][] = [
      [{ detail: 'Not today' }, 'Not today'],
      [{}, 'Failed to update user'],
    ]
    for (const [body, text] of refusals) {
      const answer = () => HttpResponse.json(body, { status: 400 })
      api.use(http.put('/api/wms-ai-users/update/picker1', answer))
      await form.press('Save')
      await waitFor(async () => expect(await form.alert()).toBe(text))
    }
    const profile = {
      name: 'Mine',
      location: 'Main',
      multi_location_enable: false,
      features: completeMobileFeatures({ binCount: true }),
    }
    const withPassword = { ...profile, password: 'new-pallet' }
    expect(sent).toEqual([profile, withPassword, withPassword])
  })
})

test('Update Password takes 4 to 15 characters, reports success and closes after a second', async () => {
  const page = await atUsers()
  const form = await rowDialog(page, 'Update Password', 'Update Password')
  expect(form.field('New Password').maxLength).toBe(15)
  await form.fill('New Password', 'a b c')
  await form.press('Save')
  expect(form.message('New Password')).toBe('Password must be at least 4 characters long')
  await form.fill('New Password', 'new-pallet')
  for (const [body, text] of [
    [{ message: 'Not today' }, 'Not today'],
    [{}, 'Failed to update password'],
  ] as const) {
    const answer = () => HttpResponse.json(body, { status: 400 })
    api.use(http.put('/api/wms-ai-users/update/picker1', answer))
    await form.press('Save')
    await waitFor(async () => expect(await form.alert()).toBe(text))
  }
  api.resetHandlers()
  const sent = sentTo(api, 'PUT /api/wms-ai-users/update/picker1')
  const loads = sentTo(api, 'GET /api/wms-ai-users')
  await form.press('Save')
  await within(form.element).findByText('Password updated successfully!')
  expect(sent).toEqual([{ new_password: 'new-pallet' }])
  await waitFor(() => expect(loads.length).toBeGreaterThan(0))
  await page.pass(500)
  expect(isOpen('Update Password')).toBe(true)
  await page.pass(600)
  await waitFor(() => expect(isOpen('Update Password')).toBe(false))
  expect(await opens('picker1', 'new-pallet')).toBe(true)
})

test('Delete asks, is off for this row while it runs, and says why it failed', async () => {
  const page = await atUsers()
  const question = await rowDialog(page, 'Delete', 'Confirm Delete')
  expect(question.element.textContent).toContain('Are you sure you want to delete user picker1?')
  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  api.use(
    http.delete('/api/wms-ai-users/delete/picker1', async () => {
      await held
      return HttpResponse.json({ message: 'Not today' }, { status: 400 })
    }),
  )
  await question.press('Delete')
  const isOff = (userid: string) =>
    screen
      .getAllByRole('row')
      .filter((row) => row.textContent.includes(userid))
      .map((row) => within(row).getByRole('button', { name: 'Delete' }))
      .map((button) => Reflect.get(button, 'disabled'))
  await waitFor(() => expect([isOff('picker1'), isOff('picker2')]).toEqual([[true], [false]]))
  answer()
  expect(await question.alert()).toBe('Not today')
  await waitFor(() => expect(isOff('picker1')).toEqual([false]))
  api.use(
    http.delete('/api/wms-ai-users/delete/picker1', () => HttpResponse.json({}, { status: 500 })),
  )
  await question.press('Delete')
  await waitFor(async () => expect(await question.alert()).toBe('Failed to delete user'))
  api.resetHandlers()
  const sent = sentTo(api, 'DELETE /api/wms-ai-users/delete/picker1')
  await question.press('Delete')
  await screen.findByText('User deleted successfully!')
  expect(sent).toEqual([null])
  await waitFor(() => expect(column('User ID')).toEqual(['picker2']))
})

test('a user whom somebody else has deleted leaves the list, and the dialog says why', async () => {
  const page = await atUsers()
  const question = await rowDialog(page, 'Delete', 'Confirm Delete')
  await removeMobileUser(server().context.db, 'picker1')
  await question.press('Delete')
  expect(await question.alert()).toBe(reasons.userMissing)
  await waitFor(() => expect(column('User ID')).toEqual(['picker2']))
})

test('users sent as a map take their id from its key, and the integration user is left out', async () => {
  api.use(
    http.get('/api/wms-ai-users', () =>
      HttpResponse.json({
        u1: {
          name: 'Ann',
          badge: 'B7',
          multi_location_enable: true,
          features: { binCount: true, picking: true, ltlOrders: false },
        },
        'erp-integration': { name: 'Robot' },
      }),
    ),
  )
  await signedInAdmin(server(), { isSuperAdmin: true })
  const page = await renderConsole({ path: '/wms-ai-users' })
  await waitFor(() => expect(column('User ID')).toEqual(['u1']))
  expect(column('Multi Location User')).toEqual(['Yes'])
  expect(column('Features')).toEqual(['Bin Count, Picking'])
  expect(column('Badge')).toEqual(['B7'])
  await pressInRow(page, 'Ann', 'Edit')
  const form = await openDialog(page, 'Edit WMS User')
  const paths: (string | null)[][] = []
  api.use(
    http.put('/api/wms-ai-users/update/:userid', ({ params, request }) => {
      paths.push([String(params['userid']), request.headers.get('if-match')])
      return HttpResponse.json({})
    }),
  )
  await form.fill('Location', 'Main')
  await form.press('Save')
  await screen.findByText('User updated successfully!')
  expect(paths).toEqual([['u1', null]])
})

test('forms and deletions wait for the network and say why; the input stays', async () => {
  const page = await atUsers()
  const form = await adding(page)
  await form.fill('User ID', 'picker3')
  act(() => onlineManager.setOnline(false))
  expect(waiting('Create')).toBe('You need to be online for this.')
  expect(form.field('User ID').value).toBe('picker3')
  act(() => onlineManager.setOnline(true))
  expect(waiting('Create')).toBeNull()
})

test("a row's button gives its reason to a screen reader", async () => {
  await atUsers()
  const edit = () => {
    const row = within(screen.getByRole('row', { name: /picker1/ }))
    return row.getByRole('button', { name: 'Edit' })
  }
  expect(edit().getAttribute('aria-describedby')).toBeNull()
  act(() => onlineManager.setOnline(false))
  const reason = document.getElementById(edit().getAttribute('aria-describedby') ?? '')
  expect(reason?.textContent).toBe('You need to be online for this.')
  act(() => onlineManager.setOnline(true))
  expect(edit().getAttribute('aria-describedby')).toBeNull()
})

test('Refresh reloads the list and reports it; a failed load is named', async () => {
  const page = await atUsers()
  await aMobileUser(server().context, { userid: 'picker3' })
  await page.press('Refresh')
  await screen.findByText('Data refreshed successfully')
  await waitFor(() => expect(column('User ID')).toEqual(['picker1', 'picker2', 'picker3']))
  await screen.findByRole('button', { name: 'Refresh', busy: false })
  api.use(http.get('/api/wms-ai-users', () => HttpResponse.json({}, { status: 500 })))
  await page.press('Refresh')
  await screen.findByText(/^Failed to load WMS AI users/)
})
