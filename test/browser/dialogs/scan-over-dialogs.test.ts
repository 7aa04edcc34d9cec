/** A scan over any dialog or menu looks the code up: it presses no button there and sends nothing. */
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { findTexts } from '#contract/texts/own/find-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { IS_THOROUGH, OVER, settled } from '#test/browser/support/axe.ts'
import { goTo, openSignedIn } from '#test/browser/support/browser.ts'
import { closeAll, OPENED, openBy } from '#test/browser/support/openings.ts'
import { scan } from '#test/browser/support/scanner.ts'

/** All in the long run, otherwise one dialog of each screen. */
const SCANNED_OVER = Object.entries(OPENED).flatMap(([path, openings]) =>
  openings
    .filter((_, nth) => IS_THOROUGH || nth === openings.length - 1)
    .map(([name, ...steps]) => ({ path, name, steps })),
)
const UNKNOWN = '4006381'

it(
  'a scan over any dialog or menu presses none of its buttons, sends nothing and leaves dialogs open',
  { timeout: 480_000 },
  async () => {
    const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
    const { page } = await openSignedIn(account, '/dashboard')
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${request.url()}`)
    })
    const found: string[] = []
    for (const { path, name, steps } of SCANNED_OVER) {
      await goTo(page, path)
      await openBy(page, steps).catch((error: unknown) => {
        throw new Error(`${name} at ${path}`, { cause: error })
      })
      await settled(page)
      const dialogs = page.locator('[role=dialog]').filter({ visible: true })
      const before = await dialogs.count()
      // The last is the one that acts, such as Delete.
      const layer = page.locator(OVER).filter({ visible: true }).last()
      const act = layer.locator('button:enabled, input:enabled').last()
      await act.focus()
      sent.splice(0)
      await scan(page, UNKNOWN)
      await page.getByText(findTexts.noneHere).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('combobox', { name: findTexts.title }).waitFor({ state: 'detached' })
      // A menu closes, as it does whenever something else is opened.
      const after = await dialogs.count()
      if (after !== before) found.push(`${name} at ${path}: ${before} dialogs, then ${after}`)
      found.push(...sent.map((what) => `${name} at ${path}: ${what}`))
      await closeAll(page)
    }
    expect(found).toEqual([])
  },
)
