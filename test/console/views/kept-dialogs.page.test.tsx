/** What is typed in the dialogs of saved views, when the console is locked or a new version arrives. */
import { act, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { SavedView } from '#contract/views/saved-views.ts'
import { queryClient } from '#console/data/api/query-client.ts'
import { VIEWS_KEY } from '#console/data/collections/queries.ts'
import { readDraft } from '#console/session/draft.ts'
import { endSession } from '#console/session/session.ts'
import { hasUnsaved } from '#console/ui/forms/unsaved.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, CACHE_KEY, type Person } from '#test/support/people.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { api, server } = consoleUnderTest

const FEATURES = ['bins', 'items'] as const

let ada: Person
let page: RenderedConsole

beforeEach(async () => {
  const bins = [{ id: 100, bin_number: 'C-1', location: 'Main' }]
  await putRecords(server().context.db, 'bins', bins, START)
  const items = [{ id: 1, item_number: 'BOLT' }]
  await putRecords(server().context.db, 'items', items, START)
  ada = await anAdmin(server().context, { username: 'ada', features: FEATURES })
  offering('views')
  await signIn()
  page = await renderConsole({ path: '/bins' })
  await screen.findByRole('table')
})

async function signIn(): Promise<void> {
  const token = await ada.session()
  act(() => void signedIn({ username: 'ada', token, features: FEATURES, cacheKey: CACHE_KEY }))
}

async function lockAndReturn(path = '/bins'): Promise<void> {
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await signIn()
  await page.go(path)
}

async function saveView(listScreen: string, name: string): Promise<SavedView> {
  const { status, body } = await call(server().app, ownEndpoints.createView, {
    token: await ada.session(),
    body: { screen: listScreen, name, config: {} },
  })
  expect(status).toBe(200)
  return body as unknown as SavedView
}

async function choose(entry: string): Promise<void> {
  await page.press(viewTexts.views)
  await page.user.click(await screen.findByRole('menuitem', { name: entry }))
}

async function savedViews(): Promise<unknown> {
  const { body } = await call(server().app, ownEndpoints.views, { token: await ada.session() })
  return body['data']
}

test('the name of a new view comes back after a lock, and is saved', async () => {
  await choose(viewTexts.saveAsNew)
  await page.fill(viewTexts.name, 'Aisle C')
  await lockAndReturn()
  expect(await screen.findByLabelText(viewTexts.name)).toHaveProperty('value', 'Aisle C')
  await page.press(viewTexts.save)
  await screen.findByTitle('Aisle C')
  expect(await savedViews()).toMatchObject([{ name: 'Aisle C' }])
  await choose(viewTexts.saveAsNew)
  expect(await screen.findByLabelText(viewTexts.name)).not.toHaveProperty('value', 'Aisle C')
})

test('a typed name is stored for a reload and holds back a new version, until the dialog closes', async () => {
  await choose(viewTexts.saveAsNew)
  await screen.findByLabelText(viewTexts.name)
  expect(hasUnsaved()).toBe(false)
  await page.fill(viewTexts.name, 'Aisle C')
  expect(hasUnsaved()).toBe(true)
  await waitFor(() => expect(readDraft()).not.toBeNull())
  await page.user.keyboard('{Escape}')
  await page.press(formTexts.keepEditing)
  expect(screen.getByLabelText(viewTexts.name)).toHaveProperty('value', 'Aisle C')
  await page.user.keyboard('{Escape}')
  await page.press(formTexts.discard)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(hasUnsaved()).toBe(false)
  await waitFor(() => expect(readDraft()).toBeNull())
})

test('the chosen readers of a view come back after a lock, and hold back a new version', async () => {
  await choose(viewTexts.saveAsNew)
  await page.fill(viewTexts.name, 'Aisle C')
  await page.press(viewTexts.save)
  await screen.findByTitle('Aisle C')
  await choose(viewTexts.share)
  await page.user.click(await screen.findByRole('radio', { name: viewTexts.everyone }))
  expect(hasUnsaved()).toBe(true)
  await lockAndReturn()
  const chosen = await screen.findByRole('radio', { name: viewTexts.everyone })
  expect(chosen).toHaveProperty('checked', true)
  await page.press(viewTexts.save)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(await savedViews()).toMatchObject([{ audience: 'everyone' }])
})

test('a name typed at one list is not offered at another, and comes back at its own', async () => {
  await choose(viewTexts.saveAsNew)
  await page.fill(viewTexts.name, 'Aisle C')
  await lockAndReturn('/items')
  await screen.findByRole('table')
  await choose(viewTexts.saveAsNew)
  expect(await screen.findByRole('textbox', { name: viewTexts.name })).toHaveProperty('value', '')
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await page.go('/bins')
  expect(await screen.findByRole('textbox', { name: viewTexts.name })).toHaveProperty(
    'value',
    'Aisle C',
  )
})

test('readers chosen for one view are not applied to another', async () => {
  const mine = await saveView('bins', 'Aisle C')
  const other = await saveView('items', 'Bolts')
  await act(async () => queryClient.invalidateQueries({ queryKey: VIEWS_KEY }))
  await page.go(`/bins?view=${mine.id}`)
  await screen.findByTitle('Aisle C')
  await choose(viewTexts.share)
  await page.user.click(await screen.findByRole('radio', { name: viewTexts.everyone }))
  await lockAndReturn(`/items?view=${other.id}`)
  await screen.findByTitle('Bolts')
  await choose(viewTexts.share)
  const onlyMe = await screen.findByRole('radio', { name: viewTexts.onlyMe })
  expect(onlyMe).toHaveProperty('checked', true)
})

test('a view that is saved after its owner logged out is not shown to the next person', async () => {
  const other = await anAdmin(server().context, { username: 'kim', features: FEATURES })
  await choose(viewTexts.saveAsNew)
  await page.fill(viewTexts.name, 'Aisle C')
  const answer = holdNextAnswer(consoleUnderTest, 'POST', '/views')
  await page.press(viewTexts.save)
  await waitFor(() => expect(answer.isHeld()).toBe(true))
  act(() => endSession('logout'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  act(answer.release)
  await waitFor(async () => expect(await savedViews()).toMatchObject([{ name: 'Aisle C' }]))
  await screen.findByText(viewTexts.saved('Aisle C'))
  api.use(http.get('*/views', () => HttpResponse.error()))
  const token = await other.session()
  act(() => void signedIn({ username: 'kim', token, features: FEATURES, cacheKey: CACHE_KEY }))
  await page.go('/bins')
  await screen.findByRole('table')
  await page.press(viewTexts.views)
  await screen.findByRole('menuitem', { name: viewTexts.saveAsNew })
  expect(screen.queryByRole('menuitem', { name: /Aisle C/ })).toBeNull()
})
