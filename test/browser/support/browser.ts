/** A real Chromium for the stories; whatever a page complains of fails the story. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'
import { afterEach, expect, inject } from 'vitest'
import { presentCode, type Account, type NewAccount } from '#test/browser/support/accounts.ts'
import { CHROMIUM_ARGS } from '#test/support/chromium.ts'

/** The sizes the console is looked at. */
export const TABLET = { width: 1180, height: 820 }
export const UPRIGHT = { width: 820, height: 1180 }
export const DESK = { width: 1440, height: 900 }
export const PHONE = { width: 390, height: 844 }

interface OpenOptions {
  readonly viewport?: { readonly width: number; readonly height: number }
  readonly colorScheme?: 'light' | 'dark'
  readonly hasTouch?: boolean
  /** Pages that are left stay in memory, to come back as they were: Playwright turns that off. */
  readonly keepsPages?: boolean
  /** Where the console is served; the demo unless said. */
  readonly address?: string
  /** What the page may complain of: a story that breaks the network on purpose. */
  readonly mayComplain?: RegExp
  /** Of a window that was closed: the browser is started again. */
  readonly profile?: string
}

/** A browser window of its own profile, on disk as a person's is. */
export interface Window {
  readonly context: BrowserContext
  readonly page: Page
  /** Its folder; gone when the story ends. */
  readonly profile: string
  /** Everything the page complained of. */
  readonly complaints: readonly string[]
}

const open: (() => Promise<void>)[] = []

afterEach(async () => {
  // The last one first: a browser that was started again uses the folder of the one before.
  for (const close of open.splice(0).toReversed()) await close()
})

/** Opens a window at a path of the demo, or of another address. Its complaints are checked when the story ends. */
export async function openWindow(path: string, options: OpenOptions = {}): Promise<Window> {
  const { viewport = TABLET, colorScheme = 'light', hasTouch = false, mayComplain } = options
  const ignoreDefaultArgs = options.keepsPages ? ['--disable-back-forward-cache'] : []
  const baseURL = options.address ?? inject('demo').address
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'dockside-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS],
    ignoreDefaultArgs,
    baseURL,
    viewport,
    colorScheme,
    hasTouch,
  })
  const complaints = collectComplaints(context)
  open.push(async () => {
    // Whatever the page had to say has arrived with this answer; what a closing browser says of the
    // requests that it breaks off is not the page's.
    await Promise.all(context.pages().map((each) => each.evaluate(() => null).catch(() => null)))
    const unexpected = complaints.filter((complaint) => !mayComplain?.test(complaint))
    // What a story answers itself may be under way: then nobody wants it any more. A window that the
    // story has closed has nothing to end.
    for (const each of [context, ...context.pages()])
      await each.unrouteAll({ behavior: 'ignoreErrors' }).catch(() => undefined)
    await context.close()
    // A helper process of the browser may end after it, and still write. Not `rmSync`: what it tries again
    // is to remove the folder, and not what has come into it since.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
    // As one text: a run's summary shortens the arrays of a comparison.
    expect(unexpected.join('\n')).toBe('')
  })
  const page = context.pages()[0] ?? (await context.newPage())
  await page.goto(path)
  return { context, page, profile, complaints }
}

/** An address of the console that runs nothing. */
const STILL = '/icons/icon.svg'

/** Opens a window at a path of the demo in which somebody is signed in. */
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
 * Has a page signed in at a path without the pages of the sign-in, which are other stories: they wait
 * two seconds before the dashboard.
 */
export async function enter(page: Page, account: NewAccount, path = '/dashboard'): Promise<void> {
  await page.goto(STILL)
  await page.evaluate((session) => {
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value)
  }, account.session)
  await page.goto(path)
  await page.getByText(`Hi, ${account.username}`).waitFor()
}

/** Signs in through the pages; ends where the console leads. */
export async function signIn(
  page: Page,
  account: Account,
  { code = presentCode(account.secret), to = '/dashboard' } = {},
): Promise<void> {
  await givePassword(page, account)
  await page.getByLabel('Authenticator code').fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.waitForURL(`**${to}`)
  await page.getByText(`Hi, ${account.username}`).waitFor()
}

/** As a link of the console does: a load of the page for each screen costs more than looking at it. */
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

/** What the page does when the person turns to another app, or comes back. */
export async function turnAway(page: Page, visibility: 'hidden' | 'visible'): Promise<void> {
  await page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))
  }, visibility)
}

/**
 * From now on time passes only where the story lets it, however slow the machine. The jump is shorter
 * than the wait for an answer, which would be given up otherwise.
 */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + CLOCK_JUMP_MS)
}

const CLOCK_JUMP_MS = 10_000

/** Gives name and password on the login page. */
export async function givePassword(page: Page, account: Omit<Account, 'secret'>): Promise<void> {
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In' }).click()
}

/** Waits until the service worker controls the page: from then on it opens without a network. */
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
