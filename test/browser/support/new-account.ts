/** Makes accounts over HTTP, created by a super admin. */
import { randomBytes } from 'node:crypto'
import { completeFeatures, type AdminFeature } from '#contract/access.ts'
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

/** What an account may do. */
export interface Rights {
  readonly features?: readonly AdminFeature[]
  readonly isSuperAdmin?: boolean
}

/** A server, and the token of a super admin there. */
export interface Host {
  readonly address: string
  readonly superAdminToken: string
}

/** Creates an account that has yet to set up its second factor. */
export async function createAccount(
  { address, superAdminToken }: Host,
  rights: Rights,
): Promise<Omit<Account, 'secret'>> {
  const username = `story_${randomBytes(4).toString('hex')}`
  const password = 'story-password'
  await callDemo(address, '/admin/register', superAdminToken, {
    ...detailsOf(username),
    password,
    confirm_password: password,
    is_super_admin: rights.isSuperAdmin ?? false,
    features: flagsOf(rights.features ?? []),
  })
  return { username, password }
}

/** Creates an account and sets up its second factor. */
export async function createAccountWithFactor(host: Host, rights: Rights): Promise<NewAccount> {
  const { address } = host
  const account = await createAccount(host, rights)
  const { access_token: first } = await callDemo(address, '/token', null, asForm(account))
  const { username, password } = account
  const { data } = await callDemo(address, '/2fa/setup', first, { username, password })
  const secret = String(data?.['secret_key'])
  const full = await withEarlyCode(secret, (totp_code) =>
    callDemo(address, '/2fa/enable', first, { username, secret_key: secret, totp_code }),
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

/** What the form of an admin holds besides the password. */
export function detailsOf(username: string) {
  return {
    username,
    company_name: 'Story Company',
    company_email: `${username}@stories.example`,
    phone_number: '5550100300',
  }
}

export function flagsOf(features: readonly AdminFeature[]) {
  return completeFeatures(Object.fromEntries(features.map((flag) => [flag, true])))
}
