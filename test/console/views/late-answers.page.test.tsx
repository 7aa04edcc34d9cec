/** What a person does while a change of a saved view, or the views themselves, are still on their way. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { viewTexts } from '#contract/texts/view-texts.ts'
import type { SavedView } from '#contract/views/saved-views.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin, type Person } from '#test/support/people.ts'
import { holdNextAnswer } from '#test/support/console/calls/answers.ts'
import { offering } from '#test/support/console/console-config.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { count, heads } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { call } from '#test/support/server/clients/call.ts'

consolePage()

const consoleUnderTest = consoleServer()
const { server } = consoleUnderTest

const FEATURES = ['bins', 'items'] as const
const BINS = Array.from({ length: 23 }, (_, nth) => ({
  id: 100 + nth,
  bin_number: `${nth < 12 ? 'A' : 'C'}-${String(nth + 1)}`,
  location: 'Main',
}))

let ada: Person

beforeEach(async () => {
  await putRecords(server().context.db, 'bins', BINS, START)
  const items = [{ id: 1, name: 'BOLT' }]
  await putRecords(server().context.db, 'items', items, START)
  ada = await anAdmin(server().context, { username: 'ada', features: FEATURES })
})

async function opened(path: string): Promise<RenderedConsole> {
  offering('views')
  signedIn({ username: 'ada', token: await ada.session(), features: FEATURES })
  const page = await renderConsole({ path })
  await screen.findByRole('table')
  return page
}

async function saved(name: string, config: object): Promise<SavedView> {
  const { status, body } = await call(server().app, ownEndpoints.createView, {
    token: await ada.session(),
    body: { screen: 'bins', name, config },
  })
  expect(status).toBe(200)
  return body as unknown as SavedView
}

async function choose(page: RenderedConsole, entry: string): Promise<void> {
  await page.press(viewTexts.views)
  await page.user.click(await screen.findByRole('menuitem', { name: entry }))
}

const shows = (expected: string) => waitFor(() => expect(count()).toBe(expected))

describe('a change whose answer is late', () => {
  test('an updated view does not change the list that the person has opened meanwhile', async () => {
    const view = await saved('Aisle C', { q: 'C-' })
    const page = await opened(`/bins?view=${view.id}`)
    await page.user.type(await screen.findByDisplayValue('C-'), '2')
    const update = holdNextAnswer(consoleUnderTest, 'PUT', `/views/${view.id}`)
    await choose(page, viewTexts.update('Aisle C'))
    await expect.poll(update.isHeld).toBe(true)
    await page.go('/items?q=BOLT')
    await shows('1–1 of 1')
    act(update.release)
    await screen.findByText(viewTexts.saved('Aisle C'))
    expect(page.place()).toBe('/items?q=BOLT')
    expect(screen.queryByText(viewTexts.missing)).toBeNull()
  })

  test('a search typed while a view is updated stays', async () => {
    const view = await saved('Aisle C', { q: 'C-' })
    const page = await opened(`/bins?view=${view.id}`)
    const box = await screen.findByDisplayValue('C-')
    await page.user.type(box, '2')
    const update = holdNextAnswer(consoleUnderTest, 'PUT', `/views/${view.id}`)
    await choose(page, viewTexts.update('Aisle C'))
    await expect.poll(update.isHeld).toBe(true)
    await page.user.type(box, '1')
    await shows('1–1 of 1')
    act(update.release)
    await screen.findByText(viewTexts.saved('Aisle C'))
    await waitFor(() => expect(page.place()).toBe(`/bins?view=${view.id}&q=C-21`))
    expect(box).toHaveProperty('value', 'C-21')
    await screen.findByText(viewTexts.changed)
  })

  test('a deleted view does not change the list that the person has opened meanwhile', async () => {
    const view = await saved('Aisle C', { q: 'C-' })
    const page = await opened(`/bins?view=${view.id}`)
    await screen.findByTitle('Aisle C')
    const removal = holdNextAnswer(consoleUnderTest, 'DELETE', `/views/${view.id}`)
    await choose(page, viewTexts.remove)
    await page.press(viewTexts.yesDelete)
    await expect.poll(removal.isHeld).toBe(true)
    await page.go('/items?q=BOLT')
    await shows('1–1 of 1')
    act(removal.release)
    await screen.findByText(viewTexts.deleted('Aisle C'))
    expect(page.place()).toBe('/items?q=BOLT')
  })
})

test('columns that were changed in a view stay when the view is renamed', async () => {
  const view = await saved('Aisle C', { columns: { order: [], hidden: ['id'], widths: {} } })
  const page = await opened(`/bins?view=${view.id}`)
  await screen.findByTitle('Aisle C')
  await page.press(/hidden\. Show all columns$/)
  await waitFor(() => expect(heads()).toContain('ID'))
  await choose(page, viewTexts.rename)
  await page.fill(viewTexts.name, 'C to count')
  await page.press(viewTexts.save)
  await screen.findByTitle('C to count')
  expect(heads()).toContain('ID')
  await screen.findByText(viewTexts.changed)
})

test('a search typed before the views have arrived keeps the view of the address', async () => {
  const view = await saved('Aisle C', { q: '', size: 25, filters: { bin_number: 'C-' } })
  const views = holdNextAnswer(consoleUnderTest, 'GET', '/views')
  const page = await opened(`/bins?view=${view.id}`)
  await expect.poll(views.isHeld).toBe(true)
  await page.user.type(screen.getByRole('searchbox'), '-2')
  await shows('1–5 of 5')
  act(views.release)
  await screen.findByTitle('Aisle C')
  await shows('1–4 of 4')
  expect(page.place()).toBe(`/bins?view=${view.id}&q=%22-2%22`)
})
