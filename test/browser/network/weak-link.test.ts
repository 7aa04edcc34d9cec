/** The console over 400 kbit/s, 400 ms, 5 % stalls and 0.5 % resets. LOADS is the dose; a full one also checks times. */
import { afterEach, describe, expect, inject, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, signIn, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { keptCollections } from '#test/browser/support/device.ts'
import { median } from '#test/support/median.ts'
import { CLEAR, startWeakLink, WEAK, type WeakLink } from '#test/support/weak-link.ts'

const LOADS = Number(process.env['LOADS'] ?? 3)
/** Times are checked only on a machine that does nothing else. */
const HOLDS_TIMES = process.env['LOADS'] !== undefined
const SHELL_WITHIN_MS = 1_000
const ROWS_WITHIN_MS = 300
const LOADS_AT_ONCE = 3
const SEES_WITHIN = { timeout: 30_000 }
const SETTLES_WITHIN = { timeout: 60_000 }
/** What Chromium says of a download that was cut; it decodes a font while it arrives. */
const FAILED =
  /Failed to load|net::ERR|unknown error occurred when fetching the script|icon from the Manifest|Failed to decode downloaded font|OTS parsing error/

const links: WeakLink[] = []
afterEach(async () => {
  for (const link of links.splice(0)) await link.close()
})

async function openLink(seed: number): Promise<WeakLink> {
  const link = await startWeakLink(inject('demo').address, seed)
  links.push(link)
  return link
}

describe('over a weak link', () => {
  it(
    'a device with the service worker paints the shell and its stored rows on any link',
    { timeout: 60_000 + LOADS * 10_000 },
    async () => {
      const link = await openLink(1)
      const account = await newAccount({ features: ['bins'] })
      const { page } = await openWindow('/login', { address: link.address, mayComplain: FAILED })
      await signIn(page, account)
      await page.goto('/bins')
      await page.getByRole('cell').first().waitFor()
      await waitForServiceWorker(page)
      await expect.poll(() => keptCollections(page)).toContain('bins')
      await page.addInitScript(noteFirstPaints)

      // Nothing gets through, so everything painted comes from the device.
      link.become(null)
      const times = [await paintsOfReload(page)]
      link.become(WEAK)
      while (times.length < LOADS + 1) times.push(await paintsOfReload(page))
      const shell = times.map((time) => time.shell)
      const rows = times.map((time) => time.rows - time.shell)
      say(
        `Weak link, with the worker: shell ${spread(shell)}, rows ${spread(rows)} more (${String(LOADS)} loads)`,
      )
      if (!HOLDS_TIMES) return
      expect(median(shell)).toBeLessThan(SHELL_WITHIN_MS)
      expect(median(rows)).toBeLessThan(ROWS_WITHIN_MS)
    },
  )

  it(
    'a first visit never ends with a blank page, and Retry completes it',
    { timeout: 120_000 + LOADS * 30_000 },
    async () => {
      const visits: Visit[] = []
      while (visits.length < LOADS) {
        const batch = Math.min(LOADS_AT_ONCE, LOADS - visits.length)
        const seeds = Array.from({ length: batch }, (_, n) => 100 + visits.length + n)
        visits.push(...(await Promise.all(seeds.map(visit))))
      }
      const seen = visits.map(({ seenAfterMs }) => seenAfterMs)
      const done = visits.map(({ doneAfterMs }) => doneAfterMs)
      const retries = visits.reduce((sum, each) => sum + each.retries, 0)
      say(
        `Weak link, first visit: something to see ${spread(seen)}, sign-in ${spread(done)}, ${String(retries)} retries (${String(LOADS)} loads)`,
      )
      expect(visits.length).toBe(LOADS)
    },
  )
})

interface Visit {
  readonly seenAfterMs: number
  readonly doneAfterMs: number
  readonly retries: number
}

/** Opens the login page for the first time, and presses Retry as often as it is offered. */
async function visit(seed: number): Promise<Visit> {
  const link = await openLink(seed)
  const { page } = await openWindow('about:blank', { address: link.address, mayComplain: FAILED })
  link.become(WEAK)
  const began = performance.now()
  const since = (): number => performance.now() - began
  let retries = 0
  let seenAfterMs: number | null = null
  const signInForm = page.getByRole('heading', { name: 'Sign In' })
  const retry = page.getByText('Retry', { exact: true }).filter({ visible: true })
  // When even the document failed, the browser shows its own error page with its own button.
  const open = async (): Promise<void> => {
    while (!(await page.goto('/login', { waitUntil: 'commit' }).then(Boolean, () => false))) {
      retries += 1
    }
  }
  const loading = page.getByText('Loading Dockside…')
  await open()
  for (;;) {
    await expect
      .poll(() => whatIsSeen(page, loading.or(signInForm).or(retry).first()), SEES_WITHIN)
      .not.toBe('nothing')
    seenAfterMs ??= since()
    await expect
      .poll(() => whatIsSeen(page, signInForm.or(retry).first()), SETTLES_WITHIN)
      .not.toBe('nothing')
    if (await signInForm.isVisible()) break
    retries += 1
    if (isBrowsersOwn(page)) await open()
    else await retry.dispatchEvent('click').catch(() => undefined)
    await retry.waitFor({ state: 'detached' })
  }
  const doneAfterMs = since()
  link.become(CLEAR)
  return { seenAfterMs, doneAfterMs, retries }
}

function isBrowsersOwn(page: Page): boolean {
  return page.url().startsWith('chrome-error:')
}

async function whatIsSeen(page: Page, expected: Locator): Promise<string> {
  if (isBrowsersOwn(page)) return 'the page of the browser'
  return (await expected.isVisible()) ? 'ours' : 'nothing'
}

/** Reloads the list; when its frame and its first row were painted, in ms since the reload began. */
async function paintsOfReload(page: Page): Promise<{ shell: number; rows: number }> {
  await page.reload({ waitUntil: 'commit' })
  const paints = await page.waitForFunction(() => {
    const { shell, rows } = window.firstPaints
    return shell !== null && rows !== null ? { shell, rows } : null
  })
  const times = await paints.jsonValue()
  return times ?? { shell: Infinity, rows: Infinity }
}

declare global {
  interface Window {
    firstPaints: { shell: number | null; rows: number | null }
  }
}

/** Runs in the page before everything else. */
function noteFirstPaints(): void {
  const paints: Window['firstPaints'] = { shell: null, rows: null }
  window.firstPaints = paints
  const look = (): void => {
    if (paints.shell === null && document.querySelector('header')) paints.shell = performance.now()
    if (paints.rows === null && document.querySelector('tbody td')) paints.rows = performance.now()
    if (paints.rows === null) requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}

function spread(times: readonly number[]): string {
  const whole = (ms: number): string => `${String(Math.round(ms))} ms`
  return `${whole(median(times))} (at most ${whole(Math.max(...times))})`
}

/** Figures for the reader of the output. */
function say(figures: string): void {
  process.stdout.write(`${figures}\n`)
}
