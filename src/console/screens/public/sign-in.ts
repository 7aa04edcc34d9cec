/** The first step of signing in, as a plain function (specification.md section 4). */
import { isYes } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { call } from '#console/data/api/call.ts'
import { isCurrentToken } from '#console/session/session.ts'
import { beginSignIn } from '#console/session/sign-in-attempt.ts'
import { passFirstFactor } from '#console/session/steps.ts'

/** The next step after the password. */
export type NextStep = '/2fa-login' | '/2fa-setup'

/**
 * Checks the password, then whether the admin is a super admin, then the second factor. An unknown
 * state of the second factor leads to the setup (specification.md section 4, 'Login flow').
 * @param counts whether the answers still count
 * @returns null if the person has begun another sign-in meanwhile, or has left the page: the answers change nothing
 * @throws Fault of the login call
 */
export async function logIn(
  username: string,
  password: string,
  counts = beginSignIn(),
): Promise<NextStep | null> {
  if (!counts()) return null
  const { access_token: token } = await call(endpoints.login, { body: { username, password } })
  if (!counts()) return null
  const first = { token, username, password, isSuperAdmin: false }
  passFirstFactor(first, Date.now())
  const known = { ...first, isSuperAdmin: await isSuperAdmin(username) }
  // Also if only the page was left: the session that has begun needs the role.
  if (!counts() && !isCurrentToken(token)) return null
  passFirstFactor(known, Date.now())
  const next = (await hasSecondFactor(username)) ? '/2fa-login' : '/2fa-setup'
  return counts() ? next : null
}

/** If the server does not answer, the admin is signed in without super-admin screens. */
async function isSuperAdmin(username: string): Promise<boolean> {
  try {
    const { data } = await call(endpoints.superAdminStatus, { body: { username } })
    return isYes(data.is_super_admin)
  } catch {
    return false
  }
}

/** Whether the second factor is set up; no if the server does not answer. */
export async function hasSecondFactor(username: string): Promise<boolean> {
  try {
    const { data } = await call(endpoints.twoFactorStatus, { body: { username } })
    return isYes(data.two_factor_enabled)
  } catch {
    return false
  }
}
