/** A list over a link that comes and goes: what has arrived is kept, shown and never asked for again. */
import { expect, inject, it, onTestFinished } from 'vitest'
import { loadFailed } from '#contract/faults.ts'
import { bytesTwice, type Exchange } from '#test/bench/link/exchanges.ts'
import { expectedRows } from '#test/bench/link/expected.ts'
import { startLine } from '#test/bench/link/line.ts'
import { allRows, firstRows, isOfList, SCREEN } from '#test/bench/link/list-screen.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import { openWindow, waitForServiceWorker } from '#test/browser/support/browser.ts'
import { putSession } from '#test/browser/support/put-session.ts'

/** A part takes half a second. */
const SLOW = { bitsPerSecond: 200_000, roundTripMs: 20 }
const ARRIVES_WITHIN_MS = 60_000
const FAILED = /net::ERR|Failed to load|Failed to fetch/

it('a list over a link that comes and goes arrives, and no part is sent twice', async () => {
  const address = inject('demo').address
  const rows = await expectedRows({ address, superAdminToken: inject('superAdminToken') })
  const line = await startLine(address)
  onTestFinished(() => line.close())
  const account = await newAccount({ features: ['inventory', 'locations'] })
  const { page } = await openWindow('/login', { address: line.address, mayComplain: FAILED })
  await putSession(page, account)
  await page.goto('/locations')
  await waitForServiceWorker(page)
  line.become(SLOW)
  line.forget()

  await page.goto(SCREEN)
  await line.when(isInsideAPart)
  line.cut('refuse')
  await firstRows(page, ARRIVES_WITHIN_MS)
  await page
    .getByRole('alert')
    .filter({ hasText: loadFailed('inventory') })
    .waitFor()
  const first = line.exchanges().length
  line.restore()
  await line.when((exchanges) => isInsideAPart(exchanges.slice(first)))
  line.cut('hang')
  const second = line.exchanges().length
  await line.when(({ length }) => length > second)
  line.restore()
  await allRows(page, rows, ARRIVES_WITHIN_MS)

  const answers = line.exchanges().filter(({ path, isComplete }) => isOfList(path) && isComplete)
  expect(answers.filter(({ path }) => path.includes('part=')).length).toBeGreaterThan(1)
  expect(bytesTwice(line.exchanges(), isOfList)).toBe(0)
})

/** Whether a part is under way that is not the first one, and a quarter of it is here. */
function isInsideAPart(exchanges: readonly Exchange[]): boolean {
  const last = exchanges.findLast(({ path }) => isOfList(path))
  return last !== undefined && last.path.includes('part=range') && isQuarterThere(last)
}

/** The only other part of the demo's list has about 20 KB. */
function isQuarterThere({ bytes, isComplete }: Exchange): boolean {
  return bytes > 5_000 && !isComplete
}
