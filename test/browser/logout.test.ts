/** A logout at any time: while lists are requested, restored, written or synced. */
import { randomBytes } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { newAccount, presentCode } from '#test/browser/support/accounts.ts'
import type { Account } from '#test/browser/support/new-account.ts'
import { giveCode, givePassword, openWindow, turnAway } from '#test/browser/support/browser.ts'
import { keptCollections } from '#test/browser/support/device.ts'
import { chance } from '#test/support/random-input.ts'

const LOGOUTS = Number(process.env['LOGOUTS'] ?? 2)
const SEED = Number(process.env['SEED'] ?? 20_261_122)
const ROWS = 2_000
const TRANSITION_MS = 2_000
const HOPS = 60
const PAST_EVERY_TIMER_MS = 5_000

const SIGN_IN = [
  '/token',
  '/super-admin-status-check',
  '/auth/check-2fa-status',
  '/auth/login-with-2fa',
]

/** The points at which the test logs out. */
const MOMENTS = ['asked for', 'shown', 'written', 'restored', 'synced'] as const
type Moment = (typeof MOMENTS)[number]

it(
  `nothing is left of the admin who logs out, ${String(LOGOUTS)} times (SEED=${String(SEED)})`,
  { timeout: 60_000 + LOGOUTS * 20_000 },
  async () => {
    const random = chance(SEED)
    const account = await newAccount({ features: ['bins'] })
    const { page, context } = await openWindow('about:blank')
    const planted = `planted${randomBytes(6).toString('hex')}`
    const server = await standBefore(page, planted)
    await page.clock.install()
    await page.goto('/login')

    await enter(page, account)
    await page.getByRole('link', { name: /^Bins/ }).first().click()
    await page.getByText(`${planted}-1`, { exact: true }).waitFor()
    // The search finds planted text; otherwise finding nothing below would prove nothing.
    expect(await textsInMemory(context, page, planted)).toBeGreaterThan(ROWS)
    await logOutWhile(page, 'shown', 0)

    for (let round = 0; round < LOGOUTS; round += 1) {
      const moment = MOMENTS[round % MOMENTS.length] ?? 'shown'
      if (moment === 'asked for' || moment === 'written') server.hold()
      await enter(page, account)
      await page.getByRole('link', { name: /^Bins/ }).first().click()
      if (moment === 'written') server.release()
      if (moment !== 'asked for') await page.getByText(`${planted}-1`, { exact: true }).waitFor()
      if (moment === 'restored') {
        server.hold()
        await lock(page)
        await givePassword(page, account)
        await passFactor(page, account)
      }
      if (moment === 'synced') server.hold()
      await logOutWhile(page, moment, Math.floor(random() * HOPS))
      server.release()
      await page.getByRole('heading', { name: 'Sign In' }).waitFor()
      await page.clock.runFor(PAST_EVERY_TIMER_MS)
      expect({ moment, left: await leftInPage(page, planted) }).toEqual({ moment, left: [] })
      expect({ moment, kept: await keptCollections(page) }).toEqual({ moment, kept: [] })
    }
    expect(await textsInMemory(context, page, planted)).toBe(0)
  },
)

/** Signs in; ends on the dashboard. */
async function enter(page: Page, account: Account): Promise<void> {
  await givePassword(page, account)
  await passFactor(page, account)
  await page.clock.runFor(TRANSITION_MS)
  await page.getByText(`Hi, ${account.username}`).waitFor()
}

async function passFactor(page: Page, account: Account): Promise<void> {
  await giveCode(page, presentCode(account.secret))
  // The clock runs: two seconds later the transition is over, and the console shows.
  const inside = page.getByRole('button', { name: 'Logout' })
  await page.getByText('Loading your workspace...').or(inside).first().waitFor()
}

async function lock(page: Page): Promise<void> {
  await turnAway(page, 'hidden')
  await page.clock.runFor(1_500)
  await turnAway(page, 'visible')
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
}

/** Intercepts calls to the server: replays the first sign-in, plants rows, and holds answers back. */
async function standBefore(page: Page, planted: string) {
  const answers = new Map<string, { status: number; body: string }>()
  let gate = Promise.resolve()
  let open = (): void => undefined
  // A code is valid once, so later rounds get the answers of the first one, whose session is still valid.
  for (const path of SIGN_IN) {
    await page.route(`**/api${path}`, async (route) => {
      const known = answers.get(path)
      if (known) return route.fulfill({ ...known, contentType: 'application/json' })
      const answer = await route.fetch()
      answers.set(path, { status: answer.status(), body: await answer.text() })
      return route.fulfill({ response: answer })
    })
  }
  await page.route('**/api/logout', (route) => route.fulfill({ json: {} }))
  const rows = Array.from({ length: ROWS }, (_, at) => ({
    id: at + 1,
    bin_number: `${planted}-${String(at + 1)}`,
    memo: `${planted} memo ${String(at + 1)}`,
  }))
  await page.route('**/api/data_bins**', async (route) => {
    await gate
    // The page may have aborted the request meanwhile.
    await route.fulfill({ json: rows }).catch(() => undefined)
  })
  await page.route('**/api/netsuite/bins', async (route) => {
    await gate
    await route.fulfill({ json: {} }).catch(() => undefined)
  })
  return {
    hold: () => {
      gate = new Promise((resolve) => {
        open = () => resolve()
      })
    },
    release: () => open(),
  }
}

/** Logs out with the dialog, `hops` turns of the page's event loop after the point is reached. */
async function logOutWhile(page: Page, moment: Moment, hops: number): Promise<void> {
  if (moment === 'synced') await page.getByRole('button', { name: 'Sync with NetSuite' }).click()
  await page.evaluate(
    ({ hides, turns }) => {
      const leave = async () => {
        const hop = () => scheduler.postTask(() => undefined)
        const found = async (selector: string) => {
          let button = document.querySelector<HTMLElement>(selector)
          for (; !button; button = document.querySelector<HTMLElement>(selector)) await hop()
          return button
        }
        const logoutButton = await found('button[aria-label=Logout]')
        logoutButton.click()
        const confirm = await found('[role=dialog] button[data-autofocus]')
        if (hides) {
          // Pending writes are flushed when the page is hidden.
          Object.defineProperty(document, 'visibilityState', {
            value: 'hidden',
            configurable: true,
          })
          document.dispatchEvent(new Event('visibilitychange'))
        }
        // Rows are encrypted within two or three turns, so here the steps within a turn matter.
        for (let left = turns; left > 0; left -= 1) await (hides ? Promise.resolve() : hop())
        confirm.click()
      }
      // The test does not await it: Chromium rejects a promise that is garbage-collected between its settlement and the
      // report of it, and a logout leaves enough time for that.
      Object.assign(window, { hasLeft: false })
      void leave().then(() => Object.assign(window, { hasLeft: true }))
    },
    { hides: moment === 'written', turns: hops },
  )
  if (moment === 'restored') await page.clock.runFor(TRANSITION_MS)
  await page.waitForFunction(() => Reflect.get(window, 'hasLeft') === true)
  if (moment === 'written') await turnAway(page, 'visible')
}

/** Where the planted text still is in the page or its storage, once all pending work has ended. */
function leftInPage(page: Page, planted: string): Promise<string[]> {
  return page.evaluate(async (text) => {
    const places: [string, string][] = [
      ['document', document.documentElement.outerHTML],
      ['sessionStorage', JSON.stringify(sessionStorage)],
      ['localStorage', JSON.stringify(localStorage)],
    ]
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      for (const request of await cache.keys()) {
        places.push([request.url, (await (await cache.match(request))?.text()) ?? ''])
      }
    }
    const left = places.filter(([, content]) => content.includes(text)).map(([place]) => place)
    return [...left, ...Object.keys(sessionStorage).map((key) => `sessionStorage.${key}`)]
  }, planted)
}

/** The number of occurrences of a text in the page's heap after garbage collection. */
async function textsInMemory(context: BrowserContext, page: Page, text: string): Promise<number> {
  const devtools = await context.newCDPSession(page)
  let found = 0
  let rest = ''
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => {
    const parts = (rest + chunk).split(text)
    found += parts.length - 1
    rest = parts.at(-1)?.slice(-text.length) ?? ''
  })
  await devtools.send('HeapProfiler.collectGarbage')
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await devtools.detach()
  return found
}
