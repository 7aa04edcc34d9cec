/** What the account is asked at this moment, and what waits to be booked: our extension (decisions/server/erp-pulls.md). */
import { z } from 'zod/mini'
import { ERP_SLUG } from '#contract/constants.ts'
import { endpoint } from '#contract/endpoint.ts'

const text = z.string()
const count = z.number()

/** What records wait for; `turn`: nothing but their turn, or the time of the next attempt. */
export const BOOKING_WAITS = ['turn', 'account', 'permission', 'period', 'sync'] as const

const Waiting = z.object({
  for: z.enum(BOOKING_WAITS),
  records: count,
  /** When the first of them arrived, ISO 8601. */
  since: text,
})

export const ErpBudget = z.looseObject({
  /** Whether other processes may use the account, too. What follows is then of the one that answers. */
  shared: z.boolean(),
  /** Permits of the account, for all processes. */
  at_once: count,
  in_flight: count,
  /** Pulls and bookings that wait for a permit. */
  waiting: count,
  /** Within the last hour, or since the process was started. */
  sent: count,
  /** Those of them that the account refused because there were too many at once. */
  refused: count,
  /** When everything is pulled next, ISO 8601; null: only when somebody asks. */
  next_pull_at: z.nullable(text),
  /** Until when nothing is booked, because the account was at fault. */
  bookings_paused_until: z.nullable(text),
  /** Of all processes, and of the kinds of records that the caller may see. */
  bookings: z.array(Waiting),
})
export type ErpBudget = z.infer<typeof ErpBudget>

export const budgetEndpoints = {
  erpBudget: endpoint({
    method: 'GET',
    path: `/${ERP_SLUG}/budget`,
    access: 'signed-in',
    offer: 'erp-budget',
    reply: ErpBudget,
  }),
} as const
