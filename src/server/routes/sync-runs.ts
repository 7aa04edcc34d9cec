/**
 * The routes of the sync centre: state of each collection, history, and cancelling a pull
 * (decisions/server/erp-pulls.md).
 */
import type { FastifyInstance } from 'fastify'
import { opensRoute, type Principal } from '#contract/access.ts'
import { listOf, type PulledList, pulledLists } from '#contract/lists.ts'
import { pullEndpoint } from '#contract/sync/list-endpoints.ts'
import { ownEndpoints } from '#contract/own-endpoints.ts'
import { worded } from '#contract/own/refusal-codes.ts'
import { BOOKING_WAITS, type ErpBudget } from '#contract/sync/budget.ts'
import {
  cancelEndpoint,
  HISTORY_PAGE_ROWS,
  syncEndpoints,
  type SyncRun,
} from '#contract/sync/runs.ts'
import type { Context } from '#server/context.ts'
import { waitingBookings } from '#server/db/repositories/waiting-bookings.ts'
import { countOf } from '#server/db/mirror/mirror.ts'
import { areasOf, listPastRuns, problemsOf } from '#server/db/mirror/run-history.ts'
import { writeAudit } from '#server/db/repositories/audit.ts'
import { saveSettings, settingPurpose } from '#server/db/repositories/settings.ts'
import type { Run } from '#server/db/mirror/runs.ts'
import type { ErpFaultKind } from '#server/erp/transport/fault.ts'
import { READ_AGAIN_SETTING } from '#server/erp/read-again.ts'
import { problemReport, reportOf } from '#server/erp/pull/run-report.ts'
import { auditContext } from '#server/http/audit-context.ts'
import { httpErrorOfErp } from '#server/http/erp-http-error.ts'
import { HttpError } from '#server/http/http-error.ts'
import { serve } from '#server/http/serve.ts'
import { collectionsOf } from '#server/routes/exceptions/case-rights.ts'

export function syncRunRoutes(app: FastifyInstance, context: Context): void {
  const { db, erp, now, seal } = context

  serve(app, context, syncEndpoints.syncAreas, async ({ principal, reply }) => {
    reply.header('Date', new Date(now()).toUTCString())
    const areas = await areasOf(db, areasFor(principal), now())
    return {
      areas: await Promise.all(
        areas.map(async ({ collection, present, last, lastSuccess }) => ({
          collection,
          present: present && (await told(context, present)),
          last: last && (await told(context, last)),
          last_success: lastSuccess && (await told(context, lastSuccess)),
          expected_rows: await expectedRows(context, collection, present, lastSuccess),
        })),
      ),
    }
  })

  serve(app, context, syncEndpoints.syncRuns, async ({ principal, query }) => {
    const areas = areasFor(principal)
    const { before } = query
    const page = {
      now: now(),
      limit: HISTORY_PAGE_ROWS + 1,
      ...(before !== undefined && { before }),
    }
    const found = await listPastRuns(db, areas, page)
    const problems = await problemsOf(db, areas, { now: now(), without: NO_PROBLEM })
    return {
      runs: await Promise.all(found.slice(0, HISTORY_PAGE_ROWS).map((run) => told(context, run))),
      has_more: found.length > HISTORY_PAGE_ROWS,
      problems: problems.map(problemReport),
    }
  })

  serve(app, context, syncEndpoints.readAgain, async ({ act, principal, request }) => {
    const { username } = principal
    await act(async (tx) => {
      const stamp = auditContext(context, request, username)
      const sealed = seal.seal(settingPurpose(READ_AGAIN_SETTING), stamp.at.toISOString())
      const saved = { by: username, at: stamp.at }
      await saveSettings(tx, new Map([[READ_AGAIN_SETTING, sealed]]), saved)
      await writeAudit(tx, { ...stamp, action: 'erp-read-again', target: 'all areas' })
    })
    await erp.readAgain(username).catch((error: unknown) => {
      throw httpErrorOfErp(error)
    })
    return {}
  })

  serve(app, context, ownEndpoints.erpBudget, async ({ principal, reply }) => {
    reply.header('Date', new Date(now()).toUTCString())
    return budgetOf(context, principal)
  })

  for (const name of pulledLists)
    serve(app, context, cancelEndpoint(name), async ({ act, principal }) => {
      if (!(await erp.cancel(name, principal.username, { transaction: act })))
        throw new HttpError(409, worded('noPull', { area: listOf(name).area, list: name }))
      return {}
    })
}

/** Results that need no action. */
const NO_PROBLEM: readonly ErpFaultKind[] = ['stopped', 'cancelled']

/** The collections that the caller may pull. */
function areasFor(who: Principal): PulledList[] {
  return pulledLists.filter((name) => {
    const { access } = pullEndpoint(name)
    return typeof access === 'object' && opensRoute(access, who)
  })
}

/** About how many rows a pull will read; unknown for a pull of changes. */
async function expectedRows(
  { db }: Context,
  collection: PulledList,
  present: Run | null,
  lastSuccess: Run | null,
): Promise<number | null> {
  if (!lastSuccess || readsChanges(present)) return null
  return readsChanges(lastSuccess) ? countOf(db, collection) : lastSuccess.rows
}

function readsChanges(run: Run | null): boolean {
  return (run?.reading?.since ?? null) !== null
}

/** Only the sentence about an empty collection needs the number of rows. */
async function told({ db }: Context, run: Run): Promise<SyncRun> {
  const kept = run.state === 'empty' ? await countOf(db, run.collection as PulledList) : 0
  return reportOf(run, kept)
}

/** What this process asks of the account, and what all of them have to book of the kinds that the caller may see. */
async function budgetOf({ db, env, erp }: Context, who: Principal): Promise<ErpBudget> {
  const { atOnce, inFlight, nextPullAt, pausedUntil, refused, sent, waiting } = erp.budget()
  const found = await waitingBookings(db, collectionsOf(who))
  return {
    shared: env.databaseUrl !== null,
    at_once: atOnce,
    in_flight: inFlight,
    waiting,
    sent,
    refused,
    next_pull_at: nextPullAt?.toISOString() ?? null,
    bookings_paused_until: pausedUntil?.toISOString() ?? null,
    bookings: BOOKING_WAITS.flatMap((what) => {
      const one = found.find(({ waitsFor }) => (waitsFor ?? 'turn') === what)
      return one ? [{ for: what, records: one.records, since: one.since.toISOString() }] : []
    }),
  }
}
