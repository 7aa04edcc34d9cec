/** A lost phone, a lost everything, and a passkey after a lock, with the authenticator of the browser itself. */
import { describe, expect, inject, it } from 'vitest'
import type { Page } from 'playwright-core'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { passkeyEndpoints } from '#contract/own/passkey-endpoints.ts'
import { pathWith } from '#contract/endpoint.ts'
import { ADMIN_FEATURES } from '#contract/access.ts'
import { newAccount } from '#test/browser/support/accounts.ts'
import {
  givePassword,
  openSignedIn,
  stopClock,
  turnAway,
  type Window,
} from '#test/browser/support/browser.ts'
import { ask } from '#test/support/server/first-admin.ts'

/** Adds an authenticator that answers by itself, as a finger on the sensor does. */
async function addAuthenticator({ context, page }: Pick<Window, 'context' | 'page'>) {
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return async (isUserVerified: boolean): Promise<void> => {
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

async function lock(page: Page): Promise<void> {
  await stopClock(page)
  await turnAway(page, 'hidden')
  await page.clock.runFor(1_500)
  await page.getByRole('heading', { name: 'Sign In' }).waitFor()
  await turnAway(page, 'visible')
  await page.clock.resume()
}

const codesOn = async (page: Page): Promise<string[]> => {
  const list = page.getByRole('list', { name: 'Recovery codes' })
  return (await list.getByRole('listitem').allTextContents()).map((code) => code.trim())
}

describe('a sign-in that survives', () => {
  it('a passkey signs in after a lock with one tap, where the person was', async () => {
    const account = await newAccount({ features: ADMIN_FEATURES })
    const window = await openSignedIn(account, '/security')
    const { page } = window
    const verify = await addAuthenticator(window)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await page.getByLabel('Name of the passkey').fill('Tablet at dock 2')
    await page.getByRole('button', { name: 'Next' }).click()
    await page.getByText('Tablet at dock 2').waitFor()

    // This authenticator answers at once, also when the name's field only waits for a passkey.
    await page.evaluate(() => localStorage.removeItem('passkeyUsed'))
    await verify(false)
    await lock(page)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await expect
      .poll(() =>
        page.getByRole('button', { name: 'Sign in with a passkey' }).getAttribute('aria-busy'),
      )
      .toBe('false')
    expect(await page.getByRole('alert').count()).toBe(0)

    await verify(true)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/security')
    await page.getByText(/last used/).waitFor()

    // The name's field now waits for a passkey, and this authenticator picks one by itself.
    const filledIn = page.waitForResponse(
      (answer) => answer.url().endsWith(passkeyEndpoints.passkeySignIn.path) && answer.ok(),
    )
    await stopClock(page)
    await turnAway(page, 'hidden')
    await page.clock.runFor(1_500)
    await turnAway(page, 'visible')
    await page.clock.resume()
    await filledIn
    await page.waitForURL('**/security')
    await page.getByText(/last used/).waitFor()
  })

  it('a recovery code replaces a lost phone, and another super admin a lost everything', async () => {
    const account = await newAccount({ features: ADMIN_FEATURES })
    const { page } = await openSignedIn(account, '/security', { mayComplain: /401/ })
    await page.getByRole('button', { name: 'Generate new codes' }).click()
    await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
    const [code = ''] = await codesOn(page)
    await page.getByLabel('I have saved them').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('10 of 10 left').waitFor()

    await lock(page)
    await givePassword(page, account)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Verify' }).click()
    await page.waitForURL('**/security')
    await page.getByText('9 of 10 left').waitFor()

    const { resetSecondFactor } = ownEndpoints
    const { username } = account
    await ask(
      inject('demo').address,
      { ...resetSecondFactor, path: pathWith(resetSecondFactor.path, { username }) },
      { token: await freshSuperAdmin(), body: { reason: 'The tablet fell into a dock' } },
    )
    const press = async (): Promise<void> => {
      await page.getByRole('button', { name: 'Generate new codes' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Generate new codes' }).click()
    }
    // The page may learn from its own polling that the session has ended, before or between the presses.
    press().catch(() => undefined)
    await page.getByRole('heading', { name: 'Sign In' }).waitFor()
    await givePassword(page, account)
    await page.waitForURL('**/2fa-setup')
    await expect
      .poll(() => page.getByRole('heading', { level: 1 }).textContent())
      .toContain('Set up')
  })
})

/** A super admin who has just signed in. */
async function freshSuperAdmin(): Promise<string> {
  const { session } = await newAccount({ features: [], isSuperAdmin: true })
  return session['token'] ?? ''
}
