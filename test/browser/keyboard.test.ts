/** Every screen of what the ERP knows by keyboard alone: each stop is seen, each dialog gives the focus back. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import { newAccount } from '#test/browser/accounts.ts'
import { openWindow, signIn } from '#test/browser/browser.ts'

/** More stops than any way from one thing to another has. */
const MOST_STOPS = 120

it('shell, dashboard and the lists of the ERP are used by keyboard alone', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const { page } = await openWindow('/login')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, account)
  await page.getByRole('link', { name: /^Bins/ }).waitFor()
  const { press, to, problems } = keyboardOf(page)
  const focused = () => nameOfFocus(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  /** Opens a dialog from what has the focus, goes all the way round in it, and leaves it. */
  const throughDialog = async (name: string): Promise<void> => {
    const opener = await focused()
    await press('Enter')
    await dialog(name).waitFor()
    await expect.poll(() => isFocusIn(page, 'dialog')).toBe(true)
    await to('Close')
    await press('Tab')
    expect(await isFocusIn(page, 'dialog')).toBe(true)
    await press('Escape')
    await dialog(name).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(opener)
  }
  const openGroup = async (title: string, entry: string): Promise<void> => {
    await to(title, 'Shift+Tab')
    await press('Enter')
    await page.getByRole('link', { name: entry, exact: true }).waitFor()
  }
  const openScreen = async (title: string): Promise<void> => {
    await to(title, 'Shift+Tab')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(/^\d+–\d+ of /).waitFor()
  }

  await press('Tab')
  expect(await focused()).toBe(messages.skipToContent)
  await press('Enter')
  await to('Sync from NetSuite')
  await to('Refresh Bins')
  await press('Enter')
  expect(await focused()).toBe('Refresh Bins')
  await to('Show as tables')
  await press('Enter')
  await page.getByRole('table', { name: 'Bin Transfer' }).waitFor()

  await to('Menu width', 'Shift+Tab')
  const width = page.getByRole('separator', { name: 'Menu width' })
  await press('End')
  expect(await width.getAttribute('aria-valuenow')).toBe(String(DRAWER_MAX_WIDTH_PX))
  await press('Home')
  await press('ArrowRight')
  expect(await width.getAttribute('aria-valuenow')).toBe(String(DRAWER_MIN_WIDTH_PX + 20))

  await openGroup('Master Data', 'Bins')
  await to('Bins')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Bins' }).waitFor()
  await to('Add Bin')
  await throughDialog('Add Bin')

  await openScreen('Locations')
  await to('Next page')
  await openScreen('Items')
  await to('Sync with NetSuite')
  await openScreen('Inventory')
  await to('table row')
  await throughDialog('Item Details')

  await openGroup('Transactions', 'Inbound Shipment')
  await to('Inbound Shipment')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Inbound Shipments' }).waitFor()
  await to('Refresh')
  await openScreen('Sales Orders')
  await to('table row')
  await throughDialog('Sales Order Details')

  await to('Settings', 'Shift+Tab')
  await press('Enter')
  await page.getByRole('menu').waitFor()
  await press('ArrowDown')
  await expect.poll(focused).toBe('Change Password')
  await press('ArrowDown')
  await expect.poll(focused).toBe('ERP Setup')
  await press('Escape')
  await expect.poll(focused).toBe('Settings')
  await to('Logout')
  await throughDialog('Confirm Logout')
  await press('Enter')
  await dialog('Confirm Logout').waitFor()
  await to('Logout')
  await press('Enter')
  await page.waitForURL('**/login')
  expect(problems).toEqual([])
})

/** Presses keys as a person does who looks where the focus is. */
function keyboardOf(page: Page) {
  const problems: string[] = []
  const look = async (): Promise<string> => {
    const first = await page.evaluate(stopHere)
    // What is seen counts, not what is about to be.
    if (first.problem !== null) await page.evaluate(twoFrames)
    const { name, problem } = first.problem === null ? first : await page.evaluate(stopHere)
    if (problem !== null) problems.push(`${new URL(page.url()).pathname}, ${name}: ${problem}`)
    return name
  }
  return {
    problems,
    press: (key: string) => page.keyboard.press(key),
    /** Goes on until something of that name has the focus. */
    to: async (name: string, key = 'Tab'): Promise<void> => {
      const met: string[] = []
      for (let stop = 0; stop < MOST_STOPS; stop += 1) {
        await page.keyboard.press(key)
        const here = await look()
        if (here === name) return
        met.push(here)
      }
      throw new Error(`No way to '${name}': ${met.join(', ')}`)
    },
  }
}

/** Resolves when what changed has been painted. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(stopHere).then(({ name }) => name)

const isFocusIn = (page: Page, role: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.closest(`[role=${wanted}]`) !== null, role)

/** What has the focus, and what is wrong with it for a person who sees the page. */
function stopHere(): { readonly name: string; readonly problem: string | null } {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body)
    return { name: 'page', problem: null }
  const labelled = element.getAttribute('aria-label')
  const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : null
  const isRow = element.matches('tbody td > button[aria-haspopup=dialog]')
  const name = isRow ? 'table row' : (labelled ?? label ?? element.textContent ?? '').trim()
  const box = element.getBoundingClientRect()
  const { outlineStyle, outlineWidth, borderColor, boxShadow } = getComputedStyle(element)
  const isMarked = outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const isCovered = !at || !(element.contains(at) || at.contains(element))
  const problem =
    name === ''
      ? 'has no name'
      : !isMarked
        ? `is not marked (${outlineStyle} ${outlineWidth}, ${borderColor}, ${boxShadow}) ${element.outerHTML.slice(0, 90)}`
        : isCovered
          ? `is out of sight or covered ${JSON.stringify(box)} ${at?.outerHTML.slice(0, 80) ?? ''}`
          : null
  return { name, problem }
}
