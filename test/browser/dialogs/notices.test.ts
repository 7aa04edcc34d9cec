/** Notices neither cover nor move anything that a finger may be about to touch, measured by the page's rectangles. */
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { deviceTexts } from '#contract/texts/device-texts.ts'
import { listTexts } from '#contract/texts/list-texts.ts'
import { syncTexts } from '#contract/texts/sync-texts.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { settled } from '#test/browser/support/axe.ts'
import { DESK, goTo, openSignedIn, TABLET } from '#test/browser/support/browser.ts'
import { EXAMINED_SIZES } from '#test/browser/support/looks.ts'

const NOTICE = '.mantine-Notification-root'
const REASON =
  'The database of the warehouse is being restored since 14:05. Please read its lists again when that has ended.'
const COMPLAINTS = /status of 409|Failed to load|ERR_INTERNET_DISCONNECTED/

it('a sync shows one notice that neither covers nor moves title, cards and buttons', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const how = { hasTouch: true, mayComplain: COMPLAINTS }
  const { page } = await openSignedIn(account, '/dashboard', how)
  await page.getByRole('button', { name: syncTexts.details }).waitFor()
  const answers: (() => void)[] = []
  // The state of all areas is requested in parallel.
  await page.route(/\/api\/netsuite\/(?!areas)/, async (route) => {
    await new Promise<void>((resolve) => answers.push(resolve))
    const fails = route.request().url().endsWith('/bins')
    await route.fulfill(fails ? { status: 409, json: { detail: REASON } } : { json: {} })
  })
  const found: string[] = []
  for (const [size, viewport] of EXAMINED_SIZES) {
    await page.setViewportSize(viewport)
    await allQuiet(page)
    const before = await places(page)
    await page.getByRole('button', { name: listTexts.syncFrom }).press('Enter')
    await expect.poll(() => answers.length).toBe(6)
    found.push(...moved(before, await places(page), `${size}, under way`))
    for (const answer of answers.splice(0)) answer()
    const notice = page.locator(NOTICE)
    await notice.filter({ hasText: 'Successfully synced items' }).waitFor()
    await settled(page)
    expect(await notice.allInnerTexts()).toEqual([expect.stringContaining(REASON)])
    found.push(...moved(before, await places(page), `${size}, done`))
    found.push(...(await covered(page)).map((each) => `${size}: ${each}`))
  }

  await page.setViewportSize(TABLET)
  await allQuiet(page)
  const before = await places(page)
  await page.route('**/api/data_*', (route) =>
    route.fulfill({ status: 409, json: { detail: REASON } }),
  )
  for (const title of ['Items', 'Locations'])
    await page.getByRole('button', { name: `Refresh ${title}` }).press('Enter')
  await page.getByText('Failed to load items', { exact: true }).waitFor()
  await page.getByText('Failed to load locations', { exact: true }).waitFor()
  await settled(page)
  found.push(...moved(before, await places(page), 'a card that fails'))
  found.push(...(await covered(page)).map((each) => `a card that fails: ${each}`))
  expect(found.join('\n')).toBe('')
})

it('a notice covers nothing of the dialog of syncs', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
  const how = { hasTouch: true, mayComplain: COMPLAINTS }
  const { page } = await openSignedIn(account, '/dashboard', how)
  await page.route('**/api/netsuite/bins', (route) =>
    route.fulfill({ status: 409, json: { detail: REASON } }),
  )
  await page.getByRole('button', { name: syncTexts.details }).press('Enter')
  const dialog = page.getByRole('dialog', { name: syncTexts.title })
  const found: string[] = []
  for (const [size, viewport] of EXAMINED_SIZES) {
    await page.setViewportSize(viewport)
    await allQuiet(page)
    await dialog.getByRole('button', { name: syncTexts.syncArea('bins') }).press('Enter')
    const notice = page.locator(NOTICE)
    await notice.waitFor()
    await settled(page)
    const above = await notice.evaluate((element) => element.getBoundingClientRect().bottom)
    const below = await dialog.evaluate((element) => element.getBoundingClientRect().top)
    if (above > below) found.push(`${size}: a notice down to ${above}, the dialog from ${below}`)
    found.push(...(await covered(page)).map((each) => `${size}: ${each}`))
  }
  expect(found).toEqual([])
})

it('a list that cannot be refreshed or synced says why above its rows, without covering or moving rows or pager', async () => {
  const account = await newAccount({ features: ADMIN_FEATURES })
  const how = { hasTouch: true, mayComplain: COMPLAINTS }
  const { page } = await openSignedIn(account, '/dashboard', how)
  const found: string[] = []
  const inEachSize = async (look: (size: string) => Promise<void>): Promise<void> => {
    for (const [size, viewport] of EXAMINED_SIZES) {
      await page.setViewportSize(viewport)
      await settled(page)
      await look(size)
    }
  }
  for (const path of ['/bin-adjustment-records', '/bins']) {
    await page.setViewportSize(TABLET)
    await goTo(page, path)
    await page.locator('main [data-key]').first().waitFor()
    await allQuiet(page)
    const before = new Map<string, readonly Place[]>()
    await inEachSize(async (size) => void before.set(size, await places(page)))
    const refused = { status: 409, json: { detail: REASON } }
    await page.route('**/api/*', (route) => route.fulfill(refused))
    await page.route('**/api/netsuite/*', (route) => route.fulfill(refused))
    const ask = page.getByRole('button', { name: /^(Refresh|Sync with NetSuite)$/ })
    await ask.press('Enter')
    const said = page.locator('main header').getByText(REASON)
    await said.waitFor()
    await inEachSize(async (size) => {
      found.push(...moved(before.get(size) ?? [], await places(page), `${path} at ${size}`))
      found.push(...(await covered(page)).map((each) => `${path} at ${size}: ${each}`))
    })
    // Where the line is too short for the text, a press shows all of it.
    await said.click()
    expect(await said.evaluate((words) => words.scrollHeight - words.clientHeight)).toBe(0)
    await page.unrouteAll()
  }
  expect(found).toEqual([])
})

it('going offline covers and moves nothing', async () => {
  const account = await newAccount({ features: ['bins', 'items'] })
  const how = { hasTouch: true, mayComplain: COMPLAINTS }
  const { page, context } = await openSignedIn(account, '/bins', how)
  await page.locator('main [data-key]').first().waitFor()
  // A service worker whose script is being fetched complains about a lost connection.
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => null))
  const found: string[] = []
  for (const [size, viewport] of EXAMINED_SIZES) {
    await context.setOffline(false)
    await page.getByText(deviceTexts.offline).waitFor({ state: 'detached' })
    await page.setViewportSize(viewport)
    await allQuiet(page)
    const before = await places(page)
    await context.setOffline(true)
    await page.getByText(deviceTexts.offline).waitFor()
    await settled(page)
    found.push(...moved(before, await places(page), size))
    found.push(...(await covered(page)).map((each) => `${size}: ${each}`))
  }
  await context.setOffline(false)
  expect(found).toEqual([])
})

it('the pager is on the screen with any number of rows and anything above them', async () => {
  const account = await newAccount({ features: ['bincount'] })
  const filter = encodeURIComponent(JSON.stringify({ username: 'e' }))
  const { page } = await openSignedIn(account, '/bin-count-records', { hasTouch: true })
  const found: string[] = []
  for (const search of ['', `?filter=${filter}`])
    for (const size of [10, 25, 100]) {
      await page.goto(`/bin-count-records${search}${search ? '&' : '?'}size=${String(size)}`)
      await page.locator('main [data-key]').nth(9).waitFor()
      for (const viewport of [TABLET, DESK]) {
        await page.setViewportSize(viewport)
        await settled(page)
        const { y = 0, height = 0 } = (await page.getByLabel('Next page').boundingBox()) ?? {}
        if (height === 0 || y + height > viewport.height)
          found.push(
            `${String(size)} rows ${search}: ${String(y + height)} of ${String(viewport.height)}`,
          )
      }
    }
  expect(found).toEqual([])
})

/** The rectangles of targets that a finger may be about to touch, and of the page's title. */
interface Place {
  readonly name: string
  readonly box: readonly number[]
}

/** Those of a page, without what loads later below the cards of the dashboard, and without the error line, which is a notice. */
function places(page: Page): Promise<Place[]> {
  return page.evaluate(() => {
    const what = ['h1', 'button', 'a', 'input', 'select', '[data-key]', '[role=region]']
    return [...document.querySelectorAll(what.map((each) => `main ${each}`).join())]
      .filter(
        (element) => !element.closest('section section, header > div > div:has([aria-expanded])'),
      )
      .map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        return {
          name: `${element.tagName} ${element.ariaLabel ?? element.textContent.slice(0, 30)}`,
          box: [x, y, width, height].map(Math.round),
        }
      })
  })
}

function moved(before: readonly Place[], after: readonly Place[], when: string): string[] {
  const names = before.map(({ name }) => name)
  const added = after.filter(({ name }) => !names.includes(name))
  if (before.length !== after.length)
    return [`${when}: ${String(before.length)} places, and then ${JSON.stringify(added)}`]
  return before.flatMap(({ name, box }, nth) => {
    const now = after[nth]?.box ?? []
    return box.join() === now.join()
      ? []
      : [`${when}: ${name} moved from ${box.join()} to ${now.join()}`]
  })
}

/** The notices that cover a rectangle of the page or a button of the top bar. */
function covered(page: Page): Promise<string[]> {
  return page.evaluate((notice) => {
    const informs = `${notice}, [role=status] > *, [role=alert]`
    const touched = 'h1, button, a, input, select, [data-key]'
    const boxes = [...document.querySelectorAll(informs)].flatMap((element) => {
      const box = element.getBoundingClientRect()
      return box.width > 1 ? [{ element, box }] : []
    })
    return [...document.querySelectorAll(touched)].flatMap((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const over = boxes.find(
        (each) =>
          !each.element.contains(element) &&
          !element.contains(each.element) &&
          Math.min(right, each.box.right) - Math.max(left, each.box.left) > 0.5 &&
          Math.min(bottom, each.box.bottom) - Math.max(top, each.box.top) > 0.5,
      )
      const name = element.ariaLabel ?? element.textContent.slice(0, 40)
      return over ? [`'${over.element.textContent.slice(0, 40)}' is over ${name}`] : []
    })
  }, NOTICE)
}

/** Waits until nothing is being fetched, no notice is left, and two checks in a row find every rectangle the same. */
async function allQuiet(page: Page): Promise<void> {
  await page.waitForFunction(
    (notice) =>
      document.querySelector(`${notice}, [aria-label=Loading], [aria-busy=true]`) === null,
    NOTICE,
  )
  // Inter arrives after the first paint and is a little wider than its fallback.
  await page.evaluate(async () => {
    await document.fonts.load('700 24px Inter')
    await document.fonts.ready
  })
  let before = ''
  await expect
    .poll(
      async () => {
        await settled(page)
        const last = before
        before = JSON.stringify(await places(page))
        return before === last
      },
      { interval: 250, timeout: 30_000 },
    )
    .toBe(true)
}
