/** What axe finds wrong with a page. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of the page as it is. */
export async function violations(page: Page): Promise<string[]> {
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

/** In both schemes; the page is left in the light one. */
export async function violationsInBothSchemes(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await coloursChanged(page)
    found.push(...(await violations(page)).map((problem) => `${colorScheme}: ${problem}`))
  }
  return found
}

/** Waits until what changes its colour by and by has changed it. */
async function coloursChanged(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await new Promise((drawn) => {
      requestAnimationFrame(() => requestAnimationFrame(drawn))
    })
    const changing = document.getAnimations().filter((each) => each instanceof CSSTransition)
    await Promise.allSettled(changing.map(({ finished }) => finished))
  })
}
