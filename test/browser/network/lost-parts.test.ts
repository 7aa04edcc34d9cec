/** A part of the console that failed to load shows an error in its place, and Retry loads it when the network is back. */
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { auditTexts } from '#contract/texts/audit-texts.ts'
import { dashboardTexts } from '#contract/texts/dashboard-texts.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { preferenceTexts } from '#contract/texts/preference-texts.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { formTexts } from '#contract/texts/form-texts.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { newAccount, newAccountWithoutFactor } from '#test/browser/support/accounts.ts'
import { givePassword, goTo, openWindow, withoutWorker } from '#test/browser/support/browser.ts'
import { holdBack } from '#test/browser/support/late-file.ts'

/** The browser's own message about a file that fails to load. */
const mayComplain = /ERR_FAILED/

interface Lost {
  /** How many requests for it have failed. */
  readonly failures: () => number
  /** Lets its files load again. */
  readonly find: () => void
}

/**
 * Makes all files of parts fail from now on. There is no service worker, as on a first visit, because it would have them.
 * The route stays when they are found: removing it switches interception off for all requests, also those under way.
 */
async function lose(context: BrowserContext, part: string): Promise<Lost> {
  let isLost = true
  let failed = 0
  await context.route(new RegExp(`/assets/${part}-`), async (route) => {
    if (!isLost) return route.fallback()
    await route.abort()
    failed += 1
  })
  return { failures: () => failed, find: () => void (isLost = false) }
}

/** A hidden chart would have reported its size by then. */
function twoFrames(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
}

/** Finds a failed part, retries in vain, and then with success. */
async function meet(page: Page, lost: Lost, there: Locator): Promise<void> {
  const retry = page.getByRole('button', { name: listTexts.retry, exact: true })
  await there.waitFor()
  expect(await page.getByText(deviceTexts.newVersion).count()).toBe(0)
  const before = lost.failures()
  await retry.click()
  // The message stays during the retry, which would succeed if the part came back before its request failed.
  await expect.poll(lost.failures).toBeGreaterThan(before)
  await retry.and(page.locator(':not([aria-busy=true])')).waitFor()
  await there.waitFor()
  lost.find()
  await retry.click()
}

describe('a lost part', () => {
  it('a lost part of a dialog leaves the list unchanged, also when the dialog itself is missing', async () => {
    const account = await newAccount({ isSuperAdmin: true })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    await openAs(page, account, '/admins')
    const rows = page.locator('tbody tr')
    await rows.first().waitFor()
    const before = await rows.allTextContents()
    const dialog = page.getByRole('dialog', { name: deviceTexts.dialogMissing })
    const create = page.getByRole('button', { name: peopleTexts.createAdmin })
    const form = page.getByRole('dialog', { name: peopleTexts.createAdmin })

    const lost = await lose(context, '(admin-dialog|admin-fields|delete-dialog)')
    await create.click()
    await dialog.getByText(deviceTexts.partMissing).waitFor()
    expect(await rows.allTextContents()).toEqual(before)
    // It closes like any dialog, and opening it again retries.
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await create.click()
    await meet(page, lost, dialog.getByText(deviceTexts.partMissing))
    await form.getByLabel('Username').waitFor()
    // Its styles are loaded: the buttons stick to the bottom of the form.
    const foot = form.getByRole('button', { name: formTexts.cancel }).locator('xpath=../..')
    expect(await foot.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
    await form.getByRole('button', { name: formTexts.cancel }).click()
    await form.waitFor({ state: 'detached' })
    await expect
      .poll(() => create.evaluate((button) => button === document.activeElement))
      .toBe(true)

    const lostUser = await lose(context, 'mobile-user-dialog')
    await goTo(page, '/wms-ai-users')
    await page.getByRole('button', { name: peopleTexts.addUser }).click()
    await meet(page, lostUser, dialog.getByText(deviceTexts.partMissing))
    await page.getByRole('dialog', { name: 'Create WMS User' }).waitFor()
  })

  it('a lost screen or section is retried in its place', async () => {
    const account = await newAccount({ isSuperAdmin: true, features: ADMIN_FEATURES })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    const missing = page.getByRole('alert').getByText(deviceTexts.partMissing)
    const lostPictures = await lose(context, 'record-charts')
    await openAs(page, account, '/dashboard')
    await meet(page, lostPictures, page.getByRole('alert').getByText(deviceTexts.sectionMissing))
    await page.getByRole('heading', { name: dashboardTexts.recentRecords }).waitFor()
    for (const [part, path, heading] of [
      ['netsuite-setup', '/netsuite-setup', 'ERP Configuration'],
      ['audit-trail', '/audit-trail', auditTexts.auditTitle],
    ] as const) {
      const lost = await lose(context, part)
      await page.evaluate((to) => history.pushState({}, '', to), path)
      await meet(page, lost, missing)
      await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    }
    // The frame and the lists are in one file, so nothing else is shown yet.
    const lost = await lose(context, 'inside')
    await page.goto('/bins')
    await meet(page, lost, missing)
    await page.getByRole('heading', { level: 1, name: 'Bins' }).waitFor()
    await page.getByText(`Hi, ${account.username}`).waitFor()
    expect(await missing.count()).toBe(0)
  })

  it('a section that was lost with the link comes by itself once the link is back', async () => {
    const account = await newAccount({ isSuperAdmin: true, features: ADMIN_FEATURES })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    const lost = await lose(context, 'record-charts')
    await openAs(page, account, '/dashboard')
    const missing = page.getByRole('alert').getByText(deviceTexts.sectionMissing)
    await missing.waitFor()
    await context.setOffline(true)
    await page.getByText(deviceTexts.offline).waitFor()
    lost.find()
    await context.setOffline(false)
    await page.getByRole('heading', { name: dashboardTexts.recentRecords }).waitFor()
    expect(await missing.count()).toBe(0)
  })

  it('a download whose worker is lost says so, and works once the link is back', async () => {
    const account = await newAccount({ isSuperAdmin: true, features: ADMIN_FEATURES })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    await openAs(page, account, '/locations')
    await page.locator('tbody tr').first().waitFor()
    const lost = await lose(context, 'export-worker')
    await page.getByRole('button', { name: tableTexts.download, exact: true }).click()
    const dialog = page.getByRole('dialog')
    const download = dialog.getByRole('button', { name: tableTexts.download, exact: true })
    await download.click()
    await dialog.getByText(deviceTexts.sectionMissing).waitFor()
    lost.find()
    const file = page.waitForEvent('download')
    await download.click()
    expect((await file).suggestedFilename()).toMatch(/csv$/)
  })

  it('the dashboard and its charts are never hidden behind a part that arrives late', async () => {
    const account = await newAccount({ isSuperAdmin: true, features: ADMIN_FEATURES })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    await openAs(page, account, '/dashboard')
    const charts = page.locator('.recharts-surface')
    await charts.first().waitFor()

    const lateDialog = await holdBack(context, 'preferences-dialog')
    await page.getByRole('button', { name: shellTexts.settings }).click()
    await page.getByRole('menuitem', { name: preferenceTexts.title }).click()
    await lateDialog.asked
    await twoFrames(page)
    expect(await charts.first().isVisible()).toBe(true)
    lateDialog.arrive()
    await page.getByRole('dialog', { name: preferenceTexts.title }).waitFor()
    await page.keyboard.press('Escape')

    // The router keeps the dashboard until the part has arrived or is lost; the screen then asks for it again.
    const lateScreen = await holdBack(context, 'netsuite-setup', { losesFirst: true })
    await page.evaluate(() => history.pushState({}, '', '/netsuite-setup'))
    await lateScreen.asked
    await page.locator('main').getByLabel(deviceTexts.loading).waitFor()
    await twoFrames(page)
    expect(await charts.count()).toBe(0)
    lateScreen.arrive()
    await page.getByRole('heading', { level: 1, name: 'ERP Configuration' }).waitFor()
  })

  it('a lost part of the sign-in is retried in its place, including the QR code', async () => {
    const account = await newAccountWithoutFactor({ features: ['locations'] })
    const { page, context } = await openWindow('about:blank', { mayComplain })
    await withoutWorker(page)
    const missing = page.getByRole('alert').getByText(deviceTexts.partMissing)
    for (const [part, path] of [
      ['reset-password', '/reset-password?token=x'],
      ['super-admin-register', '/super-admin-register'],
    ] as const) {
      const lost = await lose(context, part)
      await page.goto(path)
      await meet(page, lost, missing)
      await missing.waitFor({ state: 'detached' })
      await page.getByRole('heading').first().waitFor()
    }
    await page.goto('/login')
    const lostSetup = await lose(context, 'two-factor-setup')
    const lostCode = await lose(context, 'browser')
    await givePassword(page, account)
    await meet(page, lostSetup, missing)
    const dialog = page.getByRole('dialog')
    await meet(page, lostCode, dialog.getByText(signInTexts.setupNoQrCode))
    await dialog.getByRole('img', { name: signInTexts.setupQrCode }).waitFor()
    expect(await dialog.getByText(signInTexts.setupNoQrCode).count()).toBe(0)
  })
})

/** Like `enter`, in an existing window. */
async function openAs(
  page: Page,
  account: Awaited<ReturnType<typeof newAccount>>,
  path: string,
): Promise<void> {
  await page.goto('/icons/icon.svg')
  await page.evaluate((session) => {
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  }, account.session)
  await page.goto(path)
}
