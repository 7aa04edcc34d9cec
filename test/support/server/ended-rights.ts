/** The ways in which a session or a right ends while a call of its owner is running. */
import { ADMIN_FEATURES, completeFeatures, opensRoute, type Principal } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, TOKEN_REFRESH_REPEAT_MS } from '#contract/constants.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { CallAccess } from '#contract/endpoint.ts'
import { codeOf } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { changeAdmin, type AdminChanges } from '#server/db/repositories/admins.ts'
import type { TestApp } from '#test/support/server/app.ts'
import { call, type CallOptions } from '#test/support/server/clients/call.ts'
import type { Person } from '#test/support/people.ts'

/** What happens to a super admin with every flag. */
export interface Change {
  readonly title: string
  readonly make: (server: TestApp, who: Person, by: Ended) => unknown
  /** The remaining rights of the session; null if it is over. */
  readonly leaves: Omit<Principal, 'username'> | null
  /** The token still ends the session that replaced its own. */
  readonly canLogOut?: true
}

interface Ended {
  /** The token of the session. */
  readonly token: string
  /** Another super admin, who makes the change. */
  readonly root: Person
}

const NO_FLAGS = completeFeatures({})
const ALL_FLAGS = completeFeatures(Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true])))

export const CHANGES: readonly Change[] = [
  {
    title: 'signs out',
    make: (server, _who, { token }) => asked(server, endpoints.logout, { token }),
    leaves: null,
  },
  {
    title: 'replaces the token',
    make: async (server, _who, { token }) => {
      await asked(server, endpoints.tokenRefresh, { token })
      server.clock.advance(TOKEN_REFRESH_REPEAT_MS)
    },
    leaves: null,
    canLogOut: true,
  },
  {
    title: 'stays for longer than a session lasts',
    make: ({ clock }) => clock.advance(SESSION_LIFETIME_MS),
    leaves: null,
  },
  {
    title: 'is deleted',
    make: async (server, { username }, { root }) =>
      asked(server, endpoints.deleteAdmin, { token: await root.session(), params: { username } }),
    leaves: null,
  },
  {
    title: 'gets another password',
    make: (server, who, { root }) =>
      edited(server, who, root, { password: 'sesame', confirm_password: 'sesame' }),
    leaves: null,
  },
  {
    title: 'is demoted',
    make: (server, who, { root }) => edited(server, who, root, { is_super_admin: false }),
    leaves: null,
  },
  {
    title: 'is demoted by hand, which ends no session',
    make: (server, who) => changed(server, who, { isSuperAdmin: false }),
    leaves: { isSuperAdmin: false, features: ALL_FLAGS },
  },
  {
    title: 'loses every flag',
    make: (server, who, { root }) => edited(server, who, root, { features: NO_FLAGS }),
    leaves: { isSuperAdmin: true, features: NO_FLAGS },
  },
  {
    title: 'loses role and flags by hand',
    make: (server, who) => changed(server, who, { isSuperAdmin: false, features: NO_FLAGS }),
    leaves: { isSuperAdmin: false, features: NO_FLAGS },
  },
]

/**
 * The status with which a call without a session or a right is refused; otherwise it is admitted, whatever
 * its result.
 */
export type Admission = 401 | 403 | 'admitted'

/** The expected admission of a call about somebody else after a change. */
export function admissionAfter({ leaves, canLogOut }: Change, access: CallAccess): Admission {
  if (leaves === null) return canLogOut === true && access === 'endable' ? 'admitted' : 401
  if (access === 'public' || access === 'any-session') return 'admitted'
  if (access === 'refreshable' || access === 'endable') return 'admitted'
  const need = access === 'own-or-super-admin' ? 'super-admin' : access
  return opensRoute(need, { ...leaves, username: 'whoever' }) ? 'admitted' : 403
}

/** The admission that an answer shows. */
export function admissionIn(answer: { readonly status: number; readonly body: string }): Admission {
  const { noSession, secondFactorNeeded, notPermitted } = refusals
  const told = (sentence: string) =>
    JSON.stringify({ detail: sentence, code: codeOf(sentence) }) === answer.body
  if (answer.status === 401 && told(noSession)) return 401
  return answer.status === 403 && [secondFactorNeeded, notPermitted].some(told) ? 403 : 'admitted'
}

async function edited(
  server: TestApp,
  { username }: Person,
  root: Person,
  changes: object,
): Promise<void> {
  await asked(server, endpoints.updateAdmin, {
    token: await root.session(),
    params: { username },
    body: { company_name: 'Dock', company_email: `${username}@dock.example`, ...changes },
  })
}

function changed(
  { context, clock }: TestApp,
  { username }: Person,
  changes: AdminChanges,
): Promise<void> {
  return changeAdmin(context.db, username, changes, new Date(clock.now()))
}

async function asked(
  { app }: TestApp,
  endpoint: Parameters<typeof call>[1],
  options: CallOptions,
): Promise<void> {
  const { status, text } = await call(app, endpoint, options)
  if (status !== 200) throw new Error(`${endpoint.path} was answered ${status}: ${text}`)
}
