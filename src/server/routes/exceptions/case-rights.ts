/** Which exceptions a caller may see and act on (decisions/server/exceptions.md). */
import { opensRoute, type Principal } from '#contract/access.ts'
import { collectionOf } from '#contract/collections.ts'
import { pulledListOf, pulledLists } from '#contract/lists.ts'
import type { CaseAction } from '#contract/own/exception-endpoints.ts'
import { RECORD_COLLECTIONS } from '#contract/records/exceptions.ts'
import { refusals } from '#contract/refusals.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import type { ActedUpon } from '#server/db/mirror/cases/act-on-cases.ts'
import { causesSeen } from '#server/db/mirror/cases/seen-causes.ts'
import { findAdmin } from '#server/db/repositories/admins.ts'
import { HttpError } from '#server/http/http-error.ts'

/** The collections of records whose flag the caller has, and the areas whose syncs the caller may see. */
export function collectionsOf(who: Principal): readonly string[] {
  return [
    ...RECORD_COLLECTIONS.filter((name) => opensRoute(collectionOf(name).access, who)),
    ...pulledLists.filter((name) =>
      opensRoute({ ...pulledListOf(name).access, orSuperAdmin: true }, who),
    ),
  ]
}

/** Of some causes, those with an exception that the caller may see; for a super admin all. */
export async function visibleCauses(
  db: Database | Transaction,
  causes: readonly string[],
  who: Principal,
): Promise<ReadonlySet<string>> {
  if (who.isSuperAdmin || causes.length === 0) return new Set(causes)
  return causesSeen(db, causes, collectionsOf(who))
}

/** @throws HttpError 404 if the caller may see no exception of the cause, as for a case that the caller may not see */
export async function assertSeesCause(
  tx: Transaction,
  cause: string,
  who: Principal,
): Promise<void> {
  if (!(await visibleCauses(tx, [cause], who)).has(cause))
    throw new HttpError(404, refusals.caseMissing)
}

/**
 * Checks what the caller may do to one case or cause as it is now: what a super admin has resolved or given to
 * somebody, no other admin takes back.
 * @throws HttpError 403
 */
export function assertMayAct(
  action: CaseAction,
  { state, assignee }: ActedUpon,
  who: Principal,
): void {
  if (who.isSuperAdmin) return
  const undoes = action.action === 'acknowledge' || action.action === 'reopen'
  const isOthers = assignee !== null && assignee !== who.username
  const takesAway = action.action === 'assign' && action.assignee === null && isOthers
  if ((undoes && state === 'resolved') || takesAway) throw new HttpError(403, refusals.notPermitted)
}

/**
 * The action with the name of the assignee as stored.
 * @throws HttpError 403 for what in any case only a super admin may do, 404 for an unknown assignee
 */
export async function permitted(
  tx: Transaction,
  action: CaseAction,
  who: Principal,
): Promise<CaseAction> {
  if (action.action === 'resolve' && !who.isSuperAdmin)
    throw new HttpError(403, refusals.notPermitted)
  if (action.action !== 'assign' || action.assignee === null) return action
  const assignee = (await findAdmin(tx, action.assignee))?.username
  // A name that is not the caller's own is not confirmed to others.
  if (assignee !== who.username && !who.isSuperAdmin)
    throw new HttpError(403, refusals.notPermitted)
  if (assignee === undefined) throw new HttpError(404, refusals.adminMissing)
  return { ...action, assignee }
}
