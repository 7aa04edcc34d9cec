/** Where the windows of the tests come from: the Chromium that they share, or one of their own. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
} from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_ARGS } from '#test/support/chromium.ts'

/** What a window asks of its browser. */
export interface BrowserNeeds {
  /** A browser of its own with a profile on disk: for a restart, and for what an incognito window cannot do, such as install. */
  readonly ownBrowser?: boolean
  /** The profile of a closed window, to start the browser with it again. */
  readonly profile?: string | null
  /** Enables the back-forward cache, which Playwright turns off. */
  readonly keepsPages?: boolean
  /** Further arguments of Chromium. */
  readonly args?: readonly string[]
}

/** A browser context without anything from an earlier one, unless it has that one's profile. */
export interface Launched {
  readonly context: BrowserContext
  /** The folder of the profile on disk; null in the shared browser, which keeps all in memory. */
  readonly profile: string | null
  /** Closes the context and removes what it left on disk. */
  readonly close: () => Promise<void>
}

/**
 * Starting a browser costs as much processor time as a short test, so all tests of a worker share one. Playwright ends it
 * with the worker.
 */
let shared: Promise<Browser> | undefined

/** Opens a context in the shared browser, or in its own one if it needs that. */
export function launch(needs: BrowserNeeds, options: BrowserContextOptions): Promise<Launched> {
  const { ownBrowser, profile, keepsPages, args } = needs
  return ownBrowser || profile || keepsPages || args ? alone(needs, options) : together(options)
}

async function together(options: BrowserContextOptions): Promise<Launched> {
  shared ??= chromium.launch({
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS],
  })
  const context = await (await shared).newContext(options)
  return { context, profile: null, close: () => context.close() }
}

async function alone(needs: BrowserNeeds, options: BrowserContextOptions): Promise<Launched> {
  const profile = needs.profile ?? mkdtempSync(join(tmpdir(), 'dockside-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    executablePath: inject('chromiumPath'),
    args: [...CHROMIUM_ARGS, ...(needs.args ?? [])],
    ignoreDefaultArgs: needs.keepsPages ? ['--disable-back-forward-cache'] : [],
  })
  const close = async () => {
    await context.close()
    // A helper process of the browser may outlive it and still write. `rmSync` would retry only the removal of the folder,
    // not of files that were added meanwhile.
    await rm(profile, { recursive: true, force: true, maxRetries: 10 })
  }
  return { context, profile, close }
}
