/** Visual defects of a page: targets too small for a glove, elements off the screen or out of reach, accessibility. */
import type { Page } from 'playwright-core'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { IS_THOROUGH, OVER, settled, violationsInBothSchemes } from '#test/browser/support/axe.ts'
import { DESK, PHONE, TABLET, UPRIGHT } from '#test/browser/support/browser.ts'

export const SIZES = { TABLET, UPRIGHT, DESK, PHONE }

/** The sizes that are checked in depth: one for each of the two layouts, or all in the long run. */
export const EXAMINED: ReadonlySet<string> = new Set(
  IS_THOROUGH ? Object.keys(SIZES) : ['TABLET', 'PHONE'],
)
/** Those sizes with their names. */
export const EXAMINED_SIZES = Object.entries(SIZES).filter(([name]) => EXAMINED.has(name))
/** A tablet at 200 %, and 1280×1024 at 400 % (WCAG 1.4.10). */
export const TWICE = { width: 590, height: 410 }
export const FOUR_TIMES = { width: 320, height: 256 }

/** Elements that scroll sideways, are cut off by an edge, or stay covered when scrolled into view. */
export async function outOfReach(page: Page): Promise<string[]> {
  const overflow = await pageOverflow(page)
  const cut = await page.evaluate((over) => {
    const here = [...document.querySelectorAll(over)].at(-1) ?? document
    const hidden = '[aria-hidden=true], [inert], [hidden], [href="#content"]'
    return [...here.querySelectorAll<HTMLElement>('button, a[href], input, textarea')].flatMap(
      (element) => {
        const isSeen = element.checkVisibility({ visibilityProperty: true })
        if (!isSeen || element.closest(hidden) || element.offsetWidth === 0) return []
        element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
        const { left, right, top, height } = element.getBoundingClientRect()
        const at = document.elementFromPoint((left + right) / 2, top + height / 2)
        const isUncovered = at && (element.parentElement?.contains(at) || at.contains(element))
        const isInside = left >= -0.5 && right <= innerWidth + 0.5
        const name = element.ariaLabel ?? element.outerHTML.slice(0, 120)
        if (isUncovered && isInside) return []
        return [`${isInside ? 'is covered' : 'is cut off'}: ${name}`]
      },
    )
  }, OVER)
  return [...cut, ...overflow]
}

/** The defects of the open layer in both schemes. */
export async function problemsHere(page: Page): Promise<string[]> {
  return [...(await onceSettled(page, tooLow)), ...(await violationsInBothSchemes(page))]
}

/** Targets too small for a gloved finger: less than 44 px high. A checkbox counts with its label, a password with its frame. */
export function tooLow(page: Page): Promise<string[]> {
  const what = { over: OVER, least: TOUCH_TARGET_PX }
  return page.evaluate(({ over, least }) => {
    const frames = '.mantine-Checkbox-body, .mantine-Radio-body, .mantine-PasswordInput-input'
    const top = [...document.querySelectorAll(over)].at(-1) ?? document.querySelector('main')
    return [...(top?.querySelectorAll('button, a, input:not([hidden])') ?? [])]
      .filter((element) => {
        const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
        const targets = [element, element.closest(frames) ?? element, ...labels]
        return targets.every((target) => target.getBoundingClientRect().height < least)
      })
      .map((element) => `lower than a finger: ${element.outerHTML.slice(0, 160)}`)
  }, what)
}

/**
 * Targets smaller than a finger in either direction, anywhere on the page. This includes parts of a chart, which are not
 * reachable by keyboard. A checkbox counts with its label.
 */
export function tooSmall(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const hidden = '[aria-hidden=true]:not(figure *), [inert], [hidden], [href="#content"]'
    const frames = 'label, .mantine-Checkbox-body, .mantine-PasswordInput-input'
    const what = `button, a[href], input, [role=separator][tabindex], .mantine-SegmentedControl-label`
    return [...document.querySelectorAll(what)]
      .filter((element) => !element.closest(hidden))
      .map((element) => {
        const target = element.closest(frames) ?? element
        return { element, box: target.getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < least - 0.5)
      .map(
        ({ element, box }) =>
          `${String(box.width)}x${String(box.height)} is small: ${element.outerHTML.slice(0, 160)}`,
      )
  }, TOUCH_TARGET_PX)
}

/** Rows of a list of choices that are lower than their text, which then lies over the next row. */
export function squeezed(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main [role=option]')]
      .filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1)
      .map(({ textContent }) => `is lower than its text: ${textContent.slice(0, 80)}`),
  )
}

export async function pageOverflow(page: Page): Promise<string[]> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`scrolls sideways by ${String(overflow)} px`] : []
}

/** Checks again when there are defects, because the page may still have been changing. */
export async function onceSettled(
  page: Page,
  look: (page: Page) => Promise<string[]>,
): Promise<string[]> {
  const first = await look(page)
  if (first.length === 0) return first
  await settled(page)
  return look(page)
}
