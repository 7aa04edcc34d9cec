/** Finding one row among many by keyboard, by touch on a tablet in portrait, and with a mouse. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { violations, violationsInBothSchemes } from '#test/browser/support/axe.ts'
import {
  DESK,
  enter,
  goTo,
  openSignedIn,
  openWindow,
  UPRIGHT,
} from '#test/browser/support/browser.ts'
import { scan } from '#test/browser/support/scanner.ts'

describe('a row is found, filtered, sorted, opened and closed', () => {
  it('the keyboard alone finds, filters, sorts and opens a row; a reload and going back show the same', async () => {
    const page = await openInventory({})
    await page.keyboard.press('/')
    await page.keyboard.type('wh')
    await expect.poll(() => shown(page)).toBe('0 rows')
    await page.keyboard.press('Escape')
    await expect.poll(() => shown(page)).toMatch(/^1–10 of \d+$/)
    await page.keyboard.type('ba')
    await expect.poll(() => page.locator('mark').first().textContent()).toMatch(/^ba$/i)

    await tabTo(page, 'Total Quantity: sort, filter, arrange')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Total Quantity' }).waitFor()
    expect(await violationsInBothSchemes(page)).toEqual([])
    await tabTo(page, 'From')
    await page.keyboard.type('100')
    await page.getByRole('button', { name: 'Total Quantity: ≥ 100' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Total Quantity: sort, filter, arrange')
    await tabTo(page, 'Total Quantity', 'Shift+Tab')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const head = page.getByRole('columnheader', { name: 'Total Quantity' })
    await expect.poll(() => head.getAttribute('aria-sort')).toBe('descending')

    const [name = ''] = await firstColumn(page)
    await tabTo(page, name)
    await page.keyboard.press('Enter')
    const details = page.getByRole('dialog', { name: 'Item Details' })
    await details.waitFor()
    // The row's name is below the title and not covered by it.
    const heading = await details.locator('header').boundingBox()
    const called = await details.locator('p', { hasText: name }).boundingBox()
    expect(called?.y).toBeGreaterThanOrEqual((heading?.y ?? 0) + (heading?.height ?? Infinity))
    const address = page.url()
    await page.reload()
    await details.waitFor()
    await page.goBack()
    await details.waitFor({ state: 'detached' })
    await expect.poll(async () => (await firstColumn(page))[0]).toBe(name)
    await page.goForward()
    await details.waitFor()
    expect(page.url()).toBe(address)
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'detached' })
    await expect.poll(async () => (await firstColumn(page))[0]).toBe(name)

    const found = await total(page)
    await page.keyboard.press('/')
    await tabTo(page, 'Download')
    await page.keyboard.press('Enter')
    const asked = page.getByRole('dialog', { name: 'Download Inventory' })
    await asked.waitFor()
    expect(await violationsInBothSchemes(page)).toEqual([])
    await tabTo(page, 'CSV')
    await page.keyboard.press('ArrowRight')
    const arriving = page.waitForEvent('download')
    await page.keyboard.press('Enter')
    const file = await arriving
    expect(file.suggestedFilename()).toBe('table_data.json')
    const made: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
    expect(made).toHaveLength(found)
    expect(made).toHaveProperty('0.item', name)
    await asked.waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('Download')
  })

  it('touch finds and opens a row on a tablet in portrait, with every target large enough for a glove', async () => {
    const page = await openInventory({ viewport: UPRIGHT, hasTouch: true })
    await page.getByLabel('Search all columns').tap()
    await page.keyboard.type('ba')
    await page.locator('mark').first().waitFor()
    await page.getByRole('button', { name: 'Item Name: sort, filter, arrange' }).tap()
    const menu = page.getByRole('dialog', { name: 'Item Name' })
    // A sheet at the bottom of the screen, below the heads, with only its title focused.
    const sheet = await menu.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const head = document.querySelector('main thead')?.getBoundingClientRect().bottom ?? 0
      return {
        atEnd: bottom === innerHeight,
        below: top > head,
        within: left >= 0 && right <= innerWidth,
      }
    })
    expect(sheet).toEqual({ atEnd: true, below: true, within: true })
    expect(await focused(page)).toBe('Item Name')
    await menu.getByRole('checkbox').first().tap()
    await menu.getByRole('checkbox').nth(1).tap()
    await expect.poll(() => shown(page)).toBe('1–2 of 2')
    const before = await firstColumn(page)
    await menu.getByRole('button', { name: 'Sort descending' }).tap()
    await expect.poll(() => firstColumn(page)).toEqual(before.toReversed())
    await menu.getByRole('button', { name: 'Move left' }).tap()
    await expect.poll(() => page.getByRole('columnheader').nth(4).textContent()).toBe('Item Name')
    expect(await tooSmall(page)).toEqual([])
    await page.getByRole('heading', { level: 1 }).tap()
    await menu.waitFor({ state: 'detached' })
    expect(await tooSmall(page)).toEqual([])

    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .tap()
    await page.getByText('1 selected').waitFor()
    expect(await tooSmall(page)).toEqual([])
    expect(await violationsInBothSchemes(page)).toEqual([])
    await page.getByRole('cell').getByRole('button').first().tap()
    const details = page.getByRole('dialog', { name: 'Item Details' })
    // Where it lies follows in a table of its own.
    await details.getByRole('table').first().waitFor()
    await details.getByRole('button', { name: 'Close' }).tap()
    await details.waitFor({ state: 'detached' })
    await page.getByText('1 selected').waitFor()

    await page.getByRole('button', { name: 'Download' }).tap()
    const asked = page.getByRole('dialog', { name: 'Download Inventory' })
    await asked.getByRole('radio', { name: 'Excel' }).tap()
    await asked.getByRole('radio', { name: '1 selected row' }).tap()
    expect(await tooSmall(page)).toEqual([])
    const arriving = page.waitForEvent('download')
    await asked.getByRole('button', { name: 'Download' }).tap()
    const file = await arriving
    expect(file.suggestedFilename()).toBe('table_data.xlsx')
    const [[about] = []] = await readSheet(await file.path(), 'About')
    expect(about).toContain('Inventory: 1 selected row.')
    const [, ...rows] = await readSheet(await file.path())
    expect(rows).toHaveLength(1)
    await asked.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Reset' }).tap()
    await expect.poll(() => shown(page)).toMatch(/^1–10 of \d+$/)
  })

  it('the mouse moves, widens and fits columns, and they stay that way', async () => {
    const page = await openInventory({ viewport: DESK })
    const head = (title: string) => page.getByRole('columnheader', { name: title, exact: true })
    const width = () => head('Item Name').evaluate((cell) => cell.getBoundingClientRect().width)
    await head('Item Name').dragTo(head('Internal ID'))
    await expect.poll(() => page.getByRole('columnheader').nth(4).textContent()).toBe('Item Name')
    const edge = async () => ({ x: (await width()) - 3, y: 15 })
    const drag = async (by: number): Promise<void> => {
      await head('Item Name').hover({ position: await edge() })
      const { x = 0, y = 0, width: wide = 0 } = (await head('Item Name').boundingBox()) ?? {}
      await page.mouse.down()
      await page.mouse.move(x + wide - 3 + by, y + 15, { steps: 4 })
      await page.mouse.up()
    }
    const before = await width()
    await drag(60)
    await expect.poll(width).toBe(before + 60)
    await drag(500)
    await expect.poll(width).toBe(400)
    await page.reload()
    await expect.poll(width).toBe(400)
    await head('Item Name').dblclick({ position: await edge() })
    await expect.poll(width).toBeLessThan(230)
    await expect.poll(() => page.getByRole('columnheader').nth(4).textContent()).toBe('Item Name')

    // Of a page of a hundred rows only the visible ones are drawn, at every scroll position.
    await page.getByLabel('Rows per page').selectOption('100')
    await expect.poll(() => shown(page)).toMatch(/^1–100 of/)
    const last = page.locator('tr[aria-rowindex="101"]')
    expect(await last.count()).toBe(0)
    await page.locator('tr[data-key] button').first().focus()
    const frame = page.getByRole('region', { name: 'Inventory table' })
    await frame.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
    await last.getByRole('button').click({ trial: true })
    expect(await page.locator('tr[data-key]').count()).toBeLessThan(60)
    await expect.poll(() => focused(page)).toBe('Inventory table')
  })
})

it('the menu of every column and each of its buttons are completely on the screen', async () => {
  const account = await newAccount({ features: ['bins', 'inventory', 'salesorder', 'bincount'] })
  const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
  const found: string[] = []
  for (const path of ['/bins', '/inventory', '/sales-orders', '/bin-count-records']) {
    await goTo(page, path)
    const openers = page.getByRole('button', { name: /: sort, filter, arrange$/ })
    await openers.first().waitFor()
    for (const opener of [openers.first(), openers.nth(2)]) {
      const before = await page.evaluate(() => document.documentElement.scrollHeight)
      await opener.press('Enter')
      const menu = page.getByRole('dialog')
      await menu.waitFor()
      found.push(...(await beyondScreen(menu, before)).map((each) => `${path}: ${each}`))
      await menu.press('Escape')
      await menu.waitFor({ state: 'detached' })
    }
  }
  expect(found).toEqual([])
})

it('a chip shows its whole text, including descenders and a range of days', async () => {
  const account = await newAccount({ features: ['bincount'] })
  const filter = JSON.stringify({
    created_at: { from: '2026-11-05', to: '2026-11-06' },
    updated_at: { from: '2026-11-05', to: '2026-11-05' },
    username: 'jpgqy',
  })
  const address = `/bin-count-records?filter=${encodeURIComponent(filter)}`
  const { page } = await openSignedIn(account, address)
  const chips = page.getByRole('button', { name: /Remove the filter of/ })
  await expect
    .poll(() => chips.allInnerTexts())
    .toEqual([
      'Created At: 05-11-2026 – 06-11-2026',
      'Updated At: 05-11-2026',
      'Username: contains "jpgqy"',
    ])
  const cut = await chips.evaluateAll((each) =>
    each.flatMap((chip) => {
      const words = document.createRange()
      words.selectNodeContents(chip.querySelector('.mantine-Button-label') ?? chip)
      const text = words.getBoundingClientRect()
      const label = chip.querySelector('.mantine-Button-label')?.getBoundingClientRect()
      const isWhole =
        label &&
        text.right <= label.right + 0.5 &&
        text.bottom <= label.bottom &&
        text.top >= label.top
      return isWhole ? [] : [`${String(chip.textContent)}: ${JSON.stringify([text, label])}`]
    }),
  )
  expect(cut).toEqual([])
})

it('a scan presses no focused button and opens the box instead, and replaces the search text', async () => {
  const account = await newAccount({ features: ['inventory'] })
  const { page } = await openSignedIn(account, '/inventory')
  await page.getByText(/^1–10 of \d+$/).waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const sync = page.getByRole('button', { name: 'Sync with NetSuite' })
  const selected = page.getByRole('checkbox', { name: /^Select / }).nth(1)
  for (const end of ['Enter', 'Tab'] as const)
    for (const target of [sync, selected, page.getByRole('link', { name: 'Dashboard' })]) {
      await target.focus()
      await scan(page, '4006 381', end)
      await page.getByText(findTexts.noneHere).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: findTexts.title }).waitFor({ state: 'detached' })
      expect(await target.evaluate((element) => element === document.activeElement)).toBe(true)
    }
  expect(asked.filter((path) => path.includes('/netsuite/'))).toEqual([])
  expect(await selected.isChecked()).toBe(false)
  expect(new URL(page.url()).pathname).toBe('/inventory')

  const search = page.getByLabel('Search all columns')
  await search.fill('ba')
  await page.locator('mark').first().waitFor()
  const [item = ''] = await firstColumn(page)
  await search.focus()
  await scan(page, item)
  await expect.poll(() => page.locator('mark').first().textContent()).toBe(item)
  expect(await search.inputValue()).toBe(item)
  await search.press('Escape')
  await sync.focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => asked.filter((path) => path.includes('/netsuite/')).length).toBe(1)
})

it('a list without rows is accessible while it loads, when it fails, and when it is empty', async () => {
  const account = await newAccount({ features: ['bins'] })
  const { page } = await openWindow('about:blank', {
    colorScheme: 'dark',
    mayComplain: /data_bins|Failed to load bins/,
  })
  const replies: (() => void)[] = []
  let status = 500
  await page.route('**/data_bins*', async (route) => {
    // The first answer is held until the test releases it.
    if (replies.length === 0) await new Promise<void>((resolve) => replies.push(resolve))
    await route.fulfill({ status, json: status === 500 ? { detail: 'gone' } : { data: [] } })
  })
  await enter(page, account, '/bins')
  await page.getByRole('heading', { name: 'Bins' }).waitFor()
  expect(await violations(page)).toEqual([])
  for (const reply of replies) reply()
  await page.getByText('Failed to load bins').waitFor()
  expect(await violationsInBothSchemes(page)).toEqual([])
  status = 200
  // Not with Retry, because the console retries on its own and may be first.
  await page.reload()
  await page.getByText('0 rows').waitFor()
  expect(await violations(page)).toEqual([])
})

async function openInventory(options: Parameters<typeof openWindow>[1]): Promise<Page> {
  const account = await newAccount({ features: ['inventory'] })
  const { page } = await openSignedIn(account, '/inventory', options)
  await page.getByText(/^1–10 of \d+$/).waitFor()
  return page
}

/** The parts of a menu, or of its buttons once scrolled to, that are off the screen, and by how much it made the page longer. */
async function beyondScreen(menu: Locator, heightBefore: number): Promise<string[]> {
  return menu.evaluate((element, before) => {
    const after = document.documentElement.scrollHeight
    const problems = after > before ? [`the page grew by ${String(after - before)} px`] : []
    for (const each of [element, ...element.querySelectorAll('button, input')]) {
      if (each !== element) each.scrollIntoView({ block: 'nearest' })
      const { top, bottom, height } = each.getBoundingClientRect()
      const isOn = top >= 0 && bottom <= innerHeight
      if (!isOn && height > 0)
        problems.push(`${each.textContent.slice(0, 40)} ends at ${String(bottom)}`)
    }
    return problems
  }, heightBefore)
}

/** The pager's range and total. */
function shown(page: Page): Promise<string | null> {
  return page.getByText(/^(\d+–\d+ of \d+|0 rows)$/).textContent()
}

/** The number of matching rows. */
async function total(page: Page): Promise<number> {
  return Number(/of (\d+)$/.exec((await shown(page)) ?? '')?.[1])
}

function firstColumn(page: Page): Promise<string[]> {
  return page
    .getByRole('row')
    .locator('td:nth-child(2)')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent.trim()))
}

/** The name of the focused element. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (element instanceof HTMLInputElement && element.labels?.[0]) {
      return element.labels[0].textContent.trim()
    }
    return element?.getAttribute('aria-label') ?? element?.textContent.trim() ?? ''
  })
}

const MAX_STEPS = 60

/** Presses Tab until an element of that name has the focus. */
async function tabTo(page: Page, name: string, key = 'Tab'): Promise<void> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await focused(page)) === name) return
    await page.keyboard.press(key)
  }
  throw new Error(`${name} is not reached by ${key}`)
}

/** The targets too small for a finger in a glove; a checkbox counts with the label around it. */
function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const top =
      document.querySelector('[role=dialog]:last-of-type') ?? document.querySelector('main')
    const controls = [...(top?.querySelectorAll('button, input, select') ?? [])]
    return controls.flatMap((control) => {
      const { width, height } = (
        control.closest('label, .mantine-Radio-body, .mantine-Checkbox-body') ?? control
      ).getBoundingClientRect()
      const name = control.getAttribute('aria-label') ?? control.textContent
      const fits = Math.round(height) >= 44 && Math.round(width) >= 44
      return fits || width === 0 ? [] : [`${name}: ${String(width)} x ${String(height)}`]
    })
  })
}
