/** A real Chromium for the tests. Every console error of a page fails its test. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { presentCode } from '#test/browser/support/accounts.ts'
import { launch, type BrowserNeeds } from '#test/browser/support/launch.ts'
import type { Account, NewAccount } from '#test/browser/support/new-account.ts'
import { putSession } from '#test/browser/support/put-session.ts'

/** The window sizes in which the console is checked. */
export const TABLET = { width: 1180, height: 820 }
export const UPRIGHT = { width: 820, height: 1180 }
export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

interface OpenOptions extends BrowserNeeds {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly hasTouch?: boolean
  /** The address of the console; by default the demo. */
  readonly address?: string
  /** Errors that the page may log, for a test that breaks the network on purpose. */
  readonly mayComplain?: RegExp
}

/** A browser window that shares no stored data with another. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** The folder of the profile, if the window has its own browser; it is removed after the test. */
  readonly profile: string | null
  /** All errors that the page has logged. */
  readonly complaints: readonly string[]
}

const open: (() => Promise<void>)[] = []

/**
 * Closes all windows of a test.
 * @throws the first failure, such as errors that a window has logged
 */
export async function closeWindows(): Promise<void> {
  const failures: unknown[] = []
  // The last one first, because a restarted browser uses the folder of the one before.
  for (const close of open.splice(0).toReversed())
    await close().catch((failure: unknown) => failures.push(failure))
  if (failures.length > 0) throw failures[0]
}

/** Opens a window at a path of the demo, or of another address. Its errors are checked when the test ends. */
export async function openWindow(path: string, options: OpenOptions = {}): Promise<Window> {
  const { viewport = TABLET, colorScheme = 'light', hasTouch = false, mayComplain } = options
  const baseURL = options.address ?? inject('demo').address
  const look = { baseURL, viewport, colorScheme, hasTouch }
  const { context, profile, close } = await launch(options, look)
  const complaints = collectComplaints(context)
  open.push(async () => {
    // All errors of the page have arrived with this answer. Messages of a closing browser about the requests that it
    // aborts are not the page's.
    await Promise.all(context.pages().map((each) => each.evaluate(() => null).catch(() => null)))
    const unexpected = complaints.filter((complaint) => !mayComplain?.test(complaint))
    // Routes of the test may still be handling requests; their results are no longer needed. A window that the test has
    // closed has no routes.
    for (const each of [context, ...context.pages()])
      await each.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
    await close()
    // As one text, because the summary of a run shortens arrays.
    expect(unexpected.join('\n')).toBe('')
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(path)
  return { context, page, profile, complaints }
}

/** A path of the console that runs no script. */
const STILL = '/icons/icon.svg'

/** Opens a signed-in window at a path of the demo. */
export async function openSignedIn(
  account: NewAccount,
  path = '/dashboard',
  options: OpenOptions = {},
): Promise<Window> {
  const window = await openWindow('about:blank', options)
  await enter(window.page, account, path)
  return window
}

/**
 * Signs a page in at a path without the sign-in pages, which other tests cover and which wait two seconds before the
 * dashboard.
 */
export async function enter(page: Page, account: NewAccount, path = '/dashboard'): Promise<void> {
  await page.goto(STILL)
  await putSession(page, account)
  await page.goto(path)
  await page.getByText(`Hi, ${account.username}`).waitFor()
}

/** Signs in with the sign-in pages; ends at the page where the console goes. */
export async function signIn(
  page: Page,
  account: Account,
  { code = presentCode(account.secret), to = '/dashboard' } = {},
): Promise<void> {
  await givePassword(page, account)
  await giveCode(page, code)
  await page.waitForURL(`**${to}`)
  await page.getByText(`Hi, ${account.username}`).waitFor()
}

/** Navigates as a link of the console does, because loading the page for each screen takes longer than the check. */
export async function goTo(page: Page, path: string): Promise<void> {
  const before = await page.evaluate((to) => {
    if (location.pathname === to) return null
    const title = document.querySelector('h1')?.textContent ?? null
    history.pushState({}, '', to)
    return title
  }, path)
  await page.waitForFunction((title) => {
    const now = document.querySelector('h1')?.textContent ?? title
    return now !== title && document.querySelector('[aria-label="Loading"]') === null
  }, before)
}

/** Simulates that the user switches to another app, or comes back. */
export async function turnAway(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)
}

/**
 * From now on time advances only when the test says so, however slow the machine. The jump is shorter than the timeout of
 * a request, which would fail otherwise.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + CLOCK_JUMP_MS)
}

const CLOCK_JUMP_MS = 10_000

/** Submits name and password on the login page. */
export async function givePassword(page: Page, account: Omit<Account, 'secret'>): Promise<void> {
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/**
 * Gives the code of the second factor. A complete code submits itself after a moment, so a slow machine may press too late
 * for a button.
 * @param label the field: that of the sign-in, unless the factor is being set up
 */
export async function giveCode(
  page: Page,
  code: string,
  label: string = signInTexts.twoFactorCode,
): Promise<void> {
  await page.getByLabel(label).fill(code)
  await page.keyboard.press('Enter')
}

/** As on a first visit: no service worker has any files. */
export async function withoutWorker(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined })
    Reflect.deleteProperty(Navigator.prototype, 'serviceWorker')
  })
}

/** Waits until the service worker controls the page, which then opens without a network. */
export async function waitForServiceWorker(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

function collectComplaints(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    const kind = message.type()
    const { url } = message.location()
    if (kind === 'error' || kind === 'warning') complaints.push(`${kind}: ${message.text()} ${url}`)
  })
  context.on('weberror', (error) =>
    complaints.push(`uncaught: ${error.error().stack ?? error.error().message}`),
  )
  return complaints
}
