/** PUT /admin/profile/{username}: Edit Admin and Change Password on one path (ledger L1063). */
import type { FastifyInstance } from 'fastify'
import { ADMIN_FEATURES, completeFeatures, type Principal } from '#contract/access.ts'
import { endpoints, isChangedPassword } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { adminEditForm, changePasswordForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Context } from '#server/context.ts'
import {
  changeAdmin,
  findAdmin,
  holdAdmin,
  holdSuperAdmins,
  versionOfAdmin,
  type AdminChanges,
  type AdminRow,
} from '#server/db/admins.ts'
import { writeAudit } from '#server/db/audit.ts'
import type { Transaction } from '#server/db/open.ts'
import { endSessionsOf } from '#server/db/sessions.ts'
import { isTaken } from '#server/db/unique.ts'
import { adminFacts, differences } from '#server/routes/before-after.ts'
import { assertOwnOrSuper } from '#server/routes/credentials.ts'
import { hashed } from '#server/routes/guessing.ts'
import { inStep } from '#server/routes/new-admin.ts'
import { checked, Refusal } from '#server/routes/refusal.ts'
import { serve } from '#server/routes/serve.ts'
import { stampOf } from '#server/routes/trail.ts'
import { assertPresent } from '#server/routes/versions.ts'

export function serveEditedAdmin(app: FastifyInstance, context: Context): void {
  const limits = { passwordMinLength: context.env.passwordMinLength }

  serve(app, context, endpoints.updateAdmin, async (call) => {
    const { params, body, principal, session, request } = call
    const admin = assertOwnOrSuper(principal, await findAdmin(context.db, params.username))
    const onlyPassword = isChangedPassword(body)
    const password = onlyPassword
      ? checked(changePasswordForm(limits), body, 'body').password
      : checked(adminEditForm(limits), body, 'body').password
    const changes = onlyPassword ? {} : changesOf(admin, body, principal)
    const passwordHash = password === '' ? null : await hashed(hashPassword(password))

    const isOwn = admin.username === principal.username
    await savedOr409(() =>
      context.db.transaction(async (tx) => {
        const demoted = changes.isSuperAdmin === false && (await assertNotLast(tx, admin.username))
        const held = await holdAdmin(tx, admin.username)
        if (!held) throw new Refusal(404, refusals.adminMissing)
        if (!onlyPassword) assertPresent(request, versionOfAdmin(held))
        const all = passwordHash === null ? changes : { ...changes, passwordHash }
        await changeAdmin(tx, admin.username, all, new Date(context.now()))
        if (passwordHash !== null) await endSessionsOf(tx, admin.username, isOwn ? session : null)
        if (demoted) await endSessionsOf(tx, admin.username)
        await writeAudit(tx, {
          ...stampOf(context, request, principal.username),
          action: onlyPassword ? 'password-changed' : 'admin-changed',
          target: admin.username,
          detail: differences(
            adminFacts(held),
            adminFacts({ ...held, ...all }),
            passwordHash !== null,
          ),
        })
      }),
    )
    return { message: onlyPassword ? messages.passwordChanged : messages.adminUpdated }
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
 * What an edit changes. Rights that are sent as they are need none.
 * @throws Refusal 403 where somebody changes rights who may not
 */
function changesOf(admin: AdminRow, form: EditedAdmin, principal: Principal): AdminChanges {
  const isSuperAdmin = form.is_super_admin ?? form.features?.['superAdmin'] ?? admin.isSuperAdmin
  const features = inStep(completeFeatures({ ...admin.features, ...form.features }), isSuperAdmin)
  const profile = {
    companyName: form.company_name.trim(),
    companyEmail: form.company_email,
    phoneNumber: form.phone_number ?? admin.phoneNumber,
  }
  const before = inStep(admin.features, admin.isSuperAdmin)
  const sameRights = ADMIN_FEATURES.every((flag) => features[flag] === before[flag])
  if (sameRights) return profile
  if (!principal.isSuperAdmin) throw new Refusal(403, refusals.rightsNotPermitted)
  // A role that stays is not written: somebody else may be changing it at this moment.
  return { ...profile, features, ...(isSuperAdmin === admin.isSuperAdmin ? {} : { isSuperAdmin }) }
}

/**
 * Whether an admin is a super admin and may cease to be one.
 * @throws Refusal 409 where it is the last
 */
async function assertNotLast(tx: Transaction, username: string): Promise<boolean> {
  const superAdmins = await holdSuperAdmins(tx)
  if (!superAdmins.includes(username)) return false
  if (superAdmins.length === 1) throw new Refusal(409, refusals.lastSuperAdminDemoted)
  return true
}

async function savedOr409(save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (isTaken(error)) throw new Refusal(409, faults.createAdmin.duplicate)
    throw error
  }
}
