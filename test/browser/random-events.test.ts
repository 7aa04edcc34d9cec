/** Ten thousand random taps, keys and wheel turns: the console keeps working and logs no error. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openSignedIn, TABLET } from '#test/browser/support/browser.ts'
import { chance, oneOf, wildText } from '#test/support/random-input.ts'

const EVENTS = Number(process.env['EVENTS'] ?? 100)
const SEED = Number(process.env['SEED'] ?? 20_261_122)
/** The number of events between two checks, and of the last events that a failure lists. */
const LOOK_EVERY = 50

/** Elements that end the session or leave the console are not tapped. */
const LEFT_ALONE = 'button[aria-label=Logout], a[download], a[target=_blank]'
const TO_TAP =
  'a[href], button, input, textarea, [role=menuitem], [role=option], [role=tab], tbody tr, td'
const KEYS = (
  'Tab Tab Shift+Tab Enter Space Escape ArrowDown ArrowUp ArrowLeft ArrowRight Home End PageDown PageUp ' +
  'Backspace Delete / a 7 Control+a Control+c Control+v Control+z'
).split(' ')
/** Those of the keys that press the focused element. */
const PRESSES = new Set(['Enter', 'Space'])

it(
  `${String(EVENTS)} random events leave the console standing (SEED=${String(SEED)})`,
  { timeout: 60_000 + EVENTS * 200 },
  async () => {
    const random = chance(SEED)
    const account = await newAccount({ features: ADMIN_FEATURES })
    const { page, complaints } = await openSignedIn(account, '/dashboard', {
      // The server refuses random input, and Chromium logs every refused call.
      mayComplain: /Failed to load resource: the server responded with a status of 4\d\d/,
    })
    const last: string[] = []
    for (let begun = 0; begun < EVENTS; begun += LOOK_EVERY) {
      for (let left = Math.min(LOOK_EVERY, EVENTS - begun); left > 0; left -= 1) {
        last.push(await happen(page, random))
      }
      const state = await stateOf(page)
      expect({ ...state, last: last.slice(-LOOK_EVERY), complaints }).toMatchObject({
        isBlank: false,
        isBroken: false,
      })
    }
    // The console still works: the dashboard opens.
    await page.goto('/dashboard')
    await page.getByText(`Hi, ${account.username}`).waitFor()
  },
)

/** Performs a random action of a hand, a keyboard or the browser, and returns its description. */
async function happen(page: Page, random: () => number): Promise<string> {
  const kind = random()
  if (kind < 0.5) return tapSomething(page, random)
  if (kind < 0.6) return tapAnywhere(page, random)
  if (kind < 0.82) {
    const key = oneOf(random, KEYS)
    if (PRESSES.has(key) && (await isOnLeftAlone(page))) return 'key left out'
    await page.keyboard.press(key)
    return `key ${key}`
  }
  if (kind < 0.9) {
    const text = wildText(random).slice(0, 60)
    await page.keyboard.insertText(text)
    return `text ${JSON.stringify(text)}`
  }
  if (kind < 0.96) {
    const by = Math.round((random() - 0.5) * 3_000)
    await page.mouse.wheel(random() < 0.3 ? by : 0, by)
    return `wheel ${String(by)}`
  }
  if (kind < 0.98) {
    // The history before the console does not belong to it.
    await page.evaluate(() => {
      const { state }: { state: { __TSR_index?: number } | null } = history
      if ((state?.__TSR_index ?? 0) > 0) history.back()
    })
    return 'back'
  }
  await page.evaluate(() => history.forward())
  return 'forward'
}

/** Taps a random target at its position. */
async function tapSomething(page: Page, random: () => number): Promise<string> {
  const found = await page
    .evaluate(
      ({ things, leftAlone, share }) => {
        const seen = [...document.querySelectorAll<HTMLElement>(things)].filter((element) => {
          const { width, height, top, left } = element.getBoundingClientRect()
          const isHere = top >= 0 && left >= 0 && top < innerHeight && left < innerWidth
          return width > 0 && height > 0 && isHere && !element.closest(leftAlone)
        })
        const chosen = seen[Math.floor(share * seen.length)]
        if (!chosen) return null
        const { x, y, width, height } = chosen.getBoundingClientRect()
        const name = chosen.ariaLabel ?? chosen.textContent.slice(0, 30)
        return { x: x + width / 2, y: y + height / 2, name: `${chosen.tagName} ${name}` }
      },
      { things: TO_TAP, leftAlone: LEFT_ALONE, share: random() },
    )
    // A page that is being left has no targets.
    .catch(() => null)
  if (!found) return 'nothing to tap'
  return (await tap(page, found.x, found.y)) ? `tap ${found.name}` : 'tap left out'
}

async function tapAnywhere(page: Page, random: () => number): Promise<string> {
  const x = random() * TABLET.width
  const y = random() * TABLET.height
  await tap(page, x, y)
  return `tap at ${x.toFixed(0)},${y.toFixed(0)}`
}

async function tap(page: Page, x: number, y: number): Promise<boolean> {
  const isLeftAlone = await page
    .evaluate(
      ({ at, leftAlone }) => Boolean(document.elementFromPoint(at.x, at.y)?.closest(leftAlone)),
      { at: { x, y }, leftAlone: LEFT_ALONE },
    )
    .catch(() => true)
  if (isLeftAlone) return false
  await page.mouse.click(x, y)
  return true
}

/** Whether the focus is on an element that is not to be pressed. */
function isOnLeftAlone(page: Page): Promise<boolean> {
  return (
    page
      .evaluate((leftAlone) => document.activeElement?.matches(leftAlone) ?? false, LEFT_ALONE)
      // A page that is being left has no focus.
      .catch(() => true)
  )
}

/** Whether there is a page, and whether it is the error page of last resort. */
async function stateOf(page: Page): Promise<{ isBlank: boolean; isBroken: boolean; at: string }> {
  const look = () =>
    page
      .evaluate((failure) => {
        const text = document.body.innerText
        const at = location.pathname + location.search
        return { isBlank: text.trim() === '', isBroken: text.includes(failure), at }
      }, shellTexts.screenBroken)
      // The page is being left.
      .catch(() => ({ isBlank: true, isBroken: false, at: '' }))
  let state = await look()
  await expect.poll(async () => (state = await look()).isBlank).toBe(false)
  return state
}
