/** What the sign-in page costs on a weak link: everything else arrives while the person types. */
import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, signIn } from '#test/browser/support/browser.ts'

/** Three seconds at 400 kbit/s, next to the round trips. */
const AT_MOST_BYTES = 160_000
const WITHIN = { timeout: 15_000 }

declare global {
  interface Window {
    canTypeAt?: number
  }
}

it('the sign-in page can be typed into after at most 160 KB', async () => {
  const { page } = await openWindow('about:blank')
  await noteSignIn(page)
  await page.goto('/login')
  await page.waitForFunction(() => window.canTypeAt)
  const loaded = await page.evaluate(() => {
    const before = window.canTypeAt ?? 0
    const entries = performance.getEntries() as PerformanceResourceTiming[]
    return entries
      .filter(
        ({ entryType, startTime }) => /navigation|resource/.test(entryType) && startTime < before,
      )
      .map(({ name, transferSize }) => ({ path: new URL(name).pathname, bytes: transferSize }))
  })
  expect(loaded.find(({ path }) => path.includes('/react-'))?.bytes).toBeGreaterThan(10_000)
  expect(loaded.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(AT_MOST_BYTES)
})

it('the next pages and all screens arrive while the person types', async () => {
  const account = await newAccount({ features: ['bins'] })
  const { page, context } = await openWindow('/login')
  for (const part of ['sign-in', 'two-factor-login', 'background', 'data', 'inside', 'list'])
    await expect.poll(() => loadedFiles(page), WITHIN).toContain(part)
  // From here on nothing but calls has to come through.
  await context.route(/\/assets\//, (route) => route.abort())
  await signIn(page, account)
  await page.getByRole('heading', { name: 'Welcome to the Admin Portal' }).waitFor()
})

it('the styles that come later override those of the sign-in page', async () => {
  const account = await newAccount({ features: ['bins'] })
  const { page } = await openWindow('/login')
  await signIn(page, account)
  const entry = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })
  await entry.waitFor()
  // A button has neither; an entry of the menu is one, and the open one is filled.
  const { background, padding } = await entry.evaluate((link) => {
    const { backgroundColor, paddingInlineStart } = getComputedStyle(link)
    return { background: backgroundColor, padding: Number.parseFloat(paddingInlineStart) }
  })
  expect(background).not.toBe('rgba(0, 0, 0, 0)')
  expect(padding).toBeGreaterThan(0)
})

/** Records when the name can be typed, in ms since the start of the page. */
async function noteSignIn(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const look = (): void => {
      if (document.querySelector('input[name=username]')) window.canTypeAt = performance.now()
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}

/** The names of the loaded chunks, without their hashes. */
function loadedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => /\/assets\/(.*)-[\w-]{8}\.js$/.exec(name)?.[1] ?? ''),
  )
}
