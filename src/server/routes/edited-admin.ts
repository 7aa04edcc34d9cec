/** PUT /admin/profile/{username}: Edit Admin and Change Password on one path. */
import type { FastifyInstance } from 'fastify'
import { ADMIN_FEATURES, completeFeatures, type Principal } from '#contract/access.ts'
import { endpoints, isChangedPassword } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { adminEditForm, changePasswordForm } from '#contract/forms.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { SignedIn } from '#server/auth/principal.ts'
import type { Context } from '#server/context.ts'
import {
  changeAdmin,
  findAdmin,
  lockAdmin,
  lockSuperAdmins,
  versionOfAdmin,
  type AdminChanges,
  type AdminRow,
} from '#server/db/repositories/admins.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import type { Transaction } from '#server/db/database.ts'
import { endSessionsOf } from '#server/db/repositories/sessions.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { adminFacts, auditDiff } from '#server/http/audit-diff.ts'
import { assertOwnOrSuper } from '#server/routes/credentials.ts'
import { hashWithinLimit } from '#server/http/rate-limit.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import { assertSteppedUp } from '#server/http/step-up.ts'
import { serve } from '#server/http/serve.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { assertVersionMatches } from '#server/http/headers/if-match.ts'

export function serveEditedAdmin(app: FastifyInstance, context: Context): void {
  const limits = { passwordMinLength: context.env.passwordMinLength }

  serve(app, context, endpoints.updateAdmin, async (call) => {
    const { act, params, body, request } = call
    const named = assertOwnOrSuper(call.principal, await findAdmin(context.db, params.username))
    const { username } = named
    const onlyPassword = isChangedPassword(body)
    const password = onlyPassword
      ? parseOrThrow(changePasswordForm(limits), body, 'body').password
      : parseOrThrow(adminEditForm(limits), body, 'body').password
    // Only to refuse early, before the slow hash.
    if (!onlyPassword) changesOf(named, body, call.principal)
    const passwordHash = password === '' ? null : await hashWithinLimit(hashPassword(password))

    const save = async (tx: Transaction, { principal, session }: SignedIn): Promise<void> => {
      const held = assertOwnOrSuper(principal, await lockAdmin(tx, username))
      if (!onlyPassword) assertVersionMatches(request, versionOfAdmin(held))
      const changes = onlyPassword ? {} : changesOf(held, body, principal)
      if (changes.isSuperAdmin === true && !held.isSuperAdmin) assertSteppedUp(context, session)
      const isDemoted = held.isSuperAdmin && changes.isSuperAdmin === false
      if (isDemoted) await assertNotLast(tx)
      const all = passwordHash === null ? changes : { ...changes, passwordHash }
      await changeAdmin(tx, username, all, new Date(context.now()))
      const kept = username === principal.username && !isDemoted ? session : null
      if (passwordHash !== null || isDemoted) await endSessionsOf(tx, username, kept)
      await writeAudit(tx, {
        ...auditContext(context, request, principal.username),
        action: onlyPassword ? 'password-changed' : 'admin-changed',
        target: username,
        detail: auditDiff(adminFacts(held), adminFacts({ ...held, ...all }), passwordHash !== null),
      })
    }
    await savedOr409(() => act(save, { admins: [username], roles: !onlyPassword }))
    return { message: onlyPassword ? peopleTexts.passwordChanged : peopleTexts.adminUpdated }
  })
}

interface EditedAdmin {
  readonly company_name: string
  readonly company_email: string
  readonly phone_number?: string | undefined
  readonly features?: Readonly<Record<string, boolean>> | undefined
  readonly is_super_admin?: boolean | undefined
}

/**
 * What an edit changes. Unchanged rights may be sent by anyone. The flag `superAdmin` is stored as sent, and
 * never changes the role (decisions/console/rights.md).
 * @throws HttpError 403 if the caller may not change rights
 */
function changesOf(admin: AdminRow, form: EditedAdmin, principal: Principal): AdminChanges {
  const isSuperAdmin = form.is_super_admin ?? admin.isSuperAdmin
  const before = completeFeatures(admin.features)
  const features = completeFeatures({ ...before, ...form.features })
  const profile = {
    companyName: form.company_name.trim(),
    companyEmail: form.company_email,
    phoneNumber: form.phone_number ?? admin.phoneNumber,
  }
  const sameFlags = ADMIN_FEATURES.every((flag) => features[flag] === before[flag])
  if (sameFlags && isSuperAdmin === admin.isSuperAdmin) return profile
  if (!principal.isSuperAdmin) throw new HttpError(403, refusals.rightsNotPermitted)
  return { ...profile, features, isSuperAdmin }
}

/** @throws HttpError 409 if there is no other super admin */
async function assertNotLast(tx: Transaction): Promise<void> {
  const superAdmins = await lockSuperAdmins(tx)
  if (superAdmins.length === 1) throw new HttpError(409, refusals.lastSuperAdminDemoted)
}

async function savedOr409(save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError(409, faults.createAdmin.duplicate)
    throw error
  }
}
