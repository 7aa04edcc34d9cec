/** What can be seen of the Inventory screen, from outside: rows, and the number of them in words. */
import type { Page } from 'playwright-core'
import { collections } from '#contract/collections.ts'
import { API_PREFIX } from '#contract/constants.ts'
import { tableTexts } from '#contract/texts/table-texts.ts'
import { bytesOf, type Exchange } from '#test/bench/link/exchanges.ts'

/** The address of the screen. */
export const SCREEN = '/inventory'

const LIST = `${API_PREFIX}${collections.inventory.path}`

/** Whether a request is for the list: all of it, a part of it or what changed. */
export function isOfList(path: string): boolean {
  return path === LIST || path.startsWith(`${LIST}?`)
}

/** What the answers for the list brought so far, in bytes. */
export function listBytes(exchanges: readonly Exchange[]): number {
  return bytesOf(exchanges, isOfList)
}

/** Waits for a row with words in it. */
export async function firstRows(page: Page, timeout: number): Promise<void> {
  await page.locator('tbody td:not(:empty)').first().waitFor({ timeout })
}

/** Waits until the pager counts all rows of the screen, and nothing says that some are still to come. */
export async function allRows(page: Page, total: number, timeout: number): Promise<void> {
  const words = tableTexts.rowsOf(1, 10, total)
  await page.getByRole('status').filter({ hasText: words }).waitFor({ timeout })
  await page.getByText(tableTexts.arriving).waitFor({ state: 'hidden', timeout })
}
