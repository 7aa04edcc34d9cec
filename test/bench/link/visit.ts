/** A visit: a browser with a new profile, behind a line of its own, and a new account. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { startLine, type Line } from '#test/bench/link/line.ts'
import { listBytes } from '#test/bench/link/list-screen.ts'
import {
  createAccountWithFactor,
  type Host,
  type NewAccount,
} from '#test/browser/support/new-account.ts'
import { putSession } from '#test/browser/support/put-session.ts'
import { CHROMIUM_ARGS } from '#test/support/chromium.ts'

const TABLET = { width: 1180, height: 820 }

export interface Visit {
  readonly page: Page
  readonly line: Line
  readonly account: NewAccount
}

/** What a visit needs. */
export interface Place {
  readonly host: Host
  readonly chromiumPath: string
}

/** Makes a visit and does something in it; everything is closed afterwards. */
export async function visiting<T>(place: Place, work: (visit: Visit) => Promise<T>): Promise<T> {
  const { host, chromiumPath } = place
  const account = await createAccountWithFactor(host, {
    features: ADMIN_FEATURES,
    isSuperAdmin: true,
  })
  const line = await startLine(host.address)
  const profile = mkdtempSync(join(tmpdir(), 'dockside-link-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: chromiumPath,
    args: [...CHROMIUM_ARGS],
    baseURL: line.address,
    viewport: TABLET,
    colorScheme: 'light',
  })
  try {
    const page = context.pages()[0] ?? (await context.newPage())
    return await work({ page, line, account })
  } finally {
    await context.close()
    await line.close()
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
}

/** A short list, which brings the console and its service worker onto the device. */
const OTHER_SCREEN = '/locations'

/**
 * Signs the tab in over a clear line, with all files of the console on the device and no inventory: as it is for somebody
 * who has worked elsewhere in the console and opens a list for the first time.
 */
export async function signInWithoutRows({ page, line, account }: Visit): Promise<void> {
  await page.goto('/login')
  await putSession(page, account)
  await page.goto(OTHER_SCREEN)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  if (listBytes(line.exchanges()) > 0) throw new Error('The inventory is not cold any more.')
}
