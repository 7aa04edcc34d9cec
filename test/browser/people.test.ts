/** A form with changes loses no input by going back, by a reload, or when the tablet discards the page. */
import { expect, inject, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { SESSION_LIFETIME_MS, SESSION_WARNING_MS } from '#contract/constants.ts'
import { newAccount, newAccountWithoutFactor, presentCode } from '#test/browser/support/accounts.ts'
import { violationsInBothSchemes } from '#test/browser/support/axe.ts'
import { giveCode, givePassword, openSignedIn, turnAway } from '#test/browser/support/browser.ts'
import { typeByHand } from '#test/browser/support/typing.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const field = (page: Page, label: string) =>
  dialog(page, 'Edit Admin').getByLabel(label, { exact: true })
const stored = (page: Page) => page.evaluate(() => sessionStorage.getItem('draft'))

it('a form asks before going back, returns after a reload and a new sign-in without its secrets, and is gone when discarded', async () => {
  const [account, other] = await Promise.all([
    newAccount({ isSuperAdmin: true }),
    newAccountWithoutFactor({}),
  ])
  const { page } = await openSignedIn(account)
  await page.getByRole('button', { name: 'User Management' }).click()
  await page.getByRole('link', { name: 'Admins', exact: true }).click()
  await page.getByLabel('Search all columns').fill(other.username)
  const row = page.getByRole('row', { name: other.username })
  // By keyboard alone within the form.
  await row.getByRole('button', { name: 'Edit' }).focus()
  await page.keyboard.press('Enter')
  await dialog(page, 'Edit Admin').waitFor()
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('company_name')
  await page.keyboard.press('ControlOrMeta+A')
  await typeByHand(page, 'Typed and unsaved')
  await field(page, 'Password').fill('planted-secret')

  await page.goBack()
  await dialog(page, 'Discard changes?').locator(':focus').waitFor()
  await page.keyboard.press('Enter')
  await dialog(page, 'Discard changes?').waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe('/admins')
  expect(await field(page, 'Company Name').inputValue()).toBe('Typed and unsaved')
  expect(await violationsInBothSchemes(page)).toEqual([])

  const asked: string[] = []
  page.on('dialog', (question) => {
    asked.push(question.type())
    void question.accept()
  })
  await expect.poll(() => stored(page)).not.toBe(null)
  expect(await stored(page)).not.toMatch(/Typed|planted/)
  await page.reload()
  await dialog(page, 'Edit Admin').waitFor()
  expect(asked).toEqual(['beforeunload'])
  await expect.poll(() => field(page, 'Company Name').inputValue()).toBe('Typed and unsaved')
  expect(await field(page, 'Password').inputValue()).toBe('')

  // A long absence, during which the tablet has discarded the page.
  await page.clock.install()
  await turnAway(page, 'hidden')
  await page.clock.runFor(2_000)
  await page.clock.resume()
  await page.goto(`${inject('demo').address}/login?manual=false`)
  await givePassword(page, account)
  await giveCode(page, presentCode(account.secret))
  await dialog(page, 'Edit Admin').waitFor()
  await expect.poll(() => field(page, 'Company Name').inputValue()).toBe('Typed and unsaved')

  await page.keyboard.press('Escape')
  await dialog(page, 'Discard changes?').getByRole('button', { name: 'Discard' }).click()
  await dialog(page, 'Edit Admin').waitFor({ state: 'hidden' })
  await expect.poll(() => stored(page)).toBe(null)
})

it('a form stays behind the warning of an ending session, which has the focus and alone handles Escape', async () => {
  const account = await newAccount({ isSuperAdmin: true })
  const { page } = await openSignedIn(account, '/admins')
  page.on('dialog', (question) => void question.accept())
  const form = dialog(page, 'Create Admin')
  const name = form.getByLabel('Company Name')
  await page.getByRole('button', { name: 'Create Admin' }).click()
  await name.fill('Typed and unsaved')
  await expect.poll(() => stored(page)).not.toBe(null)
  const made = String(Date.now() - SESSION_LIFETIME_MS + SESSION_WARNING_MS / 2)
  await page.evaluate((at) => sessionStorage.setItem('tokenCreationTime', at), made)
  await page.reload()

  const warning = page.getByRole('dialog', { name: 'Session ending' })
  const extend = warning.getByRole('button', { name: 'Yes, Extend Session' })
  await warning.waitFor()
  await expect.poll(() => name.inputValue()).toBe('Typed and unsaved')
  // Whatever the form behind does when it appears, and wherever a finger taps.
  await name.focus()
  await page.mouse.click(5, 5)
  await expect.poll(() => hasFocusWithin(warning)).toBe(true)
  expect(await isUppermost(extend)).toBe(true)

  await page.keyboard.press('Escape')
  await warning.waitFor({ state: 'detached' })
  expect(await dialog(page, 'Discard changes?').count()).toBe(0)
  expect(await name.inputValue()).toBe('Typed and unsaved')
  await expect.poll(() => hasFocusWithin(form)).toBe(true)
})

/** Whether the focus is on an element or in it. */
function hasFocusWithin(element: Locator): Promise<boolean> {
  return element.evaluate((here) => here.contains(document.activeElement))
}

/** Whether a tap on the middle of an element meets it. */
function isUppermost(element: Locator): Promise<boolean> {
  return element.evaluate((here) => {
    const { left, top, width, height } = here.getBoundingClientRect()
    return here.contains(document.elementFromPoint(left + width / 2, top + height / 2))
  })
}
