/** Every dialog and menu, in all sizes, zoomed, in both schemes: accessible, not cut off and large enough. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, SESSION_WARNING_MS } from '#contract/constants.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { IS_THOROUGH, settled } from '#test/browser/support/axe.ts'
import { enter, goTo, openSignedIn, openWindow, PHONE } from '#test/browser/support/browser.ts'
import {
  EXAMINED,
  FOUR_TIMES,
  onceSettled,
  outOfReach,
  pageOverflow,
  problemsHere,
  SIZES,
  TWICE,
} from '#test/browser/support/looks.ts'
import { closeAll, OPENED, openBy } from '#test/browser/support/openings.ts'

describe('in both schemes and all sizes', () => {
  it(
    'every dialog and menu is accessible, fits, and is in reach when zoomed',
    { timeout: 480_000 },
    async () => {
      const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
      const { page } = await openSignedIn(account, '/dashboard', { hasTouch: true })
      const found: string[] = []
      for (const [path, openings] of Object.entries(OPENED)) {
        await goTo(page, path)
        for (const [name, ...steps] of openings) {
          const opened = () => openBy(page, steps)
          found.push(...(await problemsIn(page, `${name} at ${path}`, opened)))
        }
      }
      expect(found).toEqual([])
    },
  )

  it('a title without a space leaves the Close button of a dialog on a phone', async () => {
    const account = await newAccount({ features: ['items'] })
    const { page } = await openSignedIn(account, '/items', { viewport: PHONE, hasTouch: true })
    await page.locator('main [data-key] button[aria-haspopup=dialog]').first().press('Enter')
    const dialog = page.getByRole('dialog')
    const title = dialog.locator('.mantine-Modal-title')
    await title.evaluate((heading) => {
      heading.textContent = 'W'.repeat(300)
    })
    const close = await dialog.locator('.mantine-Modal-close').boundingBox()
    expect((close?.x ?? 0) + (close?.width ?? 0)).toBeLessThanOrEqual(PHONE.width)
  })

  it('the warning before a session ends is accessible, fits, and is in reach when zoomed', async () => {
    const account = await newAccount({})
    const { page } = await openWindow('about:blank')
    const began = Date.now() - SESSION_LIFETIME_MS + SESSION_WARNING_MS - 1_000
    const session = { ...account.session, tokenCreationTime: String(began) }
    await enter(page, { ...account, session })
    const opened = () => page.getByText(signInTexts.sessionEnding).waitFor()
    const stays = () => Promise.resolve()
    expect(await problemsIn(page, signInTexts.sessionEndingTitle, opened, stays)).toEqual([])
  })
})

/** The defects of a dialog or menu in every size; it is opened and closed again in each. */
async function problemsIn(
  page: Page,
  what: string,
  opened: () => Promise<void>,
  closed = () => closeAll(page),
): Promise<string[]> {
  const found: string[] = []
  const look = async (size: string): Promise<string[]> => {
    if (size === 'FOUR_TIMES') return onceSettled(page, outOfReach)
    const here = await onceSettled(page, pageOverflow)
    return EXAMINED.has(size) ? [...here, ...(await problemsHere(page))] : here
  }
  for (const [size, viewport] of LOOKED_AT) {
    await page.setViewportSize(viewport)
    await settled(page)
    await opened().catch((error: unknown) => {
      throw new Error(`${what}, ${size}`, { cause: error })
    })
    found.push(...(await look(size)).map((problem) => `${what}, ${size}: ${problem}`))
    await closed()
  }
  return found
}

/** The sizes in which everything is opened: all in the long run, otherwise the phone, in depth, and the smallest. */
const LOOKED_AT = Object.entries({ ...SIZES, TWICE, FOUR_TIMES }).filter(
  ([name]) => IS_THOROUGH || name === 'PHONE' || name === 'FOUR_TIMES',
)
