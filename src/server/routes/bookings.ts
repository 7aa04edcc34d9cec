import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { refusals } from '#contract/refusals.ts'
import type { Context } from '#server/context.ts'
import { writeAudit } from '#server/db/audit.ts'
import { refusalOfErp } from '#server/routes/erp-refusal.ts'
import { Refusal } from '#server/routes/refusal.ts'
import { serve } from '#server/routes/serve.ts'
import { stampOf } from '#server/routes/trail.ts'

/** A booking that failed, tried again because a super admin asks for it (decisions.md 7.4). */
export function bookingRoutes(app: FastifyInstance, context: Context): void {
  serve(app, context, endpoints.retryBooking, async ({ act, params, principal, request }) => {
    const booked = await context.erp.book(params, { transaction: act }).catch((error: unknown) => {
      throw refusalOfErp(error)
    })
    if (booked.kind === 'missing') throw new Refusal(404, refusals.bookingMissing)
    if (booked.kind === 'under-way') throw new Refusal(409, refusals.bookingUnderWay)
    await writeAudit(context.db, {
      ...stampOf(context, request, principal.username),
      action: 'booking-retried',
      target: `${params.collection}/${params.id}`,
      detail: { outcome: booked.kind },
    })
    return { outcome: booked.kind, message: booked.message }
  })
}
