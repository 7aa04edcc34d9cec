/** The export of a large table: every cell unchanged, no formula that runs, and a responsive page. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { expect, it } from 'vitest'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, signIn } from '#test/browser/support/browser.ts'
import { longestTaskDuringMs } from '#test/browser/support/tasks.ts'
import { hostile } from '#test/console/export/hostile.ts'
import { readCsv } from '#test/console/export/read-back.ts'

const FEW = 2_000
const ROWS = Number(process.env['EXPORT_ROWS'] ?? FEW)
/** The longest task of the page in ms of CPU time. A small dose runs in parallel with other tests and measures nothing. */
const LONGEST_TASK_MS = ROWS > FEW ? 100 : Number.POSITIVE_INFINITY
const MINUTES = 5 * 60_000

/** Without the text that fills a whole cell, which in 100,000 rows would make a huge file. */
const TEXTS = [...hostile.formulas, ...hostile.awkward].filter(({ length }) => length < 1_000)
const FORMULAS = new Set(hostile.formulas)

/** Items whose names are the hostile texts, in rotation. */
const ITEMS = Array.from({ length: ROWS }, (_, nth) => ({
  id: nth - 5,
  name: TEXTS[nth % TEXTS.length] ?? '',
  upc_code: `UPC-${String(nth)}`,
  price: nth / 4,
}))

it(
  `${String(ROWS)} rows with hostile cells are read back cell by cell`,
  async () => {
    const account = await newAccount({ features: ['items'] })
    const { page } = await openWindow('/login')
    await page
      .context()
      .route('**/data_items*', (route) => route.fulfill({ json: { data: ITEMS } }))
    await signIn(page, account)
    await page.goto('/items')
    await page.getByText(`1–10 of ${String(ROWS)}`).waitFor({ timeout: MINUTES })

    const csv = await download(page, 'CSV')
    const lines = readCsv(csv.bytes.toString())
    const expected = ITEMS.map(({ id, name, upc_code, price }) => [
      String(id),
      FORMULAS.has(name) ? `'${name}` : name,
      upc_code,
      String(price),
    ])
    expect(firstDifference(lines, [['ID', 'Name', 'UPC Code', 'Price'], ...expected])).toBeNull()

    const excel = await download(page, 'Excel')
    const [, ...cells] = await readSheet(excel.bytes, { trim: false })
    const values = ITEMS.map(({ id, name, upc_code, price }) => [id, name, upc_code, price])
    expect(firstDifference(cells, values)).toBeNull()

    const json = await download(page, 'JSON')
    const made = JSON.parse(json.bytes.toString()) as Record<string, unknown>[]
    expect(firstDifference(made.map(Object.values), values)).toBeNull()

    const longest = Math.max(csv.longestTaskMs, excel.longestTaskMs, json.longestTaskMs)
    expect(longest).toBeLessThanOrEqual(LONGEST_TASK_MS)
  },
  MINUTES,
)

/** The first difference of two tables, or null; a diff of all rows would be unreadable. */
function firstDifference(one: readonly unknown[][], other: readonly unknown[][]): string | null {
  const length = Math.max(one.length, other.length)
  for (let line = 0; line < length; line += 1) {
    const [a, b] = [JSON.stringify(one[line]), JSON.stringify(other[line])]
    if (a !== b) return `line ${String(line)}: ${String(a)} is not ${String(b)}`
  }
  return null
}

async function download(page: Page, format: string) {
  await page.getByRole('button', { name: 'Download' }).click()
  const dialog = page.getByRole('dialog', { name: 'Download Items' })
  await dialog.getByRole('radio', { name: format }).check()
  const arriving = page.waitForEvent('download', { timeout: MINUTES })
  const longestTaskMs = await longestTaskDuringMs(page, async () => {
    await dialog.getByRole('button', { name: 'Download' }).click()
    await arriving
  })
  const file = await arriving
  await dialog.waitFor({ state: 'detached' })
  return { bytes: await readFile(await file.path()), longestTaskMs }
}
