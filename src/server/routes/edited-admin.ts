/** PUT /admin/profile/{username}: Edit Admin and Change Password on one path (ledger L1063). */
import type { FastifyInstance } from 'fastify'
import { ADMIN_FEATURES, completeFeatures, type Principal } from '#contract/access.ts'
import { endpoints, isChangedPassword } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { adminEditForm, changePasswordForm } from '#contract/forms.ts'
import { messages } from '#contract/messages.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { SignedIn } from '#server/auth/principal.ts'
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
    const { act, params, body, request } = call
    const named = assertOwnOrSuper(call.principal, await findAdmin(context.db, params.username))
    const { username } = named
    const onlyPassword = isChangedPassword(body)
    const password = onlyPassword
      ? checked(changePasswordForm(limits), body, 'body').password
      : checked(adminEditForm(limits), body, 'body').password
    // Only to refuse before the slow hash what is refused anyway.
    if (!onlyPassword) changesOf(named, body, call.principal)
    const passwordHash = password === '' ? null : await hashed(hashPassword(password))

    const save = async (tx: Transaction, { principal, session }: SignedIn): Promise<void> => {
      const held = assertOwnOrSuper(principal, await holdAdmin(tx, username))
      if (!onlyPassword) assertPresent(request, versionOfAdmin(held))
      const changes = onlyPassword ? {} : changesOf(held, body, principal)
      const isDemoted = held.isSuperAdmin && changes.isSuperAdmin === false
      if (isDemoted) await assertNotLast(tx)
      const all = passwordHash === null ? changes : { ...changes, passwordHash }
      await changeAdmin(tx, username, all, new Date(context.now()))
      const kept = username === principal.username && !isDemoted ? session : null
      if (passwordHash !== null || isDemoted) await endSessionsOf(tx, username, kept)
      await writeAudit(tx, {
        ...stampOf(context, request, principal.username),
        action: onlyPassword ? 'password-changed' : 'admin-changed',
        target: username,
        detail: differences(
          adminFacts(held),
          adminFacts({ ...held, ...all }),
          passwordHash !== null,
        ),
      })
    }
    await savedOr409(() => act(save, { admins: [username], roles: !onlyPassword }))
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
  return { ...profile, features, isSuperAdmin }
}

/** @throws Refusal 409 where there is no other super admin */
async function assertNotLast(tx: Transaction): Promise<void> {
  const superAdmins = await holdSuperAdmins(tx)
  if (superAdmins.length === 1) throw new Refusal(409, refusals.lastSuperAdminDemoted)
}

async function savedOr409(save: () => Promise<void>): Promise<void> {
  try {
    await save()
  } catch (error) {
    if (isTaken(error)) throw new Refusal(409, faults.createAdmin.duplicate)
    throw error
  }
}
