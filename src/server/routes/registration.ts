/**
 * Registration is open to strangers, so it reveals as little as its setting allows
 * (decisions/server/registration.md).
 */
import type { FastifyInstance } from 'fastify'
import { ADMIN_FEATURES, completeFeatures } from '#contract/access.ts'
import { endpoints } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { signInTexts } from '#contract/texts/sign-in-texts.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Context } from '#server/context.ts'
import { isRegistrationOpen } from '#server/http/registration-state.ts'
import { hasSuperAdmin, lockRegistration, insertAdmin } from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import type { Database, Transaction } from '#server/db/database.ts'
import { admitAttempt, hashWithinLimit } from '#server/http/rate-limit.ts'
import { newAdminRow } from '#server/routes/new-admin.ts'
import { HttpError } from '#server/http/http-error.ts'
import { servePublic } from '#server/http/serve.ts'
import { auditContext } from '#server/http/audit-context.ts'

const NO_FLAGS = completeFeatures({})
const ALL_FLAGS = completeFeatures(Object.fromEntries(ADMIN_FEATURES.map((flag) => [flag, true])))

export function registrationRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context

  servePublic(app, context, endpoints.register, async ({ body, request }) => {
    await admitAttempt(context, request, 'registration', body.username)
    await assertOpen(db)
    // Hashed before the name is looked up, so that the response time does not reveal whether it is taken.
    const passwordHash = await hashWithinLimit(hashPassword(body.password))
    await db.transaction(async (tx) => {
      await lockRegistration(tx)
      const isFirst = await assertOpen(tx)
      const isSuperAdmin = isFirst && body.is_super_admin === true
      const features = isSuperAdmin ? ALL_FLAGS : NO_FLAGS
      const admin = newAdminRow(context, body, { isSuperAdmin, features }, passwordHash)
      if (!(await insertAdmin(tx, admin))) throw new HttpError(409, faults.register.duplicate)
      await writeAudit(tx, {
        ...auditContext(context, request, admin.username),
        action: 'admin-registered',
        target: admin.username,
        detail: { isSuperAdmin },
      })
    })
    return { message: signInTexts.registered }
  })

  /**
   * @returns whether there is no super admin yet
   * @throws HttpError 403 if registration is closed, whatever the name
   */
  async function assertOpen(store: Database | Transaction): Promise<boolean> {
    const isFirst = !(await hasSuperAdmin(store))
    if (!isRegistrationOpen(context.env, isFirst))
      throw new HttpError(403, refusals.registrationClosed)
    return isFirst
  }
}
