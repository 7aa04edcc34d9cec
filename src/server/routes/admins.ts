/** Managing admins: creating, editing, deleting, and one's own profile (decisions/server/access.md). */
import type { FastifyInstance } from 'fastify'
import { completeFeatures, type Principal } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Context } from '#server/context.ts'
import { unassignAll } from '#server/db/mirror/cases/unassign.ts'
import {
  findAdmin,
  lockAdmin,
  lockSuperAdmins,
  insertAdmin,
  profileOf,
  removeAdmin,
} from '#server/db/repositories/admins.ts'
import { passSharedViews } from '#server/db/repositories/views.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { adminFacts } from '#server/http/audit-diff.ts'
import { assertOwnOrSuper } from '#server/routes/credentials.ts'
import { serveEditedAdmin } from '#server/routes/edited-admin.ts'
import { hashWithinLimit } from '#server/http/rate-limit.ts'
import { changedFacts } from '#server/routes/views/view-facts.ts'
import { newAdminRow } from '#server/routes/new-admin.ts'
import { HttpError } from '#server/http/http-error.ts'
import { assertSteppedUp } from '#server/http/step-up.ts'
import { serve } from '#server/http/serve.ts'
import { auditContext } from '#server/http/audit-context.ts'

export function adminRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  serve(app, context, endpoints.ownProfile, async ({ principal }) => {
    const admin = await findAdmin(db, principal.username)
    if (!admin) throw new HttpError(401, refusals.noSession)
    return profileOf(admin)
  })

  serve(app, context, endpoints.createAdmin, async ({ act, body, principal, session, request }) => {
    // The flag `superAdmin` is stored as sent, and decides nothing (decisions/console/rights.md).
    const features = completeFeatures(body.features)
    const isSuperAdmin = body.is_super_admin === true
    if (isSuperAdmin) assertSteppedUp(context, session)
    const passwordHash = await hashWithinLimit(hashPassword(body.password))
    const admin = newAdminRow(context, body, { isSuperAdmin, features }, passwordHash)
    await act(async (tx) => {
      if (!(await insertAdmin(tx, admin))) throw new HttpError(409, faults.createAdmin.duplicate)
      await writeAudit(tx, {
        ...auditContext(context, request, principal.username),
        action: 'admin-created',
        target: admin.username,
        detail: { after: adminFacts(admin) },
      })
    })
    return { message: peopleTexts.adminCreated }
  })

  serveEditedAdmin(app, context)

  serve(app, context, endpoints.deleteAdmin, async ({ act, params, principal, request }) => {
    const { username } = assertOwnOrSuper(principal, await findAdmin(db, params.username))
    await act(
      async (tx, caller) => {
        const superAdmins = await lockSuperAdmins(tx)
        const admin = assertOwnOrSuper(caller.principal, await lockAdmin(tx, username))
        if (superAdmins.length === 1 && superAdmins.includes(username))
          throw new HttpError(409, refusals.lastSuperAdminDeleted)
        const heir = heirOf(username, principal, superAdmins)
        const stamp = auditContext(context, request, principal.username)
        const passed = heir === undefined ? [] : await passSharedViews(tx, username, heir, stamp.at)
        for (const { before, after } of passed) {
          const entry = { action: 'view-changed', target: after.name } as const
          await writeAudit(tx, { ...stamp, ...entry, detail: changedFacts(before, after) })
        }
        await unassignAll(tx, username, {
          by: caller.principal.username,
          at: stamp.at,
        })
        await removeAdmin(tx, username)
        await writeAudit(tx, {
          ...stamp,
          action: 'admin-deleted',
          target: username,
          detail: { before: adminFacts(admin) },
        })
      },
      { admins: [username], roles: true },
    )
    return { message: peopleTexts.adminDeleted }
  })
}

/** Who gets the shared views of a deleted admin: the super admin who deletes, or else another one. */
function heirOf(
  deleted: string,
  caller: Principal,
  superAdmins: readonly string[],
): string | undefined {
  if (caller.isSuperAdmin && caller.username !== deleted) return caller.username
  return superAdmins.find((name) => name !== deleted)
}
