/** On a phone nothing is cut in two, hidden beside the screen or wider than it. */
import type { Locator, Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { listEndpoint, ListReply } from '#contract/sync/list-endpoints.ts'
import { fieldTitles } from '#contract/texts/field-titles.ts'
import { exceptionTexts } from '#contract/texts/exception-texts.ts'
import { relatedTexts } from '#contract/texts/own/related-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { settled, violations } from '#test/browser/support/axe.ts'
import { goTo, openSignedIn, PHONE } from '#test/browser/support/browser.ts'

const TOOLTIP = '.mantine-Tooltip-tooltip'
/** Longer than the tooltip of one line that a phone has room for. */
const LONG = 60

it('no tooltip is wider than the screen or makes the page wider', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const how = { viewport: PHONE, hasTouch: true }
  const { page } = await openSignedIn(account, '/exceptions', how)
  const said: Tip[] = []
  // Only counts have this cause, and the button says why they cannot be tried again.
  const { title } = exceptionTexts.causes['lines-disagree']
  await page.getByRole('option').filter({ hasText: title }).click()
  said.push(...(await tipsOf(page, page.getByRole('button', { name: 'Try again' }).first())))
  // These are at the right edge.
  await goTo(page, '/items')
  await page.locator('main [data-key]').first().waitFor()
  for (const name of [/^Sync with NetSuite$/, /^Find or scan/])
    said.push(...(await tipsOf(page, page.getByRole('button', { name }).first())))
  const tooWide = said.filter(
    ({ left, right, pageWidth }) => left < 0 || right > PHONE.width || pageWidth > PHONE.width,
  )
  expect(tooWide).toEqual([])
  expect(Math.max(...said.map(({ text }) => text.length))).toBeGreaterThan(LONG)
})

it('details cut no code in two and show the quantities of open order lines', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES })
  const { page } = await openSignedIn(account, '/dashboard', { viewport: PHONE, hasTouch: true })
  const order = (await rowsOf('salesOrders')).find(({ status }) => /pending/i.test(String(status)))
  const bin = (await rowsOf('binStock')).find(({ on_hand }) => Number(on_hand) > 0)
  const [count] = await rowsOf('binCountRecords')
  const [transfer] = await rowsOf('binTransfer')
  const found: string[] = []
  for (const path of [
    `/items?open=${String(order?.['item_id'])}`,
    `/bins?open=${String(bin?.['bin_id'])}`,
    `/bin-count-records?open=${String(count?.['id'])}`,
    `/bin-transfer?open=${String(transfer?.['id'])}`,
  ]) {
    await page.goto(path)
    await page.getByRole('dialog').locator('td').first().waitFor()
    await settled(page)
    found.push(...(await cutCodes(page)).map((each) => `${path}: ${each}`))
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth))
      found.push(`${path}: the page scrolls sideways`)
  }
  expect(found).toEqual([])

  await page.goto(`/items?open=${String(order?.['item_id'])}`)
  const lines = page.getByRole('table', { name: relatedTexts.openOrderLines })
  for (const name of [fieldTitles.quantity, relatedTexts.shipped]) {
    const { x = 0, width = 0 } =
      (await lines.getByRole('columnheader', { name }).boundingBox()) ?? {}
    expect(width).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(PHONE.width)
  }
})

it('a long code without a space scrolls in its own frame, and the page does not', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES })
  const how = { viewport: PHONE, hasTouch: true }
  const { page } = await openSignedIn(account, '/dashboard', how)
  const [bin] = await rowsOf('binStock')
  await page.route('**/api/bin-stock*', async (route) => {
    const row = { ...bin, item_name: 'LONG-CODE-'.repeat(9), on_hand: 3, as_of: null }
    const data = [{ ...row, bin_id: '1' }]
    await route.fulfill({ json: { data, epoch: 'e', seq: 1, count: 1 } })
  })
  await page.goto('/bins?open=1')
  const table = page.getByRole('table', { name: relatedTexts.whatLiesHere })
  await table.getByText('LONG-CODE').waitFor()
  expect(await cutCodes(page)).toEqual([])
  const widths = await table.evaluate((element) => [
    element.parentElement?.scrollWidth ?? 0,
    document.documentElement.scrollWidth,
    document.querySelector('[role=dialog]')?.scrollWidth ?? 0,
  ])
  expect(widths[0]).toBeGreaterThan(PHONE.width)
  expect(widths.slice(1)).toEqual([PHONE.width, PHONE.width])
  // Also by keyboard.
  await page.getByRole('group', { name: relatedTexts.whatLiesHere }).focus()
  expect(await violations(page)).toEqual([])
})

interface Tip {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly pageWidth: number
}

/** The tooltips that come up over a button. */
async function tipsOf(page: Page, button: Locator): Promise<Tip[]> {
  await page.mouse.move(0, 0)
  await button.hover({ force: true })
  await page.locator(TOOLTIP).first().waitFor()
  await settled(page)
  return page.evaluate(
    (tooltip) =>
      [...document.querySelectorAll(tooltip)].map((element) => {
        const { left, right } = element.getBoundingClientRect()
        const pageWidth = Math.max(document.documentElement.scrollWidth, innerWidth)
        return { text: element.textContent, left, right, pageWidth }
      }),
    TOOLTIP,
  )
}

/** The words of table cells that stand on more than one line. */
function cutCodes(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = []
    for (const cell of document.querySelectorAll('[role=dialog] td')) {
      const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        for (const { index, 0: word } of (node.textContent ?? '').matchAll(/\S+/g)) {
          const range = document.createRange()
          range.setStart(node, index)
          range.setEnd(node, index + word.length)
          if (new Set([...range.getClientRects()].map(({ top }) => top)).size > 1) cut.push(word)
        }
      }
    }
    return cut
  })
}

async function rowsOf(name: 'salesOrders' | 'binStock' | 'binCountRecords' | 'binTransfer') {
  const headers = { authorization: `Bearer ${inject('superAdminToken')}` }
  const path = name === 'binStock' ? '/bin-stock' : listEndpoint(name).path
  const reply = await fetch(`${inject('demo').address}/api${path}`, { headers })
  return ListReply.parse(await reply.json()).data
}
