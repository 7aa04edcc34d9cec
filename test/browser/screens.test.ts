/** Every screen, in all sizes, zoomed, in both schemes: accessible, nothing off the screen or too small. */
import { randomBytes } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { describe, expect, inject, it } from 'vitest'
import { protectedScreens } from '#console/screens/registry.ts'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { listEndpoint, ListReply } from '#contract/sync/list-endpoints.ts'
import { mobileEndpoints } from '#contract/mobile-endpoints.ts'
import { REDIRECT_AFTER_MS } from '#contract/constants.ts'
import { recordTexts } from '#contract/texts/record-texts.ts'
import { shellTexts } from '#contract/texts/shell-texts.ts'
import { TOUCH_TARGET_PX } from '#console/theme.ts'
import { newAccount, newAccountWithoutFactor, presentCode } from '#test/browser/support/accounts.ts'
import { callDemo } from '#test/browser/support/api.ts'
import { IS_THOROUGH, violations, violationsInBothSchemes } from '#test/browser/support/axe.ts'
import {
  givePassword,
  goTo,
  openSignedIn,
  openWindow,
  PHONE,
  TABLET,
  UPRIGHT,
} from '#test/browser/support/browser.ts'
import {
  EXAMINED,
  FOUR_TIMES,
  onceSettled,
  outOfReach,
  pageOverflow,
  problemsHere,
  SIZES,
  squeezed,
  tooSmall,
  TWICE,
} from '#test/browser/support/looks.ts'

const PROTECTED = protectedScreens.map(({ path }) => path)
const PUBLIC = ['/login', '/super-admin-register', '/reset-password']
describe('in both schemes', () => {
  it('every public page is accessible, fits every size, and is in reach when zoomed', async () => {
    const { page } = await openWindow('/login', { colorScheme: 'dark' })
    expect((await problems(page, PUBLIC)).join('\n')).toBe('')
  })

  it(
    'every protected screen is accessible, fits every size, and is in reach when zoomed',
    { timeout: 240_000 },
    async () => {
      const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
      const { page } = await openSignedIn(account, '/dashboard', {
        colorScheme: 'dark',
        hasTouch: true,
      })
      expect((await problems(page, PROTECTED, [tooSmall])).join('\n')).toBe('')
    },
  )
})

describe('the list of causes', () => {
  it('each of many causes stays as high as its text, and the list scrolls', async () => {
    const account = await newAccount({ features: ADMIN_FEATURES, isSuperAdmin: true })
    const { page } = await openSignedIn(account, '/exceptions')
    const list = page.getByRole('main').getByRole('listbox')
    await list.getByRole('option').nth(2).waitFor()
    await list.evaluate((each) => {
      for (const option of [...each.children, ...each.children]) each.append(option.cloneNode(true))
    })
    expect(await squeezed(page)).toEqual([])
    expect(await list.evaluate((each) => each.scrollHeight > each.clientHeight)).toBe(true)
  })
})

describe('the dashboard', () => {
  it('a bar of the dashboard leads to its records, going back restores the position, and its tables work by touch', async () => {
    const account = await newAccount({ features: ['bincount', 'binTransfer'] })
    const { page } = await openSignedIn(account, '/dashboard', { viewport: PHONE, hasTouch: true })
    const picture = page.getByRole('figure', { name: 'Bin Transfer' })
    const bar = picture.locator('a', { has: page.locator('[data-outcome=failed]') }).first()
    await bar.waitFor()
    // The page has its final height once the other chart is shown too.
    await page.getByRole('figure', { name: 'Bin Count' }).locator('a').first().waitFor()
    expect(await tooSmall(page)).toEqual([])
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight))
    await bar.scrollIntoViewIfNeeded()
    const place = () => page.evaluate(() => window.scrollY)
    const left = await place()
    expect(left).toBeGreaterThan(100)
    await bar.tap()
    await page.waitForURL('**/bin-transfer?filter=*')
    await page.getByText('Failed').first().waitFor()
    await page.goBack()
    await bar.waitFor()
    await expect.poll(async () => Math.abs((await place()) - left)).toBeLessThan(20)

    await page.getByRole('button', { name: 'Show as tables' }).tap()
    await picture.getByRole('table').waitFor()
    expect([...(await problemsHere(page)), ...(await tooSmall(page))]).toEqual([])
  })
})

describe('a card of the dashboard', () => {
  it('a card leads to its list within the same frame, and the menu shows the entries of the open group', async () => {
    const account = await newAccount({ features: ['items', 'bins', 'salesorder'] })
    const { page } = await openSignedIn(account)
    const card = page.getByRole('main').getByRole('link', { name: 'Items' })
    await card.waitFor()
    await page.evaluate(() => {
      const menu = document.querySelector('nav')
      new MutationObserver(() => {
        if (!menu?.checkVisibility()) document.body.dataset['frameWasGone'] = 'yes'
      }).observe(document.body, { subtree: true, attributeFilter: ['style'] })
    })
    await card.click()
    await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor()
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    const group = menu.getByRole('button', { name: 'Master Data' })
    expect(await group.getAttribute('aria-expanded')).toBe('true')
    await menu.getByRole('link', { name: 'Bins' }).waitFor({ state: 'visible' })
    expect(await page.locator('body').getAttribute('data-frame-was-gone')).toBeNull()
  })
})

describe('the edge of the menu', () => {
  it('the edge of the menu is as wide as a finger, and covers neither entries nor the page', async () => {
    const account = await newAccount({ features: ['bins'], isSuperAdmin: true })
    const { page } = await openSignedIn(account, '/wms-ai-users', { hasTouch: true })
    await page.locator('main [data-key]').first().waitFor()
    const edge = page.getByRole('separator', { name: shellTexts.menuWidth })
    expect((await edge.boundingBox())?.width).toBe(TOUCH_TARGET_PX)
    const covered = await page.evaluate(() => {
      const what = 'nav svg, nav a span, main h1, main button, main input, main td'
      return [...document.querySelectorAll(what)].flatMap((element) => {
        const { left, right, top, height } = element.getBoundingClientRect()
        const ends = [left + 1, right - 1].map((x) =>
          document.elementFromPoint(x, top + height / 2),
        )
        return ends.some((at) => at?.role === 'separator') ? [element.outerHTML] : []
      })
    })
    expect(covered).toEqual([])
  })
})

describe('the bars of a list', () => {
  it('an upright tablet shows all quick filters whole, and a phone the tools in one line', async () => {
    const account = await newAccount({ features: ['bincount'] })
    const how = { viewport: UPRIGHT, hasTouch: true }
    const { page } = await openSignedIn(account, '/bin-count-records', how)
    const filters = page.getByRole('group', { name: recordTexts.outcomeFilters })
    await filters.getByRole('button').nth(2).waitFor()
    expect(await filters.evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0)
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Sort and filter' }).waitFor()
    const tops = await Promise.all(
      ['Views', 'Sort and filter', 'Show/Hide columns', 'Download'].map(
        async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())?.y,
      ),
    )
    expect(new Set(tops).size).toBe(1)
  })

  it('the words of the bar of selected rows are whole on a phone', async () => {
    const account = await newAccount({ features: ['bincount'] })
    const how = { viewport: PHONE, hasTouch: true }
    const { page } = await openSignedIn(account, '/bin-count-records', how)
    await page.locator('main [data-key]').getByRole('checkbox').first().tap()
    const all = page.getByRole('button', { name: /^Select all/ })
    await all.waitFor()
    const lines = await all.locator('.mantine-Button-label').evaluate((label) => {
      const words = document.createRange()
      words.selectNodeContents(label)
      return words.getClientRects().length
    })
    expect(lines).toBe(1)
    expect(await problemsHere(page)).toEqual([])
  })
})

describe('selected rows', () => {
  it('selected rows are copied from a menu that is accessible and easy to hit', async () => {
    const account = await newAccount({ features: ['bincount'] })
    const how = { viewport: UPRIGHT, hasTouch: true }
    const { page } = await openSignedIn(account, '/bin-count-records', how)
    await page.getByRole('row').getByRole('checkbox').nth(1).tap()
    await page.getByRole('button', { name: 'Copy' }).tap()
    await page.getByRole('menuitem', { name: 'Copy rows' }).waitFor()
    expect(await problemsHere(page)).toEqual([])
  })
})

describe('signing in', () => {
  it('the sign-in is accessible in both schemes and easy to hit, with all dialogs and errors', async () => {
    const [ready, unready] = await Promise.all([
      newAccount({ features: ['bins'] }),
      newAccountWithoutFactor({}),
    ])
    const { page } = await openWindow('/login', { mayComplain: /status of 401/ })
    const button = (name: string) => page.getByRole('button', { name, exact: true })
    const found: string[] = []
    /** Presses a button, waits for the result, and checks the page. */
    const examine = async (
      name: string,
      brings: Locator,
      press = () => button(name).click(),
    ): Promise<void> => {
      await press()
      await brings.first().waitFor()
      found.push(...(await problemsHere(page)).map((problem) => `after ${name}: ${problem}`))
    }

    await examine('Sign In', page.getByText('Please enter both username and password'))
    await button('Forgot Password?').click()
    await examine('Send reset email', page.getByText('Please enter your email or username'))

    await page.goto('/super-admin-register')
    await examine('Register', page.getByText('Username must contain at least one letter or number'))
    await page.route('**/super-admin/register', (route) => route.fulfill({ json: {} }))
    for (const [label, value] of Object.entries(NEWCOMER))
      await page.getByLabel(label, { exact: true }).fill(value)
    await examine('Register', page.getByRole('dialog', { name: 'Welcome to Dockside' }))

    await page.goto('/reset-password?token=none')
    await examine('Reset Password', page.getByText('Please fill in all fields.'))

    await page.goto('/login')
    await givePassword(page, unready)
    await page.getByRole('img', { name: 'QR code for your authenticator' }).waitFor()
    await examine('Verify', page.getByText('Please enter the verification code.'))
    await examine('Cancel', page.getByText("Setup isn't finished."))
    await button('Logout').click()

    await givePassword(page, ready)
    await page.getByLabel('Authenticator code').fill('000000')
    // A complete code submits itself after a moment, and a slow machine may press too late for a button.
    const enter = () => page.keyboard.press('Enter')
    await examine('Verify', page.getByText('Invalid TOTP code. Please try again.'), enter)
    const goOn = await holdTimers(page, REDIRECT_AFTER_MS)
    await page.getByLabel('Authenticator code').fill(presentCode(ready.secret))
    await examine('Verify', page.getByText('Loading your workspace...'), enter)
    await goOn()
    await page.waitForURL('**/dashboard')

    await button('Settings').click()
    await page.getByRole('menuitem', { name: 'Change Password' }).click()
    await examine('Change Password', page.getByText('New password is required'))
    expect(found).toEqual([])
  })
})

const NEWCOMER = {
  Username: 'newcomer',
  'Company Name': 'Harbour Goods',
  'Company Email': 'newcomer@stories.example',
  'Phone Number': '5550100100',
  Password: 'abcd',
  'Confirm Password': 'abcd',
}

describe('a list', () => {
  it('a list says in the visible part of the table that nothing matches, and is accessible with its details open', async () => {
    const account = await newAccount({ features: ['bins', 'inventory'] })
    const { page } = await openSignedIn(account, '/bins?q=nothing-is-called-so')
    const sentence = page.getByText('No data exists matching your search.')
    await sentence.waitFor()
    const { left, right } = await sentence.evaluate((element) => {
      const text = document.createRange()
      text.selectNodeContents(element)
      return text.getBoundingClientRect().toJSON() as { left: number; right: number }
    })
    expect(left).toBeGreaterThan(0)
    expect(right).toBeLessThan(TABLET.width)

    await page.goto('/inventory')
    await page.getByRole('cell').getByRole('button').first().press('Enter')
    await page.getByRole('dialog', { name: 'Item Details' }).getByRole('table').first().waitFor()
    expect(await violations(page)).toEqual([])
  })
})

describe('the policy of the page', () => {
  it('the policy lets text become neither markup nor a script, nor another policy', async () => {
    const { page, complaints } = await openWindow('/login', {
      mayComplain: /requires 'Trusted(HTML|ScriptURL)'|trusted-types default/,
    })
    await page.getByLabel('Username').waitFor()
    expect(complaints).toEqual([])
    const allowed = await page.evaluate(async () => {
      const attempts: Record<string, () => unknown> = {
        markup: () => (document.createElement('div').innerHTML = '<img src=x>'),
        worker: () => new Worker('/boot.js'),
        'service worker': () => navigator.serviceWorker.register('/boot.js'),
        policy: () =>
          (window as unknown as TrustedTypesWindow).trustedTypes.createPolicy('another', {}),
      }
      const through: string[] = []
      for (const [what, attempt] of Object.entries(attempts)) {
        try {
          await attempt()
          through.push(what)
        } catch {
          // Refused, as it should be.
        }
      }
      return through
    })
    expect(allowed).toEqual([])
    await expect.poll(() => complaints.length).toBe(4)
  })
})

interface TrustedTypesWindow {
  readonly trustedTypes: { createPolicy(name: string, rules: object): unknown }
}

describe('a record from the floor', () => {
  it('a record appears on an open report; its failure can be found, read and closed by keyboard and by address', async () => {
    const account = await newAccount({ features: ['binAdjustment'] })
    const { page } = await openSignedIn(account, '/bin-adjustment-records')
    await page.getByRole('row').nth(1).waitFor()
    // The report polls twice a minute; here it polls only when the test says so.
    const asked: (() => void)[] = []
    const list = `**${listEndpoint('binAdjustmentRecords').path}*`
    let isHeld = true
    await page.route(list, (route) =>
      isHeld ? void asked.push(() => void route.continue()) : route.fallback(),
    )
    const userid = await refusedRecord()
    const row = page.getByRole('row').filter({ hasText: userid })
    expect(await row.count()).toBe(0)
    // The route stays: removing it switches interception off for what is under way.
    isHeld = false
    for (const go of asked) go()
    await page.getByRole('button', { name: 'Refresh' }).press('Enter')
    await row.waitFor()
    await page.getByRole('button', { name: /^Failed in ERP/ }).press('Enter')
    await page.waitForURL('**?filter=*')

    const opener = row.getByRole('button', { name: 'ERP Response: Failed' })
    await opener.press('Enter')
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
    const answer = dialog('ERP Response Details')
    await answer.getByText(/PALLET-UNKNOWN isn't in the NetSuite data/).waitFor()
    const address = page.url()
    const found = await problemsHere(page)
    const inner = answer.getByRole('button', { name: 'ERP Item Details' })
    await inner.press('Enter')
    await dialog('ERP Item Details').waitFor()
    found.push(...(await problemsHere(page)))
    await page.keyboard.press('Escape')
    const hasFocus = (which: Locator) => which.evaluate((each) => each === document.activeElement)
    await expect.poll(() => hasFocus(inner)).toBe(true)
    await answer.getByRole('button', { name: 'Back' }).press('Enter')
    await answer.waitFor({ state: 'detached' })
    await expect.poll(() => hasFocus(opener)).toBe(true)

    await page.goto(address)
    await answer.getByText(/PALLET-UNKNOWN/).waitFor()
    await answer.getByRole('button', { name: 'Back' }).press('Enter')
    await page.getByRole('dialog', { name: 'Record Details' }).waitFor()
    found.push(...(await problemsHere(page)))
    expect(found).toEqual([])
  })

  it('a record shows its answer in sight, on a narrow tablet too', async () => {
    const account = await newAccount({ features: ['bincount'] })
    const { page } = await openSignedIn(account, '/bin-count-records', { viewport: UPRIGHT })
    const answer = page.getByRole('button', { name: /^ERP Response: / }).first()
    await answer.waitFor()
    const reach = () =>
      answer.evaluate((button) => {
        const table = button.closest('[role=region]')?.getBoundingClientRect()
        return Math.sign((table?.right ?? 0) - button.getBoundingClientRect().right)
      })
    await expect.poll(reach).toBe(1)
    await page.setViewportSize({ width: 735, height: 1180 })
    await expect.poll(reach).toBe(1)
  })
})

/** Sends an adjustment of a mobile user that cannot be booked; returns the user's id once it has failed. */
async function refusedRecord(): Promise<string> {
  const { address } = inject('demo')
  const userid = `floor_${randomBytes(4).toString('hex')}`
  const who = { userid, password: 'pallet' }
  const features = { binAdjustments: true }
  const user = { ...who, name: 'Story Picker', location: 'WH 1', multi_location_enable: false }
  const root = inject('superAdminToken')
  await callDemo(address, endpoints.createUser.path, root, { ...user, features })
  const form = new URLSearchParams(who)
  const { access_token } = await callDemo(address, mobileEndpoints.mobileLogin.path, null, form)
  await callDemo(address, mobileEndpoints.sendBinAdjustment.path, access_token, {
    client_id: userid,
    item_data: [
      { item_number: 'PALLET-UNKNOWN', quantity: 1, bin_number: 'A-01-01', location: 'WH 1' },
    ],
  })
  const { path } = listEndpoint('binAdjustmentRecords')
  const stored = async (): Promise<string> => {
    const headers = { authorization: `Bearer ${root}` }
    const list = ListReply.parse(await (await fetch(`${address}/api${path}`, { headers })).json())
    return JSON.stringify(list.data.find((record) => record['username'] === userid))
  }
  await expect.poll(stored).toContain('"success":false')
  return userid
}

/** The sizes in which axe examines a page: all in the long run, otherwise the two layouts in turn. */
function inDepth(index: number): ReadonlySet<string> {
  return IS_THOROUGH ? EXAMINED : new Set([...EXAMINED].filter((_, at) => at === index % 2))
}

/** The defects of these screens in all sizes; `also` checks for more. */
async function problems(
  page: Page,
  paths: readonly string[],
  also: readonly ((page: Page) => Promise<string[]>)[] = [],
): Promise<string[]> {
  const found: string[] = []
  for (const [index, path] of paths.entries()) {
    await page.setViewportSize(TABLET)
    await goTo(page, path)
    for (const [name, size] of Object.entries(SIZES)) {
      await page.setViewportSize(size)
      const here = inDepth(index).has(name) ? await violationsInBothSchemes(page) : []
      for (const look of [pageOverflow, ...also]) here.push(...(await onceSettled(page, look)))
      found.push(...here.map((problem) => `${path} at ${name}: ${problem}`))
    }
    await page.setViewportSize(TWICE)
    const twice = await onceSettled(page, pageOverflow)
    found.push(...twice.map((problem) => `${path} at 200 %: ${problem}`))
    await page.setViewportSize(FOUR_TIMES)
    const here = await onceSettled(page, outOfReach)
    found.push(...here.map((problem) => `${path} at 400 %: ${problem}`))
  }
  return found
}

/** Holds the page's timers of that length in ms, so that something shown for that time can be checked at leisure. */
async function holdTimers(page: Page, length: number): Promise<() => Promise<void>> {
  const timers = await page.evaluateHandle((held) => {
    const begin = window.setTimeout
    const ended: (() => void)[] = []
    const set = (act: () => void, ms?: number): number =>
      ms === held ? ended.push(act) : begin(act, ms)
    Object.assign(window, { setTimeout: set })
    return ended
  }, length)
  return () => timers.evaluate((ended) => ended.forEach((act) => act()))
}
