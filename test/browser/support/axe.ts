/** The violations that axe finds on a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The layers over the page, the topmost last. */
export const OVER = '[role=dialog], [role=menu]'
/** The long run checks more. */
export const IS_THOROUGH = process.env['THOROUGH'] !== undefined
const STANDARD = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** The rules that depend on the scheme, which changes only colours. */
const COLOURS = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * The violations of the page as it is. While a layer is open, only the layer is examined, because the page behind it is
 * examined without one; the long run examines both. Even then only targets of the layer must have their size: behind it,
 * a column may be scrolled half under a fixed one.
 */
export async function violations(page: Page, runOnly: object = STANDARD): Promise<string[]> {
  // The policy of the page forbids foreign scripts, so axe is injected by evaluate, through the debugger.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ over, isWhole, ...options }) => {
      interface Axe {
        run(
          context: Node,
          options: object,
        ): Promise<{
          violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[]
        }>
      }
      const axe = (window as unknown as { axe: Axe }).axe
      const layer = [...document.querySelectorAll(over)]
        .filter((each) => each.checkVisibility())
        .at(-1)
      const found = await axe.run(isWhole || !layer ? document : layer, options)
      const counts = (id: string, target: unknown): boolean =>
        id !== 'target-size' || !layer || layer.contains(document.querySelector(String(target)))
      return found.violations.flatMap(({ id, nodes }) => {
        const wrong = nodes.filter(({ target }) => counts(id, target))
        const words = wrong.map((n) => `${String(n.target)} ${n.failureSummary ?? ''}`)
        return words.length > 0 ? [`${id}: ${words.join(' | ')}`] : []
      })
    },
    { runOnly, resultTypes: ['violations'], over: OVER, isWhole: IS_THOROUGH },
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
