/**
 * One pull: claims a run, stages its pages, and then merges all of them into the mirror
 * (decisions/server/erp-pulls.md).
 */
import type { FastifyBaseLogger } from 'fastify'
import type { PulledList } from '#contract/lists.ts'
import type { PullReply } from '#contract/sync/list-endpoints.ts'
import { countOf, type Merged, mergeRun } from '#server/db/mirror/mirror.ts'
import type { Database, Transacts } from '#server/db/database.ts'
import { correctAccountMark } from '#server/db/mirror/pull-marks.ts'
import { updatePlannerStatistics } from '#server/db/mirror/records.ts'
import {
  recordHeartbeat,
  claimRun,
  failRun,
  findRun,
  isRunAbandoned,
  HEARTBEAT_MS,
  type Interruption,
  type Run,
  wasReadBy,
} from '#server/db/mirror/runs.ts'
import { isDiskFull, isUnavailable } from '#server/db/unavailable.ts'
import type { Reading } from '#server/db/schema/runs.ts'
import { dropLeftovers, RunLost, stagePage } from '#server/db/mirror/staging.ts'
import { isSkewed } from '#server/erp/transport/clock-skew.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import {
  ErpFault,
  type ErpFaultKind,
  erpSentences,
  storedFault,
} from '#server/erp/transport/fault.ts'
import { createReader } from '#server/erp/pull/read.ts'
import {
  assertCounted,
  assertReadsTheSame,
  isEmptyOnPurpose,
  isSuspicious,
} from '#server/erp/pull/shrinking-guard.ts'
import { queryName, planPull, advancePlan } from '#server/erp/pull/pull-plan.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import { sentenceOfResult } from '#server/erp/pull/run-report.ts'

export interface PullDeps {
  readonly db: Database
  /** Where the run begins: in a caller's transaction, or in the database directly. */
  readonly asked: Transacts
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Aborts the pull. Its pages stay, and a later pull reuses them. */
  readonly signal: AbortSignal
  /** Ends this pull because somebody cancelled it, here or in another process. */
  readonly end: (reason: ErpFault) => void
  /**
   * Opens a client with the connection of this moment. Asked for only once the run has begun: a pull may wait long for
   * its turn, and ERP Setup may lead to another account by then.
   */
  readonly openClient: () => Promise<ErpClient>
  /** Where the collections come from. */
  readonly sources: Sources
  /** How many pulls may run at once, in all processes. */
  readonly atOnce: number
  /** This process, if it announces its liveness. */
  readonly owner: number | null
  /** Resolves when a pull of this process ends, or after this many milliseconds. */
  readonly waitForPlace: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The result of a run that was stopped, by us or because its process died. */
export const STOPPED: Interruption = { fault: 'stopped', error: erpSentences.stopped }

/** The fault of a run that an admin cancelled. */
const CANCELLED: ErpFaultKind = 'cancelled'

/** How often to look for a free slot, or for the run of another process. */
const LOOK_EVERY_MS = 1_000

/**
 * Pulls a collection as soon as there is a free slot, or waits for the process that is already pulling it.
 * @throws ErpFault
 */
export async function pullCollection(
  collection: PulledList,
  startedBy: string,
  deps: PullDeps,
): Promise<PullReply> {
  const { asked, atOnce, db, now, owner, signal, sources, wait, waitForPlace } = deps
  let waitingId: string | null = null
  let store = asked
  try {
    for (;;) {
      const options = { atOnce, waitingId, query: queryName(sources[collection]), owner }
      const claim = await claimRun(store, collection, startedBy, now(), STOPPED, options)
      // Once begun, it continues whatever happens to the caller's session.
      store = db
      waitingId = claim.kind === 'waiting' ? claim.runId : null
      if (claim.kind === 'waiting') {
        await waitForPlace(LOOK_EVERY_MS, signal)
        continue
      }
      if (claim.kind === 'ended') assertNotCancelled(claim.run)
      const reply =
        claim.kind === 'ours'
          ? await carryOut(collection, claim.run, deps)
          : claim.kind === 'theirs'
            ? await follow(claim.runId, collection, deps)
            : null
      if (reply) return reply
      await wait(LOOK_EVERY_MS, signal)
    }
  } catch (error) {
    if (waitingId !== null) await failRun(db, waitingId, now(), STOPPED)
    throw error
  }
}

/** Runs our own pull; null if another process ended the run, and now has its pages. */
async function carryOut(
  collection: PulledList,
  run: Run,
  deps: PullDeps,
): Promise<PullReply | null> {
  const { db, log, now, signal } = deps
  const heart = setInterval(() => {
    live(run.id, deps).catch((error: unknown) => log.warn({ err: error }, 'a heartbeat failed'))
  }, HEARTBEAT_MS)
  try {
    await dropLeftovers(db, collection, run.id)
    const { emptyOnPurpose, without } = await readList(collection, run, deps)
    const merged = await mergeRun(db, collection, run.id, now(), { emptyOnPurpose })
    log.info({ collection, run: run.id, ...merged, refusals: undefined }, 'pulled')
    await updatePlannerStatistics(db, merged.added + merged.changed + merged.removed)
    return replyOf(collection, { ...merged, without })
  } catch (error) {
    if (error instanceof RunLost) {
      assertNotCancelled(await findRun(db, run.id))
      return null
    }
    // A temporary problem that is not the ERP's: the run is resumed once the database is back, or has
    // space.
    const isOfErp = error instanceof ErpFault
    if (!signal.aborted && !isOfErp && (isUnavailable(error) || isDiskFull(error))) throw error
    const fault = faultOf(signal.aborted ? signal.reason : error)
    log.warn({ collection, run: run.id, err: fault }, 'pull failed')
    await failRun(db, run.id, now(), { fault: fault.kind, error: fault.message }).catch(
      // If even this fails, the run counts as dead after a period of silence.
      (failure: unknown) =>
        log.error({ run: run.id, err: failure }, 'the end of a run could not be stored'),
    )
    throw fault
  } finally {
    clearInterval(heart)
  }
}

/** Sends heartbeats, which also notice during a long wait that the run was cancelled. */
async function live(runId: string, { db, end }: PullDeps): Promise<void> {
  if (await recordHeartbeat(db, runId)) return
  const run = await findRun(db, runId)
  if (run?.fault === CANCELLED) end(storedFault(run.fault, run.error))
}

/** @throws ErpFault if an admin cancelled the run */
function assertNotCancelled(run: Run | null): void {
  if (run?.fault === CANCELLED) throw storedFault(run.fault, run.error)
}

/** A run is dated before its client is opened, so that settings saved meanwhile are newer than what it reads. */
async function readList(collection: PulledList, run: Run, deps: PullDeps): Promise<ReadPages> {
  const openedAt = deps.now()
  await correctAccountMark(deps.db, openedAt)
  const client = await deps.openClient()
  try {
    return await readPages(collection, run, client, openedAt, deps)
  } finally {
    client.close()
  }
}

interface ReadPages extends Pick<Reading, 'without'> {
  readonly emptyOnPurpose: boolean
}

/**
 * Only one page is in memory at a time.
 * @returns what was missing, and whether there were no rows because ERP Setup leaves out all of them
 */
async function readPages(
  collection: PulledList,
  run: Run,
  client: ErpClient,
  openedAt: number,
  { db, log, now, signal, sources }: PullDeps,
): Promise<ReadPages> {
  const note = (what: string) => log.warn({ collection }, what)
  const reader = createReader(collection, client, note, sources)
  let reading = await planPull(db, collection, run, sources[collection], reader, openedAt)
  const isChanges = reading.since !== null
  const known = isChanges ? 0 : await countOf(db, collection)
  let read = run.rows
  let after: readonly string[] | null = run.cursor
  for (let hasMore = true; hasMore;) {
    signal.throwIfAborted()
    const readAt = now()
    const page = await reader.page(after, reading)
    // The next pull would look for changes from a time that is not NetSuite's.
    const isUndated = page.isUndated || isSkewed(client.skewMs())
    reading = advancePlan(reading, { ...page, isUndated })
    read += page.rows.length + page.refused.length
    // An answer may end early. If rows are missing, or their number is unknown because only changes are read, the end is
    // confirmed by asking for what comes after it.
    hasMore = page.hasMore || ((isChanges || read < known) && page.cursor !== null)
    after = page.cursor
    if (after) await stagePage(db, run.id, { ...page, cursor: after, reading, readAt })
  }
  const { without } = reading
  if (read === 0) {
    const emptyOnPurpose = known > 0 && (await isEmptyOnPurpose(sources[collection], reader))
    return { emptyOnPurpose, without }
  }
  if (isSuspicious(known, read)) {
    if (await wasReadBy(db, collection, reading.query))
      await assertReadsTheSame(collection, reader, read)
    else await assertCounted(collection, reader, read)
  }
  return { emptyOnPurpose: false, without }
}

/** Waits for the run of another process; null if it was interrupted or abandoned. */
async function follow(
  runId: string,
  collection: PulledList,
  { db, signal, wait }: PullDeps,
): Promise<PullReply | null> {
  for (;;) {
    const run = await findRun(db, runId)
    if (!run || run.fault === STOPPED.fault) return null
    if (run.state === 'failed') throw storedFault(run.fault, run.error)
    const { state } = run
    if (state !== 'running' && state !== 'waiting')
      return replyOf(collection, {
        ...run,
        state,
        total: await countOf(db, collection),
        without: run.reading?.without,
      })
    if (await isRunAbandoned(db, runId)) return null
    await wait(LOOK_EVERY_MS, signal)
  }
}

function replyOf(collection: PulledList, merged: Merged & Pick<Reading, 'without'>): PullReply {
  const { added, changed, removed, total, refused, refusals, state } = merged
  const message = sentenceOfResult(collection, merged)
  return {
    added,
    changed,
    removed,
    total,
    refused,
    result: state,
    ...(message !== null && { message }),
    ...(refused > 0 && { refusals }),
  }
}

/** Internal errors must not reach the caller. */
function faultOf(error: unknown): ErpFault {
  if (error instanceof ErpFault) return error
  return new ErpFault('inside', erpSentences.inside, { cause: error })
}
