/** What is typed in the dialogs of saved views, when the console is locked or a new version arrives. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import { readDraft } from '#console/session/draft.ts'
import { endSession } from '#console/session/session.ts'
import { hasUnsaved } from '#console/ui/forms/unsaved.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, CACHE_KEY, type Person } from '#test/support/people.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'

consolePage()

const { server } = consoleServer()

let ada: Person
let page: RenderedConsole

beforeEach(async () => {
  const bins = [{ id: 100, bin_number: 'C-1', location: 'Main' }]
  await putRecords(server().context.db, 'bins', bins, START)
  ada = await anAdmin(server().context, { username: 'ada', features: ['bins'] })
  offering('views')
  await signIn()
  page = await renderConsole({ path: '/bins' })
  await screen.findByRole('table')
})

async function signIn(): Promise<void> {
  const token = await ada.session()
  act(() => void signedIn({ username: 'ada', token, features: ['bins'], cacheKey: CACHE_KEY }))
}

async function lockAndReturn(): Promise<void> {
  act(() => endSession('hidden'))
  await waitFor(() => expect(page.place()).toBe('/login'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await signIn()
  await page.go('/bins')
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
