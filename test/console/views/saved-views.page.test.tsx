/** Saved views as a person uses them, with the real server. */
import { onlineManager } from '@tanstack/react-query'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { SavedView } from '#contract/views/saved-views.ts'
import { endSession } from '#console/session/session.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { column, count, heads } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'

consolePage()

const { server } = consoleServer()

const BINS: Row[] = Array.from({ length: 23 }, (_, nth) => ({
  id: 100 + nth,
  bin_number: `${nth < 12 ? 'A' : 'C'}-${String(nth + 1)}`,
  location: 'Main',
}))

let ada: Person
let root: Person

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await putRecords(server().context.db, 'bins', BINS, START)
  ada = await anAdmin(server().context, { username: 'ada', features: ['bins'] })
  root = await anAdmin(server().context, {
    username: 'root',
    isSuperAdmin: true,
    features: ['bins'],
  })
})

async function opened(path: string, who = ada): Promise<RenderedConsole> {
  offering('views')
  signedIn({
    username: who.username,
    token: await who.session(),
    isSuperAdmin: who === root,
    features: ['bins'],
  })
  const page = await renderConsole({ path })
  await screen.findByRole('table')
  return page
}

/** Saves a view on the server, without the console. */
async function saved(who: Person, given: object = {}): Promise<SavedView> {
  const { status, body } = await call(server().app, ownEndpoints.createView, {
    token: await who.session(),
    body: { screen: 'bins', name: 'Aisle C', config: { q: 'C-', size: 25 }, ...given },
  })
  expect(status).toBe(200)
  return body as unknown as SavedView
}

async function makeDefault(who: Person, view: SavedView, whose: 'me' | 'everyone'): Promise<void> {
  const { status } = await call(server().app, ownEndpoints.chooseDefaultView, {
    token: await who.session(),
    params: { screen: 'bins' },
    body: { for: whose, view: view.id },
  })
  expect(status).toBe(200)
}

const shows = (expected: string) => waitFor(() => expect(count()).toBe(expected))

async function choose(page: RenderedConsole, entry: string | RegExp): Promise<void> {
  await page.press(viewTexts.views)
  await page.user.click(await screen.findByRole('menuitem', { name: entry }))
}

describe('a view', () => {
  test('a view that is saved and made the default applies in the next session', async () => {
    const page = await opened('/bins')
    await page.user.type(screen.getByRole('searchbox'), 'C-')
    await shows('1–10 of 11')
    await choose(page, viewTexts.saveAsNew)
    await page.fill(viewTexts.name, 'Aisle C')
    await page.press(viewTexts.save)
    await waitFor(() => expect(page.place()).toMatch(/^\/bins\?view=[a-z0-9]{8}$/))
    await screen.findByTitle('Aisle C')
    await choose(page, viewTexts.makeMyDefault)
    await screen.findByText(viewTexts.defaultSet('Aisle C'))
    await page.go('/dashboard')
    endSession('logout')
    await waitFor(() => expect(page.place()).toBe('/login'))

    signedIn({ username: 'ada', token: await ada.session(), features: ['bins'] })
    await page.go('/bins')
    await screen.findByTitle('Aisle C')
    await shows('1–10 of 11')
    expect(page.place()).toBe('/bins')
  })

  test('a changed view says so, is updated, and forgets its change when it is opened again', async () => {
    const view = await saved(ada)
    const page = await opened(`/bins?view=${view.id}`)
    await shows('1–11 of 11')
    expect(screen.queryByText(viewTexts.changed)).toBeNull()
    await page.user.type(screen.getByRole('searchbox'), '2')
    await shows('1–4 of 4')
    await screen.findByText(viewTexts.changed)
    expect(page.place()).toBe(`/bins?view=${view.id}&q=C-2`)
    await choose(page, 'Aisle C')
    await shows('1–11 of 11')
    expect(screen.queryByText(viewTexts.changed)).toBeNull()
    await page.user.type(screen.getByRole('searchbox'), '2')
    await shows('1–4 of 4')
    await choose(page, viewTexts.update('Aisle C'))
    await screen.findByText(viewTexts.saved('Aisle C'))
    await waitFor(() => expect(page.place()).toBe(`/bins?view=${view.id}`))
    await shows('1–4 of 4')
  })

  test('the columns of a view are its own: the arrangement of the device stays', async () => {
    const columns = { order: ['location', 'bin_number'], hidden: ['id'], widths: {} }
    const view = await saved(ada, { config: { columns } })
    const page = await opened('/bins')
    const before = heads()
    expect(before).toContain('ID')
    await choose(page, 'Aisle C')
    await waitFor(() => expect(heads().slice(0, 2)).toEqual(['Location', 'Bin Number']))
    expect(heads()).not.toContain('ID')
    await page.press(/hidden\. Show all columns$/)
    await waitFor(() => expect(heads()).toContain('ID'))
    await screen.findByText(viewTexts.changed)
    await page.go('/bins')
    await waitFor(() => expect(heads()).toEqual(before))
    expect(window.localStorage.getItem('dockside.table.ada.Bins')).toBeNull()
    await page.go(`/bins?view=${view.id}`)
    await screen.findByText(viewTexts.changed)
  })

  test('a view is renamed, shared by name and deleted', async () => {
    const view = await saved(ada)
    const page = await opened(`/bins?view=${view.id}`)
    await choose(page, viewTexts.rename)
    await page.fill(viewTexts.name, 'C to count')
    await page.press(viewTexts.save)
    await screen.findByTitle('C to count')
    await choose(page, viewTexts.share)
    await page.user.click(await screen.findByRole('radio', { name: viewTexts.namedAdmins }))
    await page.press(viewTexts.save)
    await screen.findByText(viewTexts.adminsNeeded)
    await page.user.type(
      screen.getByLabelText(viewTexts.admins, { selector: 'input:not([type=hidden])' }),
      'bem{Enter}',
    )
    await page.press(viewTexts.save)
    await screen.findByText('There is no admin bem.')
    await page.user.type(
      screen.getByLabelText(viewTexts.admins, { selector: 'input:not([type=hidden])' }),
      '{Backspace}root{Enter}',
    )
    await page.press(viewTexts.save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const { body } = await call(server().app, ownEndpoints.views, { token: await root.session() })
    expect(body['data']).toMatchObject([{ name: 'C to count', owner: 'ada' }])
    await choose(page, viewTexts.remove)
    await page.press(viewTexts.yesDelete)
    await screen.findByText(viewTexts.deleted('C to count'))
    expect(page.place()).toBe('/bins')
    await shows('1–10 of 23')
  })

  test('a super admin makes a shared view the default for everyone', async () => {
    await saved(root, { audience: 'everyone' })
    const page = await opened('/bins', root)
    await choose(page, 'Aisle C')
    await choose(page, viewTexts.makeDefaultForEveryone)
    await screen.findByText(viewTexts.defaultSet('Aisle C'))
    const { body } = await call(server().app, ownEndpoints.views, { token: await ada.session() })
    expect(body['defaults']).toMatchObject({ bins: { mine: null } })
  })
})

describe('the keyboard', () => {
  const focused = () => document.activeElement?.getAttribute('aria-label')

  test('the focus is on the button again when the menu closes without a dialog', async () => {
    await saved(ada)
    const page = await opened('/bins')
    await page.press(viewTexts.views)
    await screen.findByRole('menuitem', { name: 'Aisle C' })
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(viewTexts.views))
    await page.user.keyboard('{Enter}')
    const entry = await screen.findByRole('menuitem', { name: 'Aisle C' })
    await waitFor(() => expect(document.activeElement === entry).toBe(true))
    await page.user.keyboard('{Enter}')
    await shows('1–11 of 11')
    await waitFor(() => expect(focused()).toBe(viewTexts.views))
    await choose(page, viewTexts.makeMyDefault)
    await screen.findByText(viewTexts.defaultSet('Aisle C'))
    expect(focused()).toBe(viewTexts.views)
  })

  test('a press on another control closes the menu and moves the focus there', async () => {
    const page = await opened('/bins')
    await page.press(viewTexts.views)
    await screen.findByText(viewTexts.none)
    const box = screen.getByRole('searchbox')
    await page.user.click(box)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement === box).toBe(true)
  })

  test('a dialog of the menu has the focus, and the button once it is closed', async () => {
    const page = await opened('/bins')
    await choose(page, viewTexts.saveAsNew)
    const name = await screen.findByLabelText(viewTexts.name)
    await waitFor(() => expect(document.activeElement === name).toBe(true))
    await page.user.keyboard('{Escape}')
    await waitFor(() => expect(focused()).toBe(viewTexts.views))
  })
})

describe('which view a list opens with', () => {
  test('the address comes first, then the own default, then that for everyone, then none', async () => {
    const shared = await saved(root, { audience: 'everyone', name: 'Aisle A', config: { q: 'A-' } })
    await makeDefault(root, shared, 'everyone')
    const page = await opened('/bins')
    await screen.findByTitle('Aisle A')
    await shows('1–10 of 12')
    await page.go('/bins?q=C-13')
    await shows('1–1 of 1')
    expect(screen.queryByTitle('Aisle A')).toBeNull()
    await page.go('/bins')
    await shows('1–10 of 12')
    await choose(page, viewTexts.asInstalled)
    await shows('1–10 of 23')
    expect(page.place()).toBe('/bins?view=installed')
    const own = await saved(ada, { config: { q: 'C-2' } })
    await makeDefault(ada, own, 'me')
    await page.pass(121_000)
    await page.go('/bins')
    await shows('1–4 of 4')
  })

  test('a link to a view that was shared a moment ago opens the view', async () => {
    const page = await opened('/bins')
    await page.press(viewTexts.views)
    await screen.findByText(viewTexts.none)
    await page.user.keyboard('{Escape}')
    const view = await saved(root, { audience: 'everyone' })
    await page.go(`/bins?view=${view.id}`)
    expect(screen.queryByText(viewTexts.missing)).toBeNull()
    await screen.findByTitle('Aisle C')
    await shows('1–11 of 11')
  })

  test('a link to an unknown view says so offline, and opens the view once it is known', async () => {
    const page = await opened('/bins')
    await page.press(viewTexts.views)
    await screen.findByText(viewTexts.none)
    await page.user.keyboard('{Escape}')
    onTestFinished(() => onlineManager.setOnline(true))
    onlineManager.setOnline(false)
    const view = await saved(root, { audience: 'everyone' })
    await page.go(`/bins?view=${view.id}`)
    await screen.findByText(viewTexts.missing)
    onlineManager.setOnline(true)
    await screen.findByTitle('Aisle C')
    expect(screen.queryByText(viewTexts.missing)).toBeNull()
  })

  test('a view that is gone opens the list as installed, with one sentence', async () => {
    await saved(root, { name: 'Private' })
    const page = await opened('/bins?view=k3f9x2ab')
    await screen.findByText(viewTexts.missing)
    await shows('1–10 of 23')
    await page.go('/bins')
    await waitFor(() => expect(screen.queryByText(viewTexts.missing)).toBeNull())
  })
})

describe('two admins change one view', () => {
  async function conflict() {
    const view = await saved(ada, { audience: 'everyone' })
    const page = await opened(`/bins?view=${view.id}`)
    await shows('1–11 of 11')
    const { status } = await call(server().app, ownEndpoints.updateView, {
      token: await root.session(),
      params: { id: view.id },
      body: { version: 1, config: { q: 'A-1' } },
    })
    expect(status).toBe(200)
    await page.user.type(screen.getByRole('searchbox'), '2')
    await choose(page, viewTexts.update('Aisle C'))
    await screen.findByText(viewTexts.conflict('root', '12:00'))
    return { page, view }
  }

  test('the second one may keep the own change as a new view', async () => {
    const { page, view } = await conflict()
    await page.press(viewTexts.keepMine)
    const name = await screen.findByLabelText<HTMLInputElement>(viewTexts.name)
    expect(name.value).toBe(viewTexts.copyOf('Aisle C'))
    await page.press(viewTexts.save)
    await screen.findByTitle(viewTexts.copyOf('Aisle C'))
    expect(page.place()).not.toContain(view.id)
    await shows('1–4 of 4')
  })

  test('the second one may take the change of the first', async () => {
    const { page, view } = await conflict()
    await page.press(viewTexts.takeTheirs)
    await waitFor(() => expect(page.place()).toBe(`/bins?view=${view.id}`))
    await waitFor(() => expect(column('Bin Number')).toContain('A-11'))
    expect(screen.queryByText(viewTexts.changed)).toBeNull()
  })
})

test('a view that somebody else deleted leaves the menu once a change of it is refused', async () => {
  const view = await saved(ada, { audience: 'everyone' })
  const page = await opened(`/bins?view=${view.id}`)
  await screen.findByTitle('Aisle C')
  const token = await root.session()
  await call(server().app, ownEndpoints.deleteView, { token, params: { id: view.id } })
  await choose(page, viewTexts.makeMyDefault)
  await screen.findByText(refusals.viewMissing)
  await screen.findByText(viewTexts.missing)
  await page.press(viewTexts.views)
  await screen.findByText(viewTexts.none)
  expect(screen.queryByRole('menuitem', { name: 'Aisle C' })).toBeNull()
})

test('offline, views open and nothing can be saved', async () => {
  await saved(ada)
  const page = await opened('/bins')
  await page.press(viewTexts.views)
  await screen.findByRole('menuitem', { name: 'Aisle C' })
  await page.user.keyboard('{Escape}')
  onTestFinished(() => onlineManager.setOnline(true))
  onlineManager.setOnline(false)
  await choose(page, 'Aisle C')
  await shows('1–11 of 11')
  await page.press(viewTexts.views)
  const save = await screen.findByRole<HTMLButtonElement>('menuitem', { name: viewTexts.saveAsNew })
  expect(save.disabled).toBe(true)
  within(screen.getByRole('menu')).getByText('You need to be online for this.')
})

test('a server without views has no button, and a link to a view opens the list', async () => {
  offering()
  signedIn({ username: 'ada', token: await ada.session(), features: ['bins'] })
  await renderConsole({ path: '/bins?view=k3f9x2ab' })
  await shows('1–10 of 23')
  expect(screen.queryByRole('button', { name: viewTexts.views })).toBeNull()
  expect(screen.queryByText(viewTexts.missing)).toBeNull()
})
