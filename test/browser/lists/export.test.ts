/** Exports of a table in a real browser, with the worker that the security policy allows, and without a network. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openSignedIn, turnAway, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { readCsv } from '#test/console/export/read-back.ts'

it('an export has all pages of the table as shown, also without a network', async () => {
  const account = await newAccount({ features: ['inventory'] })
  const { page, context } = await openSignedIn(account, '/inventory?q=ba&sort=-item_name', {
    mayComplain: /ERR_INTERNET_DISCONNECTED|Failed to load inventory/,
  })
  await page.getByText(/^1–10 of /).waitFor()
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Show/Hide columns' }).click()
  await page.getByRole('checkbox', { name: 'Total Quantity' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Item Name: sort, filter, arrange' }).click()
  await page.getByRole('button', { name: 'Move left' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('columnheader').nth(3).textContent()).toBe('Item Name')
  const [, ...heads] = await page.getByRole('columnheader').allTextContents()
  const titles = heads.map((head) => head.trim())
  const total = Number(/of (\d+)$/.exec(await shown(page))?.[1])
  expect(total).toBeGreaterThan(10)

  const csv = await download(page, 'CSV')
  expect(csv.name).toBe('table_data.csv')
  const [first, ...lines] = readCsv(csv.bytes.toString())
  expect(first?.slice(0, titles.length)).toEqual(titles)
  expect(first).not.toContain('Total Quantity')
  expect(lines).toHaveLength(total)
  const names = lines.map((line) => line[titles.indexOf('Item Name')] ?? '')
  expect(names).toEqual(names.toSorted(new Intl.Collator().compare).toReversed())

  const excel = await download(page, 'Excel')
  expect(excel.name).toBe('table_data.xlsx')
  const [[about] = []] = await readSheet(excel.bytes, 'About')
  expect(about).toContain(`Inventory: ${String(total)} filtered rows. Search: ba.`)
  expect(about).toContain(`by ${account.username}.`)
  const [header, ...rows] = await readSheet(excel.bytes)
  expect(header).toEqual(first)
  const texts = rows.map((row) => row.map((cell) => (cell === null ? '' : String(cell))))
  expect(texts).toEqual(lines)

  // From a dialog, which stays open when the one on top of it closes.
  await page.getByRole('cell').getByRole('button').first().click()
  const details = page.getByRole('dialog', { name: 'Item Details' })
  await details.getByRole('button', { name: 'Download' }).click()
  const asked = page.getByRole('dialog', { name: 'Download Item Details' })
  await asked.getByLabel('File name').fill('details')
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  expect(await details.isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  await details.waitFor({ state: 'detached' })

  const json = await download(page, 'JSON')
  const made: unknown = JSON.parse(json.bytes.toString())
  expect(made).toMatchObject(names.map((item_name) => ({ item_name })))

  // The share sheet of a tablet may cover the page for a while afterwards. That does not count as an absence; longer does.
  await page.clock.install()
  await turnAway(page, 'hidden')
  await page.clock.fastForward(30_000)
  await turnAway(page, 'visible')
  expect(await shown(page)).toBe(`1–10 of ${String(total)}`)
  await turnAway(page, 'hidden')
  await page.clock.fastForward(90_000)
  await page.waitForURL(/login/)
})

async function download(page: Page, format: string): Promise<{ name: string; bytes: Buffer }> {
  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download Inventory' })
  await dialog.getByRole('radio', { name: format }).check()
  const arriving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download' }).click()
  const file = await arriving
  await dialog.waitFor({ state: 'detached' })
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

/** The pager's range and total. */
async function shown(page: Page): Promise<string> {
  const text = await page.getByText(/^(\d+–\d+ of \d+|0 rows)$/).textContent()
  return text ?? ''
}
