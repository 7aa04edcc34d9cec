/** Every dialog and menu, in all sizes, zoomed, in both schemes: accessible, not cut off and large enough. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, SESSION_WARNING_MS } from '#contract/constants.ts'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { settled } from '#test/browser/support/axe.ts'
import { enter, goTo, openSignedIn, openWindow } from '#test/browser/support/browser.ts'
import {
  EXAMINED,
  FOUR_TIMES,
  IS_THOROUGH,
  onceSettled,
  outOfReach,
  OVER,
  pageOverflow,
  problemsHere,
  SIZES,
  TWICE,
} from '#test/browser/support/looks.ts'

/** With the keyboard: a mouse that stays there would show the tooltip of the next screen's button. */
type Step = (page: Page) => Promise<void>

const button =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole('button', { name, exact: true }).first().press('Enter')
const menuItem =
  (name: string): Step =>
  (page) =>
    page.getByRole('menuitem', { name, exact: true }).press('Enter')
const firstRow: Step = (page) =>
  page.locator('[data-key] button[aria-haspopup=dialog]').first().press('Enter')
const select: Step = (page) => page.locator('[data-key] [type=checkbox]').first().check()
const type =
  (label: string, text: string): Step =>
  (page) =>
    page.getByRole('textbox', { name: label, exact: true }).fill(text)
const escape: Step = (page) => page.keyboard.press('Escape')
/** The menu of a column's head; cards have one menu for all of them. */
const columnMenu =
  (title: string): Step =>
  async (page) => {
    const head = page.getByRole('button', { name: tableTexts.columnMenu(title), exact: true })
    const cards = page.getByRole('button', { name: tableTexts.sortAndFilter, exact: true })
    await head.or(cards).first().waitFor()
    if (await head.isVisible()) return head.press('Enter')
    await cards.press('Enter')
    await menuItem(title)(page)
  }

/** The dialogs and menus of each screen: the name, and the steps that open it. */
const OPENED: Readonly<Record<string, readonly (readonly [string, ...Step[]])[]>> = {
  '/dashboard': [
    [syncTexts.title, button(syncTexts.details)],
    [shellTexts.colours, button(shellTexts.colours)],
    [shellTexts.settings, button(shellTexts.settings)],
    [shellTexts.changePassword, button(shellTexts.settings), menuItem(shellTexts.changePassword)],
    [shellTexts.confirmLogout, button(shellTexts.logout)],
  ],
  '/bins': [
    [listTexts.addBin, button(listTexts.addBin)],
    ['Room', columnMenu('Room')],
    [tableTexts.columns, button(tableTexts.columns)],
    [tableTexts.downloadTitle('Bins'), button(tableTexts.download)],
    [tableTexts.copy, select, button(tableTexts.copy)],
  ],
  '/inventory': [
    ['Total Quantity', columnMenu('Total Quantity')],
    ['Item Details', firstRow],
  ],
  '/sales-orders': [['Sales Order Details', firstRow]],
  '/bin-count-records': [
    ['Count', firstRow],
    [recordTexts.showRaw, firstRow, button(recordTexts.showRaw)],
    ['Record Details', firstRow, button(recordTexts.recordDetails)],
    ['ERP Response Details', button(/^ERP Response: /)],
  ],
  '/bin-transfer': [['Transfer', firstRow]],
  '/audit-trail': [[auditTexts.auditEntry, firstRow]],
  '/admins': [
    [peopleTexts.createAdmin, button(peopleTexts.createAdmin)],
    [peopleTexts.editAdmin, button(peopleTexts.edit)],
    [
      formTexts.discardTitle,
      button(peopleTexts.edit),
      type('Company Name', 'Typed and unsaved'),
      escape,
    ],
    [peopleTexts.confirmDelete, button(peopleTexts.delete)],
  ],
  '/wms-ai-users': [
    [peopleTexts.createUserTitle, button(peopleTexts.addUser)],
    [peopleTexts.editUserTitle, button(peopleTexts.edit)],
    [peopleTexts.updatePassword, button(peopleTexts.updatePassword)],
    [peopleTexts.confirmDelete, button(peopleTexts.delete)],
  ],
}

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
          const opened = async () => {
            for (const step of steps) await step(page)
            await page.locator(OVER).filter({ visible: true }).first().waitFor()
          }
          found.push(...(await problemsIn(page, `${name} at ${path}`, opened)))
        }
      }
      expect(found).toEqual([])
    },
  )

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
  closed = () => close(page),
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

/** The sizes in which everything is opened: all in the long run, otherwise those checked in depth and the smallest. */
const LOOKED_AT = Object.entries({ ...SIZES, TWICE, FOUR_TIMES }).filter(
  ([name]) => IS_THOROUGH || EXAMINED.has(name) || name === 'FOUR_TIMES',
)

/** Closes the open dialog or menu, also with unsaved changes. */
async function close(page: Page): Promise<void> {
  const discard = page.getByRole('button', { name: formTexts.discard, exact: true })
  await expect
    .poll(async () => {
      if (await discard.isVisible()) await discard.press('Enter')
      else await page.keyboard.press('Escape')
      return page.locator(OVER).filter({ visible: true }).count()
    })
    .toBe(0)
}
