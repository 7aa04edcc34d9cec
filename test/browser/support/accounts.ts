/** Accounts for the tests, created by the demo's super admin. A code is valid once, so tests do not share accounts. */
import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { completeFeatures, type AdminFeature } from '#contract/access.ts'
import { TOTP_PERIOD_S } from '#contract/constants.ts'
import { codeAt } from '#server/auth/totp.ts'
import { asForm, callDemo, withEarlyCode } from '#test/browser/support/api.ts'

/** An account with a second factor. */
export interface Account {
  readonly username: string
  readonly password: string
  readonly secret: string
}

/** A new account, for which setting up the second factor has started a session. */
export interface NewAccount extends Account {
  /** The session in the tab's storage, under the keys of specification.md section 3. */
  readonly session: Readonly<Record<string, string>>
}

/** One step of the authenticator. */
export const PERIOD_MS = TOTP_PERIOD_S * 1_000

/** A new account with a second factor. */
export async function newAccount(rights: {
  readonly features?: readonly AdminFeature[]
  readonly isSuperAdmin?: boolean
}): Promise<NewAccount> {
  const account = await newAccountWithoutFactor(rights)
  const { access_token: first } = await callDemo(
    inject('demo').address,
    '/token',
    null,
    asForm(account),
  )
  const { username, password } = account
  const { data } = await callDemo(inject('demo').address, '/2fa/setup', first, {
    username,
    password,
  })
  const secret = String(data?.['secret_key'])
  const full = await withEarlyCode(secret, (totp_code) =>
    callDemo(inject('demo').address, '/2fa/enable', first, {
      username,
      secret_key: secret,
      totp_code,
    }),
  )
  const session = {
    token: String(full.access_token),
    tokenCreationTime: String(Date.now()),
    username,
    twoFactorVerified: 'true',
    intermediateFeatureCompleted: 'true',
    isSuperAdmin: String(rights.isSuperAdmin ?? false),
    adminFeatures: JSON.stringify(full.features),
    cacheKey: String(full.cache_key),
  }
  return { ...account, secret, session }
}

/** A new account that has yet to set up its second factor. */
export async function newAccountWithoutFactor(rights: {
  readonly features?: readonly AdminFeature[]
  readonly isSuperAdmin?: boolean
}): Promise<Omit<Account, 'secret'>> {
  const username = `story_${randomBytes(4).toString('hex')}`
  const password = 'story-password'
  await callDemo(inject('demo').address, '/admin/register', inject('superAdminToken'), {
    ...detailsOf(username),
    password,
    confirm_password: password,
    is_super_admin: rights.isSuperAdmin ?? false,
    features: flagsOf(rights.features ?? []),
  })
  return { username, password }
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

function detailsOf(username: string) {
  return {
    username,
    company_name: 'Story Company',
    company_email: `${username}@stories.example`,
    phone_number: '5550100300',
  }
}

function flagsOf(features: readonly AdminFeature[]) {
  return completeFeatures(Object.fromEntries(features.map((flag) => [flag, true])))
}

/** The current code; a new account has not used it yet. */
export function presentCode(secret: string): string {
  return codeAt(secret, Date.now())
}

/** The code of the next step, which is accepted already, for a second sign-in in the same test. */
export function nextCode(secret: string): string {
  return codeAt(secret, Date.now() + PERIOD_MS)
}
