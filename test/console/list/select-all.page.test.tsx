import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Row } from '#contract/collections.ts'
import { putRecords } from '#server/db/mirror/records.ts'
import { consolePage, renderConsole } from '#test/support/console/render.tsx'
import { count } from '#test/support/console/table.ts'
import { consoleServer, START } from '#test/support/server/console-server.ts'
import { signedInAdmin } from '#test/support/server/signed-in-admin.ts'

consolePage()

const { server } = consoleServer()

/** 12 widgets and 11 gadgets. */
const ITEMS: Row[] = Array.from({ length: 23 }, (_, nth) => ({
  id: nth + 1,
  name: nth % 2 === 0 ? 'Widget' : 'Gadget',
}))

test('selecting all rows of a search adds them to the selection, and is offered until all of them are selected', async () => {
  await putRecords(server().context.db, 'items', ITEMS, START)
  await signedInAdmin(server(), { features: ['items'] })
  const page = await renderConsole({ path: '/items' })
  await waitFor(() => expect(count()).toBe('1–10 of 23'))
  const search = async (text: string, shown: string) => {
    await page.fill('Search all columns', text)
    await waitFor(() => expect(count()).toBe(shown))
  }
  const offered = () => screen.queryByRole('button', { name: /^Select all \d+$/ })?.textContent
  await page.user.click(screen.getByRole('checkbox', { name: 'Select 1' }))
  await search('gadget', '1–10 of 11')
  await page.press('Select all 11')
  expect(screen.getByText('12 selected')).toBeDefined()
  expect(offered()).toBeUndefined()

  // As many rows are selected as match, but not the same ones.
  await search('widget', '1–10 of 12')
  expect(offered()).toBe('Select all 12')
  await page.press('Select all 12')
  expect(screen.getByText('23 selected')).toBeDefined()
  await search('', '1–10 of 23')
  expect(offered()).toBeUndefined()
})
