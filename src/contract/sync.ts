/** How pulls from the ERP are watched and stopped: an extension of ours, which other servers lack (decisions/server/erp-pulls.md). */
import { z } from 'zod/mini'
import { collections, type PulledCollection } from '#contract/collections.ts'
import { ERP_SLUG } from '#contract/constants.ts'
import type { Endpoint } from '#contract/endpoints.ts'

/** How a pull stands: it waits for a place, is under way, or has ended in one of four ways. */
export const RUN_STATES = ['waiting', 'running', 'success', 'partial', 'empty', 'failed'] as const

export type RunState = (typeof RUN_STATES)[number]

const text = z.string()
const count = z.number()

/** One pull. Times are ISO 8601 in UTC. */
export const SyncRun = z.looseObject({
  id: text,
  collection: text,
  /** The admin who started it, or the schedule. */
  started_by: text,
  state: z.enum(RUN_STATES),
  started_at: text,
  ended_at: z.nullable(text),
  /** What was read so far. */
  pages: count,
  rows: count,
  /** Whether only rows that were changed since the last one are read. */
  only_changes: z.optional(z.boolean()),
  /** What it did to the rows of this server; nought until it has ended. */
  added: count,
  changed: count,
  removed: count,
  refused: count,
  /** The first hundred of the refused rows, each with the reason. */
  refusals: z.array(z.object({ row: text, reason: text })),
  /** Why it failed or brought less than all, and what to do about it. */
  sentence: z.nullable(text),
  next_step: z.nullable(text),
})
export type SyncRun = z.infer<typeof SyncRun>

/** How an area stands: its pull under way, its last one, and its last one that brought its rows. */
export const SyncArea = z.looseObject({
  collection: text,
  present: z.nullable(SyncRun),
  last: z.nullable(SyncRun),
  last_success: z.nullable(SyncRun),
  /** How many rows the last complete reading had: about so many are to come. */
  expected_rows: z.nullable(count),
})
export type SyncArea = z.infer<typeof SyncArea>

/** Pulls that failed with the same sentence, in the time that history is kept. */
export const SyncProblem = z.looseObject({
  sentence: text,
  next_step: z.nullable(text),
  collections: z.array(text),
  times: count,
  last_at: text,
})
export type SyncProblem = z.infer<typeof SyncProblem>

export const syncEndpoints = {
  /** Only of areas that the caller may pull. */
  syncAreas: syncEndpoint({
    method: 'GET',
    path: `/${ERP_SLUG}/areas`,
    access: 'signed-in',
    offer: 'syncs',
    reply: z.looseObject({ areas: z.array(SyncArea) }),
  }),
  /** The newest first, `HISTORY_PAGE_ROWS` at a time: `?before=` the id of the last one known. */
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
} as const

/** How many runs one answer of the history has. */
export const HISTORY_PAGE_ROWS = 30

/** The call that ends the pull of a collection, for whoever may start it. */
export function cancelEndpoint(
  name: PulledCollection,
): Endpoint<string, undefined, { message?: string | undefined }> {
  const { access, erp } = collections[name]
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
