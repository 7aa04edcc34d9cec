import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import type { Transacts } from '#server/db/database.ts'
import { noteAsked } from '#server/db/mirror/cases/start-retry.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { auditContext } from '#server/http/audit-context.ts'

/** Retries a failed booking at the request of a super admin (decisions/server/bookings.md). */
export function bookingRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, endpoints.retryBooking, async ({ act, params, principal, request }) => {
    const asked: Transacts = {
      transaction: (work) =>
        act(async (tx) => {
          if (!(await noteAsked(tx, params, new Date(context.now()))))
            throw new HttpError(409, refusals.resolvedByHand)
          return work(tx)
        }),
    }
    const booked = await context.erp.book(params, asked).catch((error: unknown) => {
      throw httpErrorOfErp(error)
    })
    if (booked.kind === 'missing') throw new HttpError(404, refusals.bookingMissing)
    if (booked.kind === 'under-way') throw new HttpError(409, refusals.bookingUnderWay)
    await writeAudit(context.db, {
      ...auditContext(context, request, principal.username),
      action: 'booking-retried',
      target: `${params.collection}/${params.id}`,
      detail: { outcome: booked.kind },
    })
    return { outcome: booked.kind, message: booked.message }
  })
}
