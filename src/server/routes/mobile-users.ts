/**
 * Mobile users, as super admins manage them. The reserved user is treated as if it did not exist
 * (decisions/console/people-forms.md).
 */
import type { FastifyInstance } from 'fastify'
import { completeMobileFeatures } from '#contract/access.ts'
import { endpoints, isChangedUserPassword } from '#contract/endpoints.ts'
import { faults } from '#contract/faults.ts'
import { mobilePasswordForm, mobileUserEditForm } from '#contract/forms.ts'
import { peopleTexts } from '#contract/texts/people-texts.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { refusals } from '#contract/refusals.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import {
  changeMobileUser,
  findMobileUser,
  lockMobileUser,
  insertMobileUser,
  removeMobileUser,
  versionOfMobileUser,
  type MobileUserChanges,
} from '#server/db/repositories/mobile-users.ts'
import type { MobileUserRow } from '#server/db/schema/people.ts'
import { auditDiff, mobileUserFacts } from '#server/http/audit-diff.ts'
import { hashWithinLimit } from '#server/http/rate-limit.ts'
import { parseOrThrow, HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { assertVersionMatches } from '#server/http/headers/if-match.ts'

export function mobileUserRoutes(app: FastifyInstance, context: Context): void {
  const { db, env } = context
  const limits = { passwordMinLength: env.passwordMinLength }

  serve(app, context, endpoints.createUser, async ({ act, body, principal, request }) => {
    const { userid } = body
    const passwordHash = await hashWithinLimit(hashPassword(body.password))
    const at = new Date(context.now())
    await act(async (tx) => {
      const user = {
        userid,
        name: body.name.trim(),
        passwordHash,
        location: body.location.trim(),
        multiLocationEnable: body.multi_location_enable,
        features: completeMobileFeatures(body.features),
        createdAt: at,
        updatedAt: at,
      }
      if (isReserved(userid) || !(await insertMobileUser(tx, user)))
        throw new HttpError(409, faults.createUser.duplicate)
      await writeAudit(tx, {
        ...auditContext(context, request, principal.username),
        action: 'mobile-user-created',
        target: userid,
        detail: { after: mobileUserFacts(user) },
      })
    })
    return { message: peopleTexts.userCreated }
  })

  serve(app, context, endpoints.updateUser, async ({ act, params, body, principal, request }) => {
    const user = await listedUser(params.userid)
    const onlyPassword = isChangedUserPassword(body)
    const password = onlyPassword
      ? parseOrThrow(mobilePasswordForm(limits), body, 'body').new_password
      : parseOrThrow(mobileUserEditForm(limits), body, 'body').password
    const profile = onlyPassword ? {} : profileIn(body)
    const changes =
      password === ''
        ? profile
        : { ...profile, passwordHash: await hashWithinLimit(hashPassword(password)) }
    await act(async (tx) => {
      const held = await lockMobileUser(tx, user.userid)
      if (!held) throw notFound()
      if (!onlyPassword) assertVersionMatches(request, versionOfMobileUser(held))
      await changeMobileUser(tx, held.userid, changes, new Date(context.now()))
      await writeAudit(tx, {
        ...auditContext(context, request, principal.username),
        action: 'mobile-user-changed',
        target: held.userid,
        detail: auditDiff(
          mobileUserFacts(held),
          mobileUserFacts({ ...held, ...changes }),
          password !== '',
        ),
      })
    })
    return { message: onlyPassword ? peopleTexts.userPasswordUpdated : peopleTexts.userUpdated }
  })

  serve(app, context, endpoints.deleteUser, async ({ act, params, principal, request }) => {
    const { userid } = await listedUser(params.userid)
    await act(async (tx) => {
      // Locked, so that the trail has what was deleted, not what somebody else changed a moment before.
      const held = await lockMobileUser(tx, userid)
      if (!held || !(await removeMobileUser(tx, held.userid))) throw notFound()
      await writeAudit(tx, {
        ...auditContext(context, request, principal.username),
        action: 'mobile-user-deleted',
        target: held.userid,
        detail: { before: mobileUserFacts(held) },
      })
    })
    return { message: peopleTexts.userDeleted }
  })

  async function listedUser(userid: string): Promise<MobileUserRow> {
    const user = isReserved(userid) ? null : await findMobileUser(db, userid)
    if (!user) throw notFound()
    return user
  }

  function isReserved(userid: string): boolean {
    return isSameName(userid, env.reservedMobileUser)
  }
}

interface EditedUser {
  readonly name: string
  readonly location: string
  readonly multi_location_enable: boolean
  readonly features: Readonly<Record<string, boolean>>
}

function profileIn(form: EditedUser): MobileUserChanges {
  return {
    name: form.name.trim(),
    location: form.location.trim(),
    multiLocationEnable: form.multi_location_enable,
    features: completeMobileFeatures(form.features),
  }
}

function notFound(): HttpError {
  return new HttpError(404, refusals.userMissing)
}
