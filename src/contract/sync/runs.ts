/** Watching and stopping pulls from the ERP: our extension, which other servers lack (decisions/server/erp-pulls.md). */
import { z } from 'zod/mini'
import { ERP_SLUG } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { type PulledList, pulledListOf } from '#contract/lists.ts'

/** The state of a pull: queued, running, or ended in one of four ways. */
export const RUN_STATES = ['waiting', 'running', 'success', 'partial', 'empty', 'failed'] as const

export type RunState = (typeof RUN_STATES)[number]

/** The `code` of the answer to a pull that an admin cancelled. */
export const SYNC_CANCELLED = 'sync-cancelled'

const text = z.string()
const count = z.number()

/** One pull. Times are ISO 8601 in UTC. */
export const SyncRun = z.looseObject({
  id: text,
  collection: text,
  /** The admin who started it, or the schedule. */
  started_by: text,
  state: z.enum(RUN_STATES),
  /** An admin cancelled it, which is no failure. */
  cancelled: z.optional(z.boolean()),
  started_at: text,
  ended_at: z.nullable(text),
  /** The number of rows read so far. */
  pages: count,
  rows: count,
  /** Whether it reads only the rows changed since the last pull. */
  only_changes: z.optional(z.boolean()),
  /** Its effect on the rows of this server; 0 until it has ended. */
  added: count,
  changed: count,
  removed: count,
  refused: count,
  /** The first hundred rejected rows, each with the reason. */
  refusals: z.array(z.object({ row: text, reason: text })),
  /** Why it failed or was incomplete, and what to do about it. */
  sentence: z.nullable(text),
  next_step: z.nullable(text),
})
export type SyncRun = z.infer<typeof SyncRun>

/** The state of a collection: its running pull, its last one, and the last that brought its rows. */
export const SyncArea = z.looseObject({
  collection: text,
  present: z.nullable(SyncRun),
  last: z.nullable(SyncRun),
  last_success: z.nullable(SyncRun),
  /** The number of rows in the last complete pull: an estimate for the next one. */
  expected_rows: z.nullable(count),
})
export type SyncArea = z.infer<typeof SyncArea>

/** Pulls that failed with the same sentence within the stored history. */
export const SyncProblem = z.looseObject({
  sentence: text,
  next_step: z.nullable(text),
  collections: z.array(text),
  times: count,
  last_at: text,
})
export type SyncProblem = z.infer<typeof SyncProblem>

export const syncEndpoints = {
  /** Only collections that the caller may pull. */
  syncAreas: syncEndpoint({
    method: 'GET',
    path: `/${ERP_SLUG}/areas`,
    access: 'signed-in',
    offer: 'syncs',
    reply: z.looseObject({ areas: z.array(SyncArea) }),
  }),
  /** Newest first, `HISTORY_PAGE_ROWS` at a time; `?before=` takes the id of the last known run. */
  syncRuns: syncEndpoint({
    method: 'GET',
    path: `/${ERP_SLUG}/runs`,
    access: 'signed-in',
    offer: 'syncs',
    reply: z.looseObject({
      runs: z.array(SyncRun),
      has_more: z.boolean(),
      problems: z.array(SyncProblem),
    }),
  }),
  /** Every list is read from its beginning, one after the other. The answer does not wait for them. */
  readAgain: syncEndpoint({
    method: 'POST',
    path: `/${ERP_SLUG}/read-again`,
    access: 'super-admin',
    offer: 'read-again',
    reply: z.looseObject({ message: z.optional(text) }),
  }),
} as const

/** The number of runs in one answer of the history. */
export const HISTORY_PAGE_ROWS = 30

/** The call that stops the pull of a list, for anyone who may start it. */
export function cancelEndpoint(
  name: PulledList,
): Endpoint<string, undefined, { message?: string | undefined }> {
  const { access, erp } = pulledListOf(name)
  return {
    method: 'POST',
    path: `${erp.path}/cancel`,
    access: { ...access, orSuperAdmin: true },
    offer: 'syncs',
    reply: z.looseObject({ message: z.optional(text) }),
  }
}

function syncEndpoint<const P extends string, R>(
  declaration: Endpoint<P, undefined, R>,
): Endpoint<P, undefined, R> {
  return declaration
}
