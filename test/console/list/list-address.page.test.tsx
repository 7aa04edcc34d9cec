/** The address of a list and what it shows, after steps so quick that the router skips some of them. */
import { act, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { anAdmin } from '#test/support/people.ts'
import { consolePage, renderConsole, type RenderedConsole } from '#test/support/console/render.tsx'
import { signedIn } from '#test/support/console/session.ts'
import { count } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'

consolePage()

const { server } = consoleServer()

const BINS = Array.from({ length: 23 }, (_, nth) => ({
  id: 100 + nth,
  bin_number: `${nth < 12 ? 'A' : 'C'}-${String(nth + 1)}`,
}))

let page: RenderedConsole

beforeEach(async () => {
  await putRecords(server().context.db, 'bins', BINS, START)
  const ada = await anAdmin(server().context, { username: 'ada', features: ['bins'] })
  signedIn({ username: 'ada', token: await ada.session(), features: ['bins'] })
  page = await renderConsole({ path: '/bins' })
  await shows('1–10 of 23')
})

const shows = (expected: string) => waitFor(() => expect(count()).toBe(expected))
const button = (name: string): HTMLElement => screen.getByRole('button', { name })

test('the menu opens the whole list after a search that was typed, deleted and typed again', async () => {
  const box = screen.getByRole('searchbox')
  await page.user.type(box, 'C{Backspace}C')
  await shows('1–10 of 11')
  await waitFor(() => expect(page.place()).toBe('/bins?q=C'))
  await page.user.type(box, '{Backspace}C')
  await shows('1–10 of 11')
  await page.go('/bins')
  await shows('1–10 of 23')
  expect(box).toHaveProperty('value', '')
})

test('going back shows the previous page, also after paging forward and back in quick succession', async () => {
  await act(async () => {
    button(tableTexts.nextPage).click()
    // The page has its new buttons by then, and the router is still on its way.
    await Promise.resolve()
    button(tableTexts.previousPage).click()
  })
  await shows('1–10 of 23')
  await page.press(tableTexts.nextPage)
  await shows('11–20 of 23')
  await page.back()
  expect(page.place()).toBe('/bins')
  await shows('1–10 of 23')
})
