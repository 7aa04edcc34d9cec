/**
 * The API of the mobile app: its sign-in, and one call for each kind of record
 * (decisions/server/bookings.md).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Row } from '#contract/collections.ts'
import { completeMobileFeatures } from '#contract/access.ts'
import { MOBILE_SESSION_LIFETIME_MS } from '#contract/constants.ts'
import { type FloorCollection, mobileEndpoints, SENDS } from '#contract/mobile-endpoints.ts'
import { isSameName } from '#contract/records/name-key.ts'
import { OTHER_CODES } from '#contract/own/refusal-codes.ts'
import { refusals } from '#contract/refusals.ts'
import { verifyPassword } from '#server/auth/passwords.ts'
import { clearAttempts, undoAttempt } from '#server/auth/throttle.ts'
import { newToken, tokenHashOf } from '#server/auth/tokens.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { insertMobileSession } from '#server/db/repositories/mobile-sessions.ts'
import { findMobileUser, lockMobileUser } from '#server/db/repositories/mobile-users.ts'
import type { MobileUserRow } from '#server/db/schema/people.ts'
import { locationNames } from '#server/db/mirror/location-names.ts'
import type { Transaction } from '#server/db/database.ts'
import { type Admitted, type BookedCollection, isBooked } from '#server/db/mirror/floor-records.ts'
import { type Admit, ingestRecord } from '#server/db/mirror/ingest-record.ts'
import { admitRecord } from '#server/erp/booking/meaning/admit-record.ts'
import { Unbookable } from '#server/erp/booking/meaning/unbookable.ts'
import { admitAttempt, hashWithinLimit } from '#server/http/rate-limit.ts'
import { HttpError, unprocessable } from '#server/http/http-error.ts'
import { serveMobile } from '#server/http/serve-mobile.ts'
import { servePublic } from '#server/http/serve.ts'
import { ANONYMOUS, auditContext } from '#server/http/audit-context.ts'

export function mobileAppRoutes(app: FastifyInstance, context: Context): void {
  const { db, erp } = context

  const { mobileLogin } = mobileEndpoints
  servePublic(app, context, { ...mobileLogin, access: 'public' }, async ({ body, request }) => {
    const user = await provePassword(context, request, body)
    const { userid, features } = user
    const access_token = newToken()
    await db.transaction(async (tx) => {
      // The user was deleted, or got another password, while this one was being hashed.
      const held = await lockMobileUser(tx, userid)
      if (held?.passwordHash !== user.passwordHash) throw refused()
      const at = new Date(context.now())
      const expiresAt = new Date(context.now() + MOBILE_SESSION_LIFETIME_MS)
      await insertMobileSession(tx, { tokenHash: tokenHashOf(access_token), userid, expiresAt }, at)
      const stamp = auditContext(context, request, userid)
      await writeAudit(tx, { ...stamp, action: 'mobile-signed-in', target: userid })
    })
    return {
      access_token,
      token_type: 'bearer',
      features: completeMobileFeatures(features),
      locations: await locationsOf(context, user),
    }
  })

  for (const collection of Object.keys(SENDS) as FloorCollection[])
    serveMobile(app, context, mobileEndpoints[SENDS[collection]], async (call) => {
      const { body, user, reply, act } = call
      const { client_id, ...record } = body
      const how = { db: { transaction: act }, now: context.now }
      const admit: Admit = (tx, row) =>
        isBooked(collection)
          ? admitted(tx, collection, row, user, context.now())
          : Promise.resolve(null)
      const taken = await ingestRecord(how, collection, user.userid, client_id, record, admit)
      if (taken.kind === 'other') throw new HttpError(409, refusals.clientIdTaken)
      if (taken.kind === 'new') {
        reply.code(201)
        void erp.poll()
      }
      return { id: taken.id, client_id }
    })
}

/** @throws HttpError 422 with the reason why the record cannot be booked as it is */
async function admitted(
  tx: Transaction,
  collection: BookedCollection,
  record: Row,
  { location, multiLocationEnable }: MobileUserRow,
  now: number,
): Promise<Admitted> {
  const home = { location, isEverywhere: multiLocationEnable }
  try {
    return { home, stockKeys: await admitRecord(tx, collection, record, home, now) }
  } catch (error) {
    if (error instanceof Unbookable)
      throw unprocessable(['body'], {
        detail: error.message,
        code: OTHER_CODES.recordUnbookable,
      })
    throw error
  }
}

/**
 * The mobile user with this password.
 * @throws HttpError 429, 503, or 401 with the same sentence for a wrong id and a wrong password
 */
async function provePassword(
  context: Context,
  request: FastifyRequest,
  { userid, password }: { readonly userid: string; readonly password: string },
): Promise<MobileUserRow> {
  const { db, env } = context
  // The space separates the key from that of an admin with the same name, since admin names have no spaces.
  const account = `mobile ${userid}`
  const { subject, verdict } = await admitAttempt(context, request, 'mobile-sign-in', account)
  const isReserved = isSameName(userid, env.reservedMobileUser)
  const user = isReserved ? null : await findMobileUser(db, userid)
  const isRight = await hashWithinLimit(verifyPassword(password, user?.passwordHash ?? null)).catch(
    async (error: unknown) => {
      await undoAttempt(context, verdict)
      throw error
    },
  )
  if (user && isRight) {
    await undoAttempt(context, verdict)
    await clearAttempts(context, subject)
    return user
  }
  const target = user?.userid ?? ANONYMOUS
  const stamp = auditContext(context, request, target)
  await writeAudit(db, {
    ...stamp,
    action: 'sign-in-refused',
    target,
    detail: { reason: 'mobile password' },
  })
  throw refused()
}

/** The locations where the user may work: his own, or all known ones. */
async function locationsOf(
  { db }: Context,
  { location, multiLocationEnable }: MobileUserRow,
): Promise<string[]> {
  const others = multiLocationEnable ? await locationNames(db) : []
  return [...new Set([location, ...others])]
}

function refused(): HttpError {
  return new HttpError(401, refusals.mobileSignIn, { 'WWW-Authenticate': 'Bearer' })
}
