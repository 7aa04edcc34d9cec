/**
 * Access control of calls. Access is checked before the body is read, again when the body has arrived,
 * which may be minutes later, and again in the transaction that acts (decisions/server/access.md).
 */
import type { FastifyRequest } from 'fastify'
import { opensRoute, type Principal } from '#contract/access.ts'
import { SESSION_LIFETIME_MS, TOKEN_REFRESH_REPEAT_MS } from '#contract/constants.ts'
import type { CallAccess } from '#contract/endpoint.ts'
import { isSameName } from '#contract/records/name-key.ts'
import type { CodedSentence } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { findPrincipal, type SignedIn } from '#server/auth/principal.ts'
import { findSuccessor } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { lockAdmins, lockSuperAdmins } from '#server/db/repositories/admins.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { bearerOf } from '#server/http/headers/bearer.ts'
import { HttpError } from '#server/http/http-error.ts'

/** The access rule of a call that is not public. */
export type SessionAccess = Exclude<CallAccess, 'public'>

/**
 * Runs work in a transaction during which the caller's session and rights cannot change. If they are
 * revoked first, the call is refused; otherwise the revocation waits until the work is done.
 * @param changes which admins the work changes besides the caller, so that all are locked in one order
 * @throws HttpError 401, 403
 * @example await act(async (tx) => removeAdmin(tx, username), { admins: [username], roles: true })
 */
export type Act = <T>(
  work: (tx: Transaction, caller: SignedIn) => Promise<T>,
  changes?: ChangedAdmins,
) => Promise<T>

/** What a transaction changes about other admins. */
export interface ChangedAdmins {
  /** User names as stored. */
  readonly admins: readonly string[]
  /** Whether one of them may lose the super admin role. */
  readonly roles: boolean
}

type Store = Pick<Context, 'now' | 'seal'> & { readonly db: Database | Transaction }

/** @throws HttpError 401 without a valid session, 403 if the caller has no access */
export async function admit(
  store: Store,
  access: SessionAccess,
  request: FastifyRequest,
): Promise<SignedIn> {
  const token = bearerOf(request)
  return admitted(access, token === null ? null : await callerOf(store, access, token), request)
}

/**
 * The caller of a session that was found, if the caller has access.
 * @throws HttpError 401 without a session, 403 without access
 */
export function admitted<C extends SignedIn>(
  access: SessionAccess,
  caller: C | null,
  request: FastifyRequest,
): C {
  if (!caller) throw new HttpError(401, refusals.noSession, { 'WWW-Authenticate': 'Bearer' })
  const refusal = refusalOf(access, caller, request)
  if (refusal !== null) throw new HttpError(403, refusal)
  return caller
}

/** Why a caller with a session has no access; null with access. */
export function refusalOf(
  access: SessionAccess,
  { principal, session }: SignedIn,
  request: FastifyRequest,
): CodedSentence | null {
  if (access === 'any-session' || access === 'endable') return null
  if (session.stage !== 'full') return refusals.secondFactorNeeded
  return mayCall(access, principal, request) ? null : refusals.notPermitted
}

/** The `act` of an admitted call. Calls that end sessions or change rights lock the same rows first. */
export function actOf(
  context: Context,
  access: SessionAccess,
  request: FastifyRequest,
  { session }: SignedIn,
): Act {
  return (work, { admins, roles } = NO_OTHERS) =>
    context.db.transaction(async (tx) => {
      if (roles) await lockSuperAdmins(tx)
      await lockAdmins(tx, [session.username, ...admins])
      // Read after the rows are locked: the session or right may have ended since it was read before.
      const caller = await admit({ ...context, db: tx }, access, request)
      return work(tx, caller)
    })
}

const NO_OTHERS: ChangedAdmins = { admins: [], roles: false }

async function callerOf(
  store: Store,
  access: SessionAccess,
  token: string,
): Promise<SignedIn | null> {
  const known = await findPrincipal(store, token)
  if (known) return known
  if (access === 'refreshable') return findSuccessor(store, token, TOKEN_REFRESH_REPEAT_MS)
  // The answer of a refresh may be lost for as long as its session lives.
  return access === 'endable' ? findSuccessor(store, token, SESSION_LIFETIME_MS) : null
}

function mayCall(
  access: Exclude<SessionAccess, 'any-session' | 'endable'>,
  who: Principal,
  { params }: FastifyRequest,
): boolean {
  if (access === 'refreshable') return true
  if (access !== 'own-or-super-admin') return opensRoute(access, who)
  return who.isSuperAdmin || isNamed(who.username, params)
}

function isNamed(name: string, params: unknown): boolean {
  if (typeof params !== 'object' || params === null || !('username' in params)) return false
  return typeof params.username === 'string' && isSameName(params.username, name)
}
