/** Every screen in four sizes and two schemes: nothing to complain of, nothing beyond the edge, nothing too small. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { lists } from '#console/screens/lists.ts'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { newAccount } from '#test/browser/accounts.ts'
import { DESK, openWindow, PHONE, signIn, TABLET, UPRIGHT } from '#test/browser/browser.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PROTECTED = ['/dashboard', ...lists.map((screen) => screen.path), '/netsuite-setup']
const PUBLIC = ['/login', '/super-admin-register', '/reset-password']
const SIZES = { TABLET, UPRIGHT, DESK, PHONE }
/** The frame and the page are drawn in two ways; each is examined once. */
const EXAMINED = new Set<string>(['TABLET', 'PHONE'])

describe.each(['light', 'dark'] as const)('in the %s scheme', (colorScheme) => {
  it('every public page is accessible and fits every size', async () => {
    const { page } = await openWindow('/login', { colorScheme })
    expect(await problems(page, PUBLIC)).toEqual([])
  })

  it('every protected screen is accessible and fits every size', { timeout: 240_000 }, async () => {
    const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
    const { page } = await openWindow('/login', { colorScheme })
    await signIn(page, account)
    expect(await problems(page, PROTECTED)).toEqual([])
  })
})

describe('a list', () => {
  it('says in the seen part of the table that nothing matches, and is accessible with its details open', async () => {
    const account = await newAccount({ features: ['bins', 'inventory'] })
    const { page } = await openWindow('/login')
    await signIn(page, account)
    await page.goto('/bins?q=nothing-is-called-so')
    const sentence = page.getByText('No data exists matching your search.')
    await sentence.waitFor()
    const { left, right } = await sentence.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().toJSON() as { left: number; right: number }
    })
    expect(left).toBeGreaterThan(0)
    expect(right).toBeLessThan(TABLET.width)

    await page.goto('/inventory')
    await page.getByRole('cell').getByRole('button').first().press('Enter')
    await page.getByRole('dialog', { name: 'Item Details' }).getByRole('table').waitFor()
    expect(await violations(page)).toEqual([])
  })
})

/** What is wrong on these screens, in all sizes. */
async function problems(page: Page, paths: readonly string[]): Promise<string[]> {
  const found: string[] = []
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() => document.querySelector('[aria-label="Loading"]') === null)
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size)
      const here = EXAMINED.has(name) ? await violations(page) : []
      const overflow = await pageOverflow(page)
      if (overflow > 0) here.push(`scrolls sideways by ${String(overflow)} px`)
      found.push(...here.map((problem) => `${path} at ${name}: ${problem}`))
    }
  }
  return found
}

async function violations(page: Page): Promise<string[]> {
  // The policy of the page forbids foreign scripts; evaluate comes in by the debugger, as a test must.
  await page.evaluate(AXE)
  return page.evaluate(async (tags) => {
    interface Axe {
      run(options: object): Promise<{
        violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
      }>
    }
    const axe = (window as unknown as { axe: Axe }).axe
    const found = await axe.run({ runOnly: { type: 'tag', values: tags } })
    return found.violations.map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map((n) => `${String(n.target)} ${n.failureSummary ?? ''}`).join(' | ')}`,
    )
  }, STANDARD)
}

function pageOverflow(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}
