/** Every dialog and menu of the console, how it is opened, and how any of them is closed. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { OVER } from '#test/browser/support/axe.ts'

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
export const OPENED: Readonly<Record<string, readonly (readonly [string, ...Step[]])[]>> = {
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
    ['Record Details', firstRow],
    [recordTexts.showRaw, firstRow, button(recordTexts.showRaw)],
    ['ERP Response Details', button(/^ERP Response: /)],
  ],
  '/bin-transfer': [['Record Details', firstRow]],
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

/** Takes the steps that open a dialog or menu, and waits until it is there. */
export async function openBy(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) await step(page)
  await page.locator(OVER).filter({ visible: true }).first().waitFor()
}

/** Closes the open dialog or menu, also with unsaved changes. */
export async function closeAll(page: Page): Promise<void> {
  const discard = page.getByRole('button', { name: formTexts.discard, exact: true })
  await expect
    .poll(async () => {
      if (await discard.isVisible()) await discard.press('Enter')
      else await page.keyboard.press('Escape')
      return page.locator(OVER).filter({ visible: true }).count()
    })
    .toBe(0)
}
