/** Every screen works by keyboard alone: each focus stop is visible, and each dialog returns the focus. */
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { DRAWER_MAX_WIDTH_PX, DRAWER_MIN_WIDTH_PX } from '#contract/constants.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { enter, openWindow } from '#test/browser/support/browser.ts'
import { isFocusIn, keyboardOf, nameOfFocus } from '#test/browser/support/focus.ts'
import { typeByHand } from '#test/browser/support/typing.ts'

it('the shell, the dashboard and the ERP lists can be used by keyboard alone', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const { page } = await openWindow('about:blank')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, account)
  await page.getByRole('link', { name: /^Bins/ }).waitFor()
  const { press, to, problems } = keyboardOf(page)
  const focused = () => nameOfFocus(page)
  const dialog = (name: string) => page.getByRole('dialog', { name })
  /** Opens a dialog from the focused element, tabs all the way round in it, and closes it. */
  const throughDialog = async (name: string): Promise<void> => {
    const opener = await focused()
    await press('Enter')
    await dialog(name).waitFor()
    await expect.poll(() => isFocusIn(page, 'dialog')).toBe(true)
    await to('Close')
    await press('Tab')
    expect(await isFocusIn(page, 'dialog')).toBe(true)
    await press('Escape')
    await dialog(name).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(opener)
  }
  const openGroup = async (title: string, entry: string): Promise<void> => {
    await to(title, 'Shift+Tab')
    await press('Enter')
    await page.getByRole('link', { name: entry, exact: true }).waitFor()
  }
  const openScreen = async (title: string): Promise<void> => {
    await to(title, 'Shift+Tab')
    await press('Enter')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(/^\d+–\d+ of /).waitFor()
  }

  await press('Tab')
  expect(await focused()).toBe(shellTexts.skipToContent)
  await press('Enter')
  await to('Sync from NetSuite')
  await to('Refresh Bins')
  await press('Enter')
  expect(await focused()).toBe('Refresh Bins')
  // The charts appear when all lists are loaded, which may take long.
  await page.getByRole('button', { name: 'Show as tables' }).waitFor()
  await to('Show as tables')
  await press('Enter')
  await page.getByRole('table', { name: 'Bin Transfer' }).waitFor()

  await to('Menu width', 'Shift+Tab')
  const width = page.getByRole('separator', { name: 'Menu width' })
  await press('End')
  await expect.poll(() => width.getAttribute('aria-valuenow')).toBe(String(DRAWER_MAX_WIDTH_PX))
  await press('Home')
  await press('ArrowRight')
  await expect
    .poll(() => width.getAttribute('aria-valuenow'))
    .toBe(String(DRAWER_MIN_WIDTH_PX + 20))

  await openGroup('Master Data', 'Bins')
  await to('Bins')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Bins' }).waitFor()
  await to('Add Bin')
  await throughDialog('Add Bin')

  await openScreen('Locations')
  await to('Next page')
  await openScreen('Items')
  await to('Sync with NetSuite')
  await openScreen('Inventory')
  await to('table row')
  await throughDialog('Item Details')

  await openGroup('Transactions', 'Inbound Shipment')
  await to('Inbound Shipment')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Inbound Shipments' }).waitFor()
  await to('Refresh')
  await openScreen('Sales Orders')
  await to('table row')
  await throughDialog('Sales Order Details')

  await to('Settings', 'Shift+Tab')
  await press('Enter')
  await page.getByRole('menu').waitFor()
  await expect.poll(focused).toBe('Change Password')
  await press('ArrowDown')
  await expect.poll(focused).toBe('Security')
  await press('ArrowDown')
  await expect.poll(focused).toBe('ERP Setup')
  await press('Escape')
  await expect.poll(focused).toBe('Settings')
  await to('Logout')
  await throughDialog('Confirm Logout')
  await press('Enter')
  await dialog('Confirm Logout').waitFor()
  await expect.poll(() => isFocusIn(page, 'dialog')).toBe(true)
  await to('Logout')
  await press('Enter')
  await page.waitForURL('**/login')
  expect(problems).toEqual([])
})

it('admins and mobile users can be created, edited and deleted by keyboard alone, with reduced motion and forced colours', async () => {
  const account = await newAccount({ isSuperAdmin: true })
  const { page } = await openWindow('about:blank')
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  await enter(page, account)
  const { press, to, problems } = keyboardOf(page)
  const { keyboard } = page
  const focused = () => nameOfFocus(page)
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  /** Opens a dialog from the focused element; then its first control has the focus. */
  const open = async (name: string, first: string): Promise<void> => {
    await press('Enter')
    await dialog(name).waitFor()
    await expect.poll(focused).toBe(first)
    expect(await movingThings(page)).toEqual([])
  }
  const type = async (texts: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, text] of Object.entries(texts)) {
      if ((await focused()) !== label) await to(label)
      await keyboard.type(text)
    }
  }
  /** Where the focus goes when the element that opened the dialog is gone. */
  const backAt = async (name: string, opener: string): Promise<void> => {
    await dialog(name).waitFor({ state: 'detached' })
    await expect.poll(focused).toBe(opener)
  }
  /** Filters the list to one row and moves the focus to one of its buttons. */
  const find = async (row: string, button: string): Promise<void> => {
    await to('Search all columns', 'Shift+Tab')
    await keyboard.press('ControlOrMeta+A')
    await typeByHand(page, row)
    await page.getByText('1–1 of 1').waitFor()
    await to(button)
  }

  await to('User Management')
  await press('Enter')
  await page.getByRole('link', { name: 'Admins', exact: true }).waitFor()
  await to('Admins')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Admins' }).waitFor()
  const admin = `keys_${randomBytes(4).toString('hex')}`
  await to('Create Admin')
  await open('Create Admin', 'Username')
  await press('Shift+Tab')
  await expect.poll(focused).toBe('Close')
  await type({
    Username: admin,
    'Company Name': 'Keyboard Goods',
    'Company Email': `${admin}@stories.example`,
    'Phone Number': '5550100400',
    Password: 'keys-only',
    'Confirm Password': 'keys-only',
  })
  await to('Bins')
  await press('Space')
  await expect.poll(() => statesSeen(page)).toEqual([])
  await to('Create')
  await press('Enter')
  await backAt('Create Admin', 'Create Admin')
  await find(admin, 'Edit')
  await open('Edit Admin', 'Company Name')
  expect(await page.getByRole('checkbox', { name: 'Bins', exact: true }).isChecked()).toBe(true)
  await press('Escape')
  await backAt('Edit Admin', 'Edit')
  await to('Delete')
  await open('Confirm Delete', 'Cancel')
  await to('Delete')
  await press('Enter')
  await dialog('Confirm Delete').waitFor({ state: 'detached' })
  await page.getByText('No data exists matching your search.').waitFor()

  await to('WMS Mobile Users', 'Shift+Tab')
  await press('Enter')
  await page.getByRole('heading', { level: 1, name: 'WMS Mobile Users' }).waitFor()
  const user = `keys_${randomBytes(4).toString('hex')}`
  await to('Add User')
  await open('Create WMS User', 'User ID')
  await type({
    'User ID': user,
    Name: 'Keyboard Picker',
    Password: 'pallet',
    Location: 'WH 1',
  })
  await to('Enable Multi-Location Access')
  await press('Space')
  await expect.poll(() => statesSeen(page)).toEqual([])
  await to('Create')
  await press('Enter')
  await backAt('Create WMS User', 'Add User')
  await find(user, 'Edit')
  await open('Edit WMS User', 'Name')
  await keyboard.press('ControlOrMeta+A')
  await keyboard.type('Changed Picker')
  await press('Enter')
  await backAt('Edit WMS User', 'Edit')
  await page.getByRole('row', { name: 'Changed Picker' }).waitFor()
  await to('Update Password')
  await open('Update Password', 'New Password')
  await keyboard.type('ramp')
  await press('Enter')
  await backAt('Update Password', 'Update Password')
  await to('Delete', 'Shift+Tab')
  await open('Confirm Delete', 'Cancel')
  await to('Delete')
  await press('Enter')
  await dialog('Confirm Delete').waitFor({ state: 'detached' })
  await page.getByText('No data exists matching your search.').waitFor()
  expect(problems.join('\n')).toBe('')
})

/** Running animations and transitions, although the user asked for reduced motion. */
function movingThings(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document
      .getAnimations()
      .flatMap((each) => (each instanceof CSSTransition ? [each.transitionProperty] : [])),
  )
}

/** Checkboxes and switches of the open dialog that look the same on and off. */
function statesSeen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const looks = (on: boolean): Map<string, string> => {
      const boxes = document.querySelectorAll<HTMLInputElement>(
        '[role=dialog] input[type=checkbox]',
      )
      return new Map(
        [...boxes]
          .filter((box) => box.checked === on && !box.indeterminate)
          .map((box) => {
            const drawn = box.role === 'switch' ? (box.nextElementSibling ?? box) : box
            return [box.role ?? 'box', getComputedStyle(drawn).backgroundColor]
          }),
      )
    }
    const off = looks(false)
    const ground = getComputedStyle(document.body).backgroundColor
    const on = [...looks(true)]
    if (on.length === 0) return ['nothing is on']
    return on.filter(([kind, look]) => look === (off.get(kind) ?? ground)).map(([kind]) => kind)
  })
}
