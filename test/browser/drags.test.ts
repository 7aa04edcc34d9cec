/** Dragging an edge is never taken for dragging the link or the header that lies under the pointer once the edge has moved. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { IS_THOROUGH } from '#test/browser/support/axe.ts'
import { DESK, openSignedIn } from '#test/browser/support/browser.ts'

/** How many moves of the mouse a drag has. */
const STEPS = IS_THOROUGH ? [2, 5, 40] : [5]

async function open(path: string): Promise<Page> {
  const account = await newAccount({ features: ['bins'] })
  const { page } = await openSignedIn(account, path, { viewport: DESK })
  return page
}

/** Presses at a point and drags sideways, as fast as the number of steps says. */
async function drag(page: Page, from: { x: number; y: number }, by: number, steps: number) {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + by, from.y, { steps })
  await page.mouse.up()
}

it('the edge of the menu follows the pointer at the height of a link, however fast', async () => {
  const page = await open('/dashboard')
  const edge = page.getByRole('separator', { name: 'Menu width' })
  const width = async () => Number(await edge.getAttribute('aria-valuenow'))
  const links = [
    page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }),
    page.getByRole('main').getByRole('link').first(),
  ]
  for (const link of links) {
    const at = await link.boundingBox()
    const y = (at?.y ?? 0) + (at?.height ?? 0) / 2
    for (const steps of STEPS) {
      const pull = async (by: number): Promise<number> => {
        const { x = 0, width: wide = 0 } = (await edge.boundingBox()) ?? {}
        await drag(page, { x: x + wide / 2, y }, by, steps)
        return width()
      }
      const least = await pull(-600)
      const further = await pull(100)
      const most = await pull(600)
      expect([steps, least, further, most]).toEqual([
        steps,
        DRAWER_MIN_WIDTH_PX,
        DRAWER_MIN_WIDTH_PX + 100,
        DRAWER_MAX_WIDTH_PX,
      ])
    }
  }
  expect(await edge.evaluate((element) => element === document.activeElement)).toBe(true)
})

it('the edge of a column follows the pointer from its first to its last pixel, however slow', async () => {
  const page = await open('/bins')
  const head = page.getByRole('columnheader').nth(1)
  const edge = head.locator('span[draggable]')
  const width = () => head.evaluate((cell) => Math.round(cell.getBoundingClientRect().width))
  const order = () => page.getByRole('columnheader').allTextContents()
  await edge.waitFor()
  const before = await order()
  for (const steps of STEPS)
    for (const pixel of ['first', 'last'])
      for (const by of [50, -50]) {
        const was = await width()
        const { x = 0, y = 0, width: wide = 0, height = 0 } = (await edge.boundingBox()) ?? {}
        const from = pixel === 'first' ? x + 1 : x + wide - 1
        await drag(page, { x: from, y: y + height / 2 }, by, steps)
        await expect.poll(width).toBe(was + by)
      }
  expect(await order()).toEqual(before)
})
