/** A first visit over the slow link: the sign-in page, the second factor, the dashboard, and a list by its card. */
import { collections } from '#contract/collections.ts'
import { codeAt } from '#server/auth/totp.ts'
import { bytesOf } from '#test/bench/link/exchanges.ts'
import type { Measured } from '#test/bench/link/figures.ts'
import { THIN } from '#test/bench/link/line.ts'
import { allRows, firstRows } from '#test/bench/link/list-screen.ts'
import { secondsUntil } from '#test/bench/link/seconds.ts'
import type { Visit } from '#test/bench/link/visit.ts'

/** How long a person takes for name and password, and then for the code. */
export const TYPING_MS = 5_000

/** The number of cards, and so of counts, that a super admin with every flag sees. */
const CARDS = 12

export async function measureFirstVisit(
  { page, line, account }: Visit,
  rows: number,
): Promise<Measured> {
  const received = (): number => bytesOf(line.exchanges()) / 1_000
  line.become(THIN)
  const username = page.getByLabel('Username')
  const signIn = await secondsUntil(async (timeout) => {
    await page.goto('/login', { waitUntil: 'commit', timeout })
    await username.pressSequentially(account.username.slice(0, 1), { timeout })
  })
  const signInKb = received()
  if (signIn === Infinity) return { signIn, signInKb }

  await page.waitForTimeout(TYPING_MS)
  await username.fill(account.username)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const code = page.getByLabel('Authenticator code')
  await code.waitFor()
  await page.waitForTimeout(TYPING_MS)
  await code.fill(codeAt(account.secret, Date.now()))
  const before = received()
  await page.getByRole('button', { name: 'Verify' }).click()
  const counts = await secondsUntil(async (timeout) => {
    await page.waitForFunction(hasCounts, CARDS, { timeout })
  })
  const countsKb = received() - before
  if (counts === Infinity) return { signIn, signInKb, counts, countsKb }

  const title = page.getByRole('heading', { name: collections.inventory.title, exact: true })
  await page.getByRole('link').filter({ has: title }).click()
  const opened = performance.now()
  const cardFirst = await secondsUntil((timeout) => firstRows(page, timeout), opened)
  const cardAll = await secondsUntil((timeout) => allRows(page, rows, timeout), opened)
  return { signIn, signInKb, counts, countsKb, cardFirst, cardAll }
}

/** Runs in the page: whether a given number of cards state a number below their title. */
function hasCounts(cards: number): boolean {
  const counts = [...document.querySelectorAll('a h2')].filter((title) =>
    /^[\d,]+$/.test(title.nextElementSibling?.textContent ?? ''),
  )
  return counts.length === cards
}
