/** The violations that axe finds on a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The layers over the page, the topmost last. */
export const OVER = '[role=dialog], [role=alertdialog], [role=menu]'
const STANDARD = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules that depend on the scheme, which changes only colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * The violations of the page as it is. Below an open layer, sizes of targets are left out: a column that is scrolled half
 * under a fixed one counts as too small there. The layer's own are measured by looks.ts, against a larger size.
 */
export async function violations(page: Page, runOnly: object = STANDARD): Promise<string[]> {
  // The policy of the page forbids foreign scripts, so axe is injected by evaluate, through the debugger.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ over, ...options }) => {
      interface Axe {
        run(options: object): Promise<{
          violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
        }>
      }
      const axe = (window as unknown as { axe: Axe }).axe
      const hasLayer = [...document.querySelectorAll(over)].some((each) => each.checkVisibility())
      const rules = hasLayer ? { 'target-size': { enabled: false } } : {}
      const found = await axe.run({ ...options, rules })
      return found.violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes.map((n) => `${String(n.target)} ${n.failureSummary ?? ''}`).join(' | ')}`,
      )
    },
    { runOnly, resultTypes: ['violations'], over: OVER },
  )
}

/** The violations in both schemes. All rules run in the light one, in which the page is left. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settled(page)
    const rules = colorScheme === 'dark' ? COLOURS : STANDARD
    found.push(...(await violations(page, rules)).map((problem) => `${colorScheme}: ${problem}`))
  }
  return found
}

/** Waits until redraws and transitions have finished. */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
    })
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}
