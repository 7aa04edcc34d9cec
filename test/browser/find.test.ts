/** 'Which bin holds this item?', by finger and by scan, online and offline; and how the box looks. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import {
  enter,
  openSignedIn,
  openWindow,
  UPRIGHT,
  withoutWorker,
} from '#test/browser/support/browser.ts'
import { holdBack } from '#test/browser/support/late-file.ts'
import { EXAMINED, outOfReach, problemsHere, SIZES } from '#test/browser/support/looks.ts'
import { scan } from '#test/browser/support/scanner.ts'

const FEATURES = ['items', 'bins', 'inventory', 'locations'] as const
const mayComplain = /DISCONNECTED|network|Failed to load|fetching the script/

/** An item that the demo has stock of by bin, with its code. */
async function stockedItem(page: Page): Promise<{ name: string; code: string; bin: string }> {
  return page.evaluate(async () => {
    const read = async (path: string): Promise<Record<string, unknown>[]> => {
      const token = sessionStorage.getItem('token') ?? ''
      const answer = await fetch(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      const { data } = (await answer.json()) as { data: Record<string, unknown>[] }
      return data
    }
    const [items, stock] = await Promise.all([read('/data_items'), read('/bin-stock')])
    const coded = new Map(items.filter((row) => row['upc_code']).map((row) => [row['id'], row]))
    const held = stock.find(
      (row) => row['bin_number'] && Number(row['on_hand']) > 0 && coded.has(row['item_id']),
    )
    const item = coded.get(held?.['item_id'])
    return {
      name: String(item?.['name']),
      code: String(item?.['upc_code']),
      bin: String(held?.['bin_number']),
    }
  })
}

it('the bin of an item is two taps and its number away, or one scan, with a connection and without', async () => {
  const account = await newAccount({ features: FEATURES })
  const options = { viewport: UPRIGHT, hasTouch: true, mayComplain }
  const { page, context } = await openSignedIn(account, '/dashboard', options)
  const { name, code, bin } = await stockedItem(page)
  let taps = 0
  const tap = async (target: ReturnType<Page['getByRole']>): Promise<void> => {
    await target.tap()
    taps += 1
  }
  const lies = page.getByRole('table', { name: relatedTexts.whereItLies })
  const answer = async (): Promise<void> => {
    await lies.getByText(bin, { exact: true }).first().waitFor()
    await page.goBack()
    await lies.waitFor({ state: 'detached' })
  }
  const byFinger = async (): Promise<void> => {
    taps = 0
    await tap(page.getByRole('button', { name: findTexts.title }))
    await page.getByRole('combobox', { name: findTexts.title }).fill(name)
    await tap(page.getByRole('option', { name }).first())
    await answer()
  }
  const byScan = async (): Promise<void> => {
    taps = 0
    await page.locator('body').focus()
    await scan(page, code)
    await answer()
  }
  await byFinger()
  expect(taps).toBe(2)
  await byScan()
  expect(taps).toBe(0)
  await context.setOffline(true)
  await byFinger()
  await byScan()
  expect(new URL(page.url()).pathname).toBe('/dashboard')
})

/** Signs in at a path and opens the box while its file is held back, as in the first moments after a sign-in. */
async function openBoxBeforeItsFile(path: string): Promise<{ page: Page; arrive: () => void }> {
  const account = await newAccount({ features: FEATURES })
  const { page, context } = await openWindow('about:blank')
  await withoutWorker(page)
  const { asked, arrive } = await holdBack(context, 'find-box')
  await enter(page, account, path)
  await page.keyboard.press('Control+k')
  await asked
  return { page, arrive }
}

it('what is typed before the box has loaded appears in its field, unless Escape closes it first', async () => {
  const { page, arrive } = await openBoxBeforeItsFile('/dashboard')
  // At the pace of a person: faster keys are a scan.
  await page.keyboard.type('a', { delay: 100 })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('binxs', { delay: 100 })
  for (const key of ['Backspace', 'Backspace', 's']) await page.keyboard.press(key)
  arrive()
  const field = page.getByRole('combobox', { name: findTexts.title })
  await field.waitFor()
  await expect.poll(() => field.inputValue()).toBe('bins')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('again', { delay: 100 })
  await expect.poll(() => field.inputValue()).toBe('again')
})

it('Enter before the box has loaded opens what was typed, and the focused field gets none of it', async () => {
  const { page, arrive } = await openBoxBeforeItsFile('/bins')
  const search = page.getByRole('searchbox')
  await search.focus()
  await page.keyboard.type('security', { delay: 100 })
  await page.keyboard.press('Enter')
  expect(await search.inputValue()).toBe('')
  arrive()
  await page.waitForURL('**/security')
  const field = page.getByRole('combobox', { name: findTexts.title })
  await expect.poll(() => field.count()).toBe(0)
})

it('a second press on Close before the first has taken effect does not leave the screen', async () => {
  const account = await newAccount({ features: FEATURES })
  const { page } = await openSignedIn(account)
  await page.getByRole('main').getByRole('link', { name: 'Items' }).click()
  const closeTwice = (): Promise<void> =>
    page
      .getByRole('dialog')
      .getByRole('button', { name: 'Close' })
      .evaluate((button: HTMLElement) => {
        button.click()
        button.click()
      })
  const isStill = async (): Promise<void> => {
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/items')
  }
  await page.locator('main [data-key] button[aria-haspopup=dialog]').first().click()
  await closeTwice()
  await isStill()
  await page.getByRole('button', { name: findTexts.title }).click()
  await page.waitForFunction(() => (history.state as { box?: true } | null)?.box === true)
  await closeTwice()
  await isStill()
})

it('the box fits every size in both schemes, and axe finds nothing', async () => {
  const account = await newAccount({ features: FEATURES })
  const { page } = await openSignedIn(account, '/bins')
  const problems: string[] = []
  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport)
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: findTexts.title }).fill('a')
    await page.getByRole('dialog').getByRole('option').nth(1).waitFor()
    const found = [
      ...(await outOfReach(page)),
      ...(EXAMINED.has(size) ? await problemsHere(page) : []),
    ]
    problems.push(...found.map((problem) => `${size}: ${problem}`))
    await page.keyboard.press('Escape')
    await page.getByRole('listbox').waitFor({ state: 'detached' })
  }
  expect(problems).toEqual([])
})
