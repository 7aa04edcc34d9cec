/** A keyboard that checks that the focus is visible at every stop. */
import type { Page } from 'playwright-core'

/** More stops than there are between any two elements. */
const MAX_STOPS = 120

/** Presses keys and checks the focus after each. */
export function keyboardOf(page: Page) {
  const problems: string[] = []
  const look = async (): Promise<string> => {
    const first = await page.evaluate(stopHere)
    // Wait for the paint, so that the visible state is checked.
    if (first.problem !== null) await page.evaluate(twoFrames)
    const { name, problem } = first.problem === null ? first : await page.evaluate(stopHere)
    if (problem !== null) problems.push(`${new URL(page.url()).pathname}, ${name}: ${problem}`)
    return name
  }
  return {
    problems,
    press: (key: string) => page.keyboard.press(key),
    /** Presses the key until an element of that name has the focus. */
    to: async (name: string, key = 'Tab'): Promise<void> => {
      const met: string[] = []
      for (let stop = 0; stop < MAX_STOPS; stop += 1) {
        await page.keyboard.press(key)
        const here = await look()
        if (here === name) return
        met.push(here)
      }
      throw new Error(`No way to '${name}': ${met.join(', ')}`)
    },
  }
}

/** Resolves when all changes are painted. */
function twoFrames(): Promise<unknown> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(resolve))
  })
}

/** The accessible name of the focused element. */
export const nameOfFocus = (page: Page): Promise<string> =>
  page.evaluate(stopHere).then(({ name }) => name)

/** Whether the focus is in an element of that role. */
export const isFocusIn = (page: Page, role: string): Promise<boolean> =>
  page.evaluate((wanted) => document.activeElement?.closest(`[role=${wanted}]`) !== null, role)

/** The focused element, and what makes its focus hard to see. */
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
