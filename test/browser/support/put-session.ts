import type { Page } from 'playwright-core'
import type { NewAccount } from '#test/browser/support/new-account.ts'

/** Gives a tab the session of a new account. The page must be one of the console, and reads it when it loads again. */
export async function putSession(
  page: Page,
  { session }: Pick<NewAccount, 'session'>,
): Promise<void> {
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) sessionStorage.setItem(key, value)
  }, session)
}
