/**
 * Who may make a call. It is looked at before the body is read, once more when the body is there, which
 * may be minutes later, and again in the transaction that acts (decisions/server/access.md).
 */
import type { FastifyRequest } from 'fastify'
import { opensRoute, type Access, type Principal } from '#contract/access.ts'
import type { CallAccess } from '#contract/endpoints.ts'
import { isSameName } from '#contract/name-key.ts'
import { refusals } from '#contract/refusals.ts'
import { findPrincipal, type SignedIn } from '#server/auth/principal.ts'
import { findSuccessor } from '#server/auth/sessions.ts'
import type { Context } from '#server/context.ts'
import { holdAdmins, holdSuperAdmins } from '#server/db/repositories/admins.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { bearerOf } from '#server/http/bearer.ts'
import { HttpError } from '#server/http/http-error.ts'

/** What a call needs that not everybody may make. */
export type SessionAccess = Exclude<CallAccess, 'public'>

/**
 * Does work in a transaction in which session and right of the caller hold until it ends: whoever ends
 * one of them at this moment was first, and the call is refused, or waits until the work is done.
 * @param changes which admins the work changes besides the caller, so that all are held in one order
 * @throws Refusal 401, 403
 * @example await act(async (tx) => removeAdmin(tx, username), { admins: [username], roles: true })
 */
export type Act = <T>(
  work: (tx: Transaction, caller: SignedIn) => Promise<T>,
  changes?: ChangedAdmins,
) => Promise<T>

/** What of other admins a transaction changes. */
export interface ChangedAdmins {
  /** User names as they are stored. */
  readonly admins: readonly string[]
  /** Whether one of them may be a super admin no longer. */
  readonly roles: boolean
}

type Store = Pick<Context, 'now' | 'seal'> & { readonly db: Database | Transaction }

/** @throws Refusal 401 without a living session, 403 with one that may not */
export async function admit(
  store: Store,
  access: SessionAccess,
  request: FastifyRequest,
): Promise<SignedIn> {
  const token = bearerOf(request)
  const caller = token === null ? null : await callerOf(store, access, token)
  if (!caller) throw new HttpError(401, refusals.noSession, { 'WWW-Authenticate': 'Bearer' })
  if (access === 'any-session') return caller
  if (caller.session.stage !== 'full') throw new HttpError(403, refusals.secondFactorNeeded)
  if (!mayCall(access, caller.principal, request)) throw new HttpError(403, refusals.notPermitted)
  return caller
}

/** How a call acts that was admitted. Whoever ends sessions or changes rights holds the same rows first. */
export function actOf(
  context: Context,
  access: SessionAccess,
  request: FastifyRequest,
  { session }: SignedIn,
): Act {
  return (work, { admins, roles } = NO_OTHERS) =>
    context.db.transaction(async (tx) => {
      if (roles) await holdSuperAdmins(tx)
      await holdAdmins(tx, [session.username, ...admins])
      // Read after the rows are held: what was read before may have ended since.
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
  return known ?? (access === 'refreshable' ? findSuccessor(store, token) : null)
}

function mayCall(
  access: Access | 'refreshable' | 'own-or-super-admin',
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
