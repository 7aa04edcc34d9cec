/** What the sign-in page costs on a weak link: everything else arrives while the person types. */
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Page, Request } from 'playwright-core'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, signIn } from '#test/browser/support/browser.ts'

/** Three seconds at 400 kbit/s, next to the round trips. */
const MAX_BYTES = 160_000
const WITHIN = { timeout: 15_000 }

declare global {
  interface Window {
    canTypeAt?: number
  }
}

it('the sign-in page can be typed into after at most 160 KB, headers included', async () => {
  const { page } = await openWindow('about:blank')
  await noteSignIn(page)
  const finished: Request[] = []
  page.on('requestfinished', (request) => finished.push(request))
  await page.goto('/login')
  await page.waitForFunction(() => window.canTypeAt)
  const names = await page.evaluate(() => {
    const until = window.canTypeAt ?? 0
    const entries = performance.getEntries() as PerformanceResourceTiming[]
    return entries
      .filter(
        ({ entryType, startTime }) => /navigation|resource/.test(entryType) && startTime < until,
      )
      .map(({ name }) => name)
  })
  // A script that is preloaded is listed twice. Playwright does not report the icon of the tab.
  const before = new Set(names.filter((name) => !name.endsWith('/favicon.ico')))
  const loaded = () => finished.filter((request) => before.has(request.url()))
  await expect.poll(() => loaded().length, WITHIN).toBe(before.size)
  const sizes = await Promise.all(
    loaded().map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes()
      return { path: request.url(), bytes: responseBodySize + responseHeadersSize }
    }),
  )
  expect(sizes.find(({ path }) => path.includes('/react-'))?.bytes).toBeGreaterThan(10_000)
  expect(sizes.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(MAX_BYTES)
})

it('the settings are asked for while the scripts of the page are still on their way', async () => {
  const { page } = await openWindow('about:blank')
  await page.route('**/assets/*.js', () => undefined)
  const asked = page.waitForRequest('**/config.json')
  await page.goto('/login', { waitUntil: 'commit' })
  expect((await asked).method()).toBe('GET')
})

it('the next pages and all screens arrive while the person types', async () => {
  const account = await newAccount({ features: ['bins'] })
  // What comes after the rows, such as the index of the box, is stopped too.
  const { page, context } = await openWindow('/login', { mayComplain: /ERR_FAILED/ })
  const parts = ['sign-in', 'two-factor-login', 'background', 'data', 'inside', 'list']
  for (const file of withImports(parts))
    await expect.poll(() => evaluatedFiles(page), WITHIN).toContain(file)
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
    // Not with the next frame, which may be late: what follows the sign-in page is requested meanwhile.
    new MutationObserver((_changes, observer) => {
      if (!document.querySelector('input[name=username]')) return
      window.canTypeAt = performance.now()
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
}

/** The files of these parts, with all that they import at once. */
function withImports(parts: readonly string[]): Set<string> {
  const folder = 'dist/console/assets'
  const wanted = readdirSync(folder).filter((file) =>
    parts.includes(/^(.*)-[\w-]{8}\.js$/.exec(file)?.[1] ?? ''),
  )
  const files = new Set<string>(wanted)
  for (const file of files)
    for (const [, name = ''] of readFileSync(`${folder}/${file}`, 'utf8').matchAll(
      /(?:from|import)\s*"\.\/([\w.-]+\.js)"/g,
    ))
      files.add(name)
  expect(files.size).toBeGreaterThan(parts.length)
  return files
}

/** The scripts that the page has loaded to evaluate them; a part is downloaded before that, by a fetch of its own. */
function evaluatedFiles(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // One script of the page is preloaded by a link.
    const ofPage = [...document.scripts].map(({ src }) => src)
    return (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, initiatorType }) => initiatorType === 'script' || ofPage.includes(name))
      .map(({ name }) => /\/assets\/([^/]+\.js)$/.exec(name)?.[1] ?? '')
  })
}
