/** A new version of the console while people are at work is offered, taken with one reload, and never leads to an error. */
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  openWindow,
  signIn,
  stopClock,
  waitForServiceWorker,
} from '#test/browser/support/browser.ts'
import { startOtherBackend, type OtherBackend } from '#test/other-backend/server.ts'
import { startStaticHost, type StaticHost } from '#test/support/server/static-host.ts'
import { makeVersions, type Versions } from '#test/support/server/versions.ts'

const CHECK_EVERY_MS = 10 * 60_000
const OFFER = 'A new version is available'
/** The browser's own message about a file that a deployment removed. */
const LOST_FILE =
  /Failed to load resource.* 404|bad HTTP response code \(404\)|digest .* integrity|bad-precaching-response/

let versions: Versions
let backend: OtherBackend
let host: StaticHost

beforeAll(async () => {
  versions = makeVersions(join('dist', 'console'), ['v1', 'v2', 'v3'])
  backend = await startOtherBackend()
  host = await startStaticHost(versions.folder('v1'), {
    apiBase: backend.address,
    hiddenGraceMs: { tab: null, installed: null },
  })
})
afterAll(async () => {
  await host.close()
  await backend.close()
  versions.remove()
})

describe('a deployment', () => {
  it('a new version is offered on the first visit, not over a form, and taken with one reload; another tab keeps its version', async () => {
    const { page, loads } = await openAtWork()
    host.deploy(versions.folder('v2'))
    await page.clock.fastForward(CHECK_EVERY_MS)
    await page.getByText(OFFER).waitFor()

    await page.getByRole('button', { name: 'Settings' }).click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await page.getByLabel('New Password').fill('half-typed')
    await page.getByText(OFFER).waitFor({ state: 'detached' })
    await page.getByLabel('New Password').fill('')
    await page.getByText(OFFER).waitFor()
    await page.keyboard.press('Escape')

    const [other] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => window.open('/items')),
    ])
    await other.getByRole('cell', { name: 'Pallet jack', exact: true }).waitFor()
    const otherLoads = countLoads(other)
    expect([await versionOf(page), await versionOf(other), loads()]).toEqual(['v1', 'v1', 0])

    await takeOffer(page)
    await expect.poll(() => versionOf(page)).toBe('v2')
    await page.clock.resume()
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    await page.getByText('Hi, chief').waitFor()
    expect(loads()).toBe(1)

    // The other tab gets the same offer. A part that it has not loaded yet is gone once the browser's own cache, which
    // stores hashed files for ever, has dropped it.
    const devtools = await other.context().newCDPSession(other)
    await devtools.send('Network.clearBrowserCache')
    await other.getByText(OFFER).waitFor()
    expect([await versionOf(other), otherLoads()]).toEqual(['v1', 0])
    await other.getByRole('button', { name: 'Settings' }).click()
    await other.getByRole('menuitem', { name: 'ERP Setup' }).click()
    await other.getByRole('alert').getByText(OFFER).waitFor()
    await other.getByRole('alert').getByRole('button', { name: 'Reload' }).click()
    await other.getByRole('heading', { name: 'ERP Configuration' }).waitFor()
    expect([await versionOf(other), otherLoads()]).toEqual(['v2', 1])
  })

  it('an incomplete deployment changes nothing; once complete it is offered, and then the next one', async () => {
    host.deploy(versions.folder('v1'))
    const { page, loads } = await openAtWork()
    host.deploy(versions.folder('v2'))
    host.lack(/^\/assets\/.*\.js$/)
    await checkForUpdate(page)
    host.lack(/^\/sw\.js$/)
    await checkForUpdate(page)
    expect(await page.getByText(OFFER).count()).toBe(0)
    host.lack(null)
    await checkUntil(page, async () => (await page.getByText(OFFER).count()) > 0)
    expect(loads()).toBe(0)

    host.deploy(versions.folder('v3'))
    host.lack(/^\/assets\/.*\.js$/)
    await checkForUpdate(page)
    await page.reload()
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    expect(await versionOf(page)).toBe('v1')
    await page.getByText(OFFER).waitFor()
    const waiting = await page.evaluateHandle(
      async () => (await navigator.serviceWorker.ready).waiting,
    )
    host.lack(null)
    await checkUntil(page, () =>
      page.evaluate(
        async (before) => (await navigator.serviceWorker.ready).waiting !== before,
        waiting,
      ),
    )
    await takeOffer(page)
    await expect.poll(() => versionOf(page)).toBe('v3')
    await page.clock.resume()
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    await page.getByText('Hi, chief').waitFor()
    // The user's own reload, and that of the offer.
    expect(loads()).toBe(2)
  })

  it('answers of a captive portal are not cached as a new version; without the portal the version is offered', async () => {
    host.deploy(versions.folder('v1'))
    const { page, loads } = await openAtWork()
    host.deploy(versions.folder('v2'))
    // Once the worker is installed, the portal starts to answer with its page.
    for (const begins of [/^\/(assets|icons|boot)/, /^\/(assets\/a|icons)/]) {
      host.cover(begins)
      await checkForUpdate(page)
    }
    expect(await page.getByText(OFFER).count()).toBe(0)
    host.cover(null)
    await checkUntil(page, async () => (await page.getByText(OFFER).count()) > 0)
    await takeOffer(page)
    await expect.poll(() => versionOf(page)).toBe('v2')
    await page.clock.resume()
    await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
    expect(loads()).toBe(1)
  })

  it('an incomplete deployment shows Retry on a first visit, which works as soon as it is complete', async () => {
    host.deploy(versions.folder('v3'))
    // Even the script that watches the first load is missing, so Retry appears after a while.
    host.lack(/^\/(boot|assets\/main-.*)\.js$/)
    const { page } = await openWindow('/login', { address: host.address, mayComplain: LOST_FILE })
    const retry = page.getByRole('link', { name: 'Retry' })
    await page.getByText('Loading Dockside…').waitFor()
    // The animation that shows it is restarted and paused, so that its ten seconds do not depend on the machine.
    await page.evaluate(() => {
      for (const each of document.getAnimations()) {
        each.pause()
        each.currentTime = 9_000
      }
    })
    expect(await retry.isVisible()).toBe(false)
    await page.evaluate(() => document.getAnimations().forEach((each) => each.finish()))
    await retry.waitFor()

    host.lack(/^\/assets\/main-.*\.js$/)
    let documents = 0
    page.on('framenavigated', () => {
      documents += 1
    })
    await retry.click()
    // The first page reports it too, but is being left by then: the page retries once on its own.
    await expect.poll(() => documents).toBe(2)
    await page.getByText('Dockside could not be loaded.').waitFor()
    host.lack(null)
    await retry.click()
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    expect(await versionOf(page)).toBe('v3')
  })
})

/** A user on their first visit, who has not reloaded the page since the worker was installed. */
async function openAtWork() {
  const { page } = await openWindow('about:blank', {
    address: host.address,
    mayComplain: LOST_FILE,
  })
  await page.clock.install()
  await page.goto('/login')
  await signIn(page, backend.chief)
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Bins\b/ })
    .click()
  await page.getByRole('cell', { name: 'N-01-01', exact: true }).waitFor()
  await waitForServiceWorker(page)
  return { page, loads: countLoads(page) }
}

/** Takes the new version with the clock paused, because a page that waits too long reloads anyway. */
async function takeOffer(page: Page): Promise<void> {
  await stopClock(page)
  await page.getByRole('button', { name: 'Reload' }).click()
}

/** Counts the loads of the page from now on. */
function countLoads(page: Page): () => number {
  let count = 0
  page.on('domcontentloaded', () => {
    count += 1
  })
  return () => count
}

/** The check that the page makes every ten minutes; it settles when the new worker is installed or has failed. */
async function checkForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    try {
      await registration.update()
    } catch {
      return
    }
    const fresh = registration.installing
    if (!fresh) return
    await new Promise<void>((resolve) => {
      fresh.addEventListener('statechange', () => resolve())
    })
  })
}

/**
 * Repeats the check until the new deployment is found. The browser makes its own check a second after a reload, and a
 * check in the meantime shares its answer, which may be older than the deployment.
 */
async function checkUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(async () => {
      await checkForUpdate(page)
      return isThere()
    })
    .toBe(true)
}

function versionOf(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.querySelector('meta[name="version"]')?.getAttribute('content') ?? null,
  )
}
