/** Tables wider than their frame, scrolled sideways: nothing may cover the names of the rows. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { lists } from '#console/screens/lists.ts'
import {
  dashboardScreen,
  netsuiteSetupScreen,
  protectedScreens,
  securityScreen,
} from '#console/screens/registry.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { settled } from '#test/browser/support/axe.ts'
import { goTo, openSignedIn, TABLET, UPRIGHT } from '#test/browser/support/browser.ts'
import { EXAMINED_SIZES } from '#test/browser/support/looks.ts'

const WITHOUT_ROWS: readonly string[] = [
  dashboardScreen.path,
  netsuiteSetupScreen.path,
  securityScreen.path,
]
const LISTS = protectedScreens
  .map(({ path }) => path)
  .filter((path) => !WITHOUT_ROWS.includes(path))

it('in every list and size the names of the rows stay uncovered at ten scroll positions and leave half of the frame free', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
  const found: string[] = []
  for (const path of LISTS) {
    await page.setViewportSize(TABLET)
    await goTo(page, path)
    await page.locator('main [data-key]').first().waitFor()
    for (const [size, viewport] of EXAMINED_SIZES) {
      await page.setViewportSize(viewport)
      await settled(page)
      found.push(...(await problemsSideways(page)).map((each) => `${path} at ${size}: ${each}`))
    }
  }
  expect(found).toEqual([])
})

it('in the tables of dialogs the names of the rows stay uncovered too', async () => {
  const account = await newAccount({ features: ['inventory', 'salesorder', 'bincount'] })
  const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
  const found: string[] = []
  const look = async (what: string): Promise<void> => {
    for (const viewport of [TABLET, UPRIGHT]) {
      await page.setViewportSize(viewport)
      await settled(page)
      found.push(...(await problemsSideways(page)).map((each) => `${what}: ${each}`))
    }
  }
  for (const path of ['/inventory', '/sales-orders']) {
    await goTo(page, path)
    await page.locator('main [data-key] button[aria-haspopup=dialog]').first().press('Enter')
    await page.getByRole('dialog').getByRole('table').first().waitFor()
    await look(path)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await goTo(page, '/bin-count-records')
  await page.getByRole('button', { name: 'View Bin Data' }).first().press('Enter')
  await page.getByRole('dialog', { name: 'Bin Data Details' }).getByRole('table').waitFor()
  await look('/bin-count-records')
  expect(found).toEqual([])
})

it('a name column at its largest width still leaves half of the frame free, and its buttons in sight', async () => {
  const account = await newAccount({ isSuperAdmin: true })
  const { page } = await openSignedIn(account, '/wms-ai-users', { viewport: UPRIGHT })
  const head = page.getByRole('columnheader', { name: 'Name', exact: true })
  const width = () => head.evaluate((cell) => cell.getBoundingClientRect().width)
  const menu = page.getByRole('dialog', { name: 'Name', exact: true })
  await head.getByRole('button', { name: /arrange$/ }).press('Enter')
  const wider = menu.getByRole('button', { name: 'Wider' })
  const widths: number[] = []
  while (await wider.isEnabled()) {
    widths.push(await width())
    await wider.press('Enter')
    await expect.poll(width).not.toBe(widths.at(-1))
  }
  // Each press widened the column, up to half of the frame.
  expect(widths.length).toBeGreaterThan(3)
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  expect(await problemsSideways(page)).toEqual([])
  const seen = await page
    .getByRole('button', { name: 'Delete' })
    .first()
    .evaluate((button) => {
      const frame = button.closest('[role=region]')
      frame?.scrollTo({ left: 0 })
      const { right } = button.getBoundingClientRect()
      return right <= (frame?.getBoundingClientRect().right ?? 0)
    })
  expect(seen).toBe(true)
})

it('at both tablet sizes the leading columns of every list are in sight, with nothing over their menu buttons', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
  const found: string[] = []
  for (const list of lists) {
    await goTo(page, list.path)
    await page.locator('main [data-key]').first().waitFor()
    for (const viewport of [TABLET, UPRIGHT]) {
      await page.setViewportSize(viewport)
      await settled(page)
      const where = `${list.path} at ${String(viewport.width)}`
      found.push(...(await outOfSight(page, list.leading ?? [])).map((each) => `${where}: ${each}`))
    }
  }
  expect(found).toEqual([])
})

/** The columns whose head or menu button is covered or beyond the edge of its frame. */
function outOfSight(page: Page, columns: readonly string[]): Promise<string[]> {
  return page.evaluate((ids) => {
    const right = document.querySelector('main [role=region]')?.getBoundingClientRect().right ?? 0
    return ids.flatMap((id) => {
      const head = document.querySelector(`th[data-column="${CSS.escape(id)}"]`)
      return [...(head?.querySelectorAll('button') ?? [])].flatMap((button) => {
        const box = button.getBoundingClientRect()
        const at = document.elementFromPoint(box.right - 12, box.top + box.height / 2)
        const name = button.ariaLabel ?? button.title
        return box.right <= right && head?.contains(at) ? [] : [name]
      })
    })
  }, columns)
}

const POSITIONS = 10

/** The elements that cover names of rows or cards of the topmost table, and sticky columns that are too wide. */
function problemsSideways(page: Page): Promise<string[]> {
  return page.evaluate(async (positions) => {
    const root = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document
    const frame = root.querySelector('[role=region]:has(table)')
    const problems = new Set<string>()

    /** The part of the name that its cell does not clip. */
    const wordsOf = (cell: Element) => {
      const range = document.createRange()
      range.selectNodeContents(cell)
      const text = range.getBoundingClientRect()
      const box = cell.getBoundingClientRect()
      const left = Math.max(text.left, box.left)
      return { left, right: Math.min(text.right, box.right), y: (text.top + text.bottom) / 2, text }
    }
    const look = (cell: Element, bounds: DOMRect, where: string): void => {
      const { left, right, y, text } = wordsOf(cell)
      const isInSight = y > bounds.top + 4 && y < Math.min(bounds.bottom, innerHeight) - 4
      if (text.width === 0 || !isInSight) return
      if (right - left < Math.min(text.width, LEGIBLE_PX))
        problems.add(`${where}: ${String(right - left)} px of '${cell.textContent}' are seen`)
      for (const x of [left + 1, (left + right) / 2, right - 1]) {
        const at = document.elementFromPoint(x, y)
        if (!cell.contains(at))
          problems.add(
            `${where}: ${at?.outerHTML.slice(0, 80) ?? 'nothing'} covers '${cell.textContent}'`,
          )
      }
    }
    const LEGIBLE_PX = 80

    if (!frame) {
      for (const card of root.querySelectorAll('li[data-key]')) {
        const name = card.firstElementChild?.lastElementChild
        if (name) look(name, card.getBoundingClientRect(), 'a card')
        else problems.add('a card without a name')
      }
      return [...problems]
    }

    /** Of very many columns only the visible ones are drawn, a frame or two after they scroll into view. */
    const drawn = async (): Promise<void> => {
      if (!frame.querySelector('td[aria-colindex]')) return
      for (let frames = 0; frames < 2; frames += 1)
        await new Promise((next) => requestAnimationFrame(next))
    }
    const names = () =>
      [...frame.querySelectorAll<HTMLTableRowElement>('tr[data-key]')].flatMap(
        ({ cells }) => cells[1] ?? [],
      )
    const range = frame.scrollWidth - frame.clientWidth
    const head = frame.querySelector('thead')?.getBoundingClientRect()
    const bounds = frame.getBoundingClientRect()
    const rows = new DOMRect(
      bounds.left,
      head?.bottom ?? bounds.top,
      bounds.width,
      bounds.bottom - (head?.bottom ?? bounds.top),
    )
    for (let nth = 0; nth < positions; nth += 1) {
      frame.scrollLeft = (range * nth) / (positions - 1)
      await drawn()
      for (const cell of names()) look(cell, rows, `at ${String(Math.round(frame.scrollLeft))} px`)
    }

    // The sticky cells.
    frame.scrollLeft = range / 2
    await drawn()
    const cells = [...(frame.querySelector<HTMLTableRowElement>('tr[data-key]')?.cells ?? [])]
    const before = cells.map((cell) => cell.getBoundingClientRect())
    frame.scrollLeft += 4
    const staying = cells.filter(
      (cell, nth) => cell.getBoundingClientRect().left === before[nth]?.left,
    )
    const wide = staying.reduce((sum, cell) => sum + cell.getBoundingClientRect().width, 0)
    if (range > 8 && wide > frame.clientWidth / 2)
      problems.add(`${String(wide)} of ${String(frame.clientWidth)} px stay`)
    frame.scrollLeft = 0
    return [...problems]
  }, POSITIONS)
}
