/** Accounts for the tests, created by the demo's super admin. A code is valid once, so tests do not share accounts. */
import { inject } from 'vitest'
import type { AdminFeature } from '#contract/access.ts'
import { TOTP_PERIOD_S } from '#contract/constants.ts'
import { codeAt } from '#server/auth/totp.ts'
import {
  createAccount,
  createAccountWithFactor,
  detailsOf,
  flagsOf,
  type Account,
  type Host,
  type NewAccount,
  type Rights,
} from '#test/browser/support/new-account.ts'

/** One step of the authenticator. */
export const PERIOD_MS = TOTP_PERIOD_S * 1_000

/** A new account with a second factor. */
export function newAccount(rights: Rights): Promise<NewAccount> {
  return createAccountWithFactor(demoHost(), rights)
}

/** A new account that has yet to set up its second factor. */
export function newAccountWithoutFactor(rights: Rights): Promise<Omit<Account, 'secret'>> {
  return createAccount(demoHost(), rights)
}

function demoHost(): Host {
  return { address: inject('demo').address, superAdminToken: inject('superAdminToken') }
}

/** Sets the flags of an admin as a super admin. */
export async function changeFlags(
  { username }: Pick<Account, 'username'>,
  features: readonly AdminFeature[],
): Promise<void> {
  const answer = await fetch(`${inject('demo').address}/api/admin/profile/${username}`, {
    method: 'PUT',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${inject('superAdminToken')}`,
    },
    body: JSON.stringify({ ...detailsOf(username), features: flagsOf(features) }),
  })
  if (!answer.ok) throw new Error(`The flags stayed: ${await answer.text()}`)
}

/** The current code; a new account has not used it yet. */
export function presentCode(secret: string): string {
  return codeAt(secret, Date.now())
}

/** The code of the next step, which is accepted already, for a second sign-in in the same test. */
export function nextCode(secret: string): string {
  return codeAt(secret, Date.now() + PERIOD_MS)
}
