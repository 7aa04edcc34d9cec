/** One pull: claims a run, brings its pages beside the mirror, and then all of them into it (decisions.md 7.1). */
import type { FastifyBaseLogger } from 'fastify'
import { collectionOf, type PulledCollection } from '#contract/collections.ts'
import type { PullReply } from '#contract/endpoints.ts'
import { countOf, type Merged, mergeRun, RunLost, stagePage } from '#server/db/mirror.ts'
import type { Database } from '#server/db/open.ts'
import { countForPlanner } from '#server/db/records.ts'
import {
  beat,
  claimRun,
  failRun,
  findRun,
  HEARTBEAT_MS,
  type Interruption,
  type Run,
  SILENCE_MS,
} from '#server/db/runs.ts'
import type { ErpClient } from '#server/erp/client.ts'
import { ErpFault, erpSentences, storedFault } from '#server/erp/fault.ts'
import { createReader } from '#server/erp/read.ts'

export interface PullSurroundings {
  readonly db: Database
  readonly now: () => number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  readonly log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** Ends the pull; its pages stay, and a later one goes on with them. */
  readonly signal: AbortSignal
}

/** What is said of a run that was stopped, by us or by its end. */
export const STOPPED: Interruption = { fault: 'stopped', error: erpSentences.stopped }

/** How often a run of another process, or a free place, is looked for. */
const LOOK_EVERY_MS = 1_000

/**
 * Pulls a collection, or waits for the process that already does.
 * @throws ErpFault
 */
export async function pullCollection(
  collection: PulledCollection,
  startedBy: string,
  client: ErpClient,
  surroundings: PullSurroundings,
): Promise<PullReply> {
  const { db, now, signal, wait } = surroundings
  for (;;) {
    const claim = await claimRun(db, collection, startedBy, now(), STOPPED)
    const reply =
      claim.kind === 'ours'
        ? await carryOut(collection, claim.run, client, surroundings)
        : claim.kind === 'theirs'
          ? await follow(claim.runId, collection, surroundings)
          : null
    if (reply) return reply
    await wait(LOOK_EVERY_MS, signal)
  }
}

/** Our own run; null where another process ended it, which then has its pages. */
async function carryOut(
  collection: PulledCollection,
  run: Run,
  client: ErpClient,
  surroundings: PullSurroundings,
): Promise<PullReply | null> {
  const { db, log, now, signal } = surroundings
  const heart = setInterval(() => {
    beat(db, run.id, now()).catch((error: unknown) => log.warn({ err: error }, 'no heartbeat'))
  }, HEARTBEAT_MS)
  try {
    await readPages(collection, run, client, surroundings)
    const merged = await mergeRun(db, collection, run.id, now())
    log.info({ collection, run: run.id, ...merged, refusals: undefined }, 'pulled')
    await countForPlanner(db, merged.added + merged.changed + merged.removed)
    return replyOf(collection, merged)
  } catch (error) {
    if (error instanceof RunLost) return null
    const fault = signal.aborted ? new ErpFault('stopped', erpSentences.stopped) : faultOf(error)
    log.warn({ collection, run: run.id, err: fault }, 'pull failed')
    await failRun(db, run.id, now(), { fault: fault.kind, error: fault.message }).catch(
      // It then counts as dead when it has been silent for long enough.
      (failure: unknown) => log.error({ run: run.id, err: failure }, 'its end was not stored'),
    )
    throw fault
  } finally {
    clearInterval(heart)
  }
}

/** Only one page is in memory at a time. */
async function readPages(
  collection: PulledCollection,
  run: Run,
  client: ErpClient,
  { db, log, now, signal }: PullSurroundings,
): Promise<void> {
  const reader = createReader(collection, client, (what) => log.warn({ collection }, what))
  let after: readonly string[] | null = run.cursor
  for (let hasMore = true; hasMore;) {
    signal.throwIfAborted()
    const readAt = now()
    const page = await reader.page(after)
    hasMore = page.hasMore
    after = page.cursor
    if (after) await stagePage(db, run.id, { ...page, cursor: after, readAt }, now())
  }
}

/** The run of another process; null where it was broken off or is silent, so that it can be taken over. */
async function follow(
  runId: string,
  collection: PulledCollection,
  { db, now, signal, wait }: PullSurroundings,
): Promise<PullReply | null> {
  for (;;) {
    const run = await findRun(db, runId)
    if (!run || run.fault === STOPPED.fault) return null
    if (run.state === 'failed') throw storedFault(run.fault, run.error)
    if (run.state !== 'running')
      return replyOf(collection, {
        ...run,
        state: run.state,
        total: await countOf(db, collection),
      })
    if (Math.abs(now() - run.heartbeatAt.getTime()) > SILENCE_MS) return null
    await wait(LOOK_EVERY_MS, signal)
  }
}

function replyOf(collection: PulledCollection, merged: Merged): PullReply {
  const { added, changed, removed, total, refused, refusals, state } = merged
  const message = messageOf(collection, merged)
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

function messageOf(collection: PulledCollection, merged: Merged): string | null {
  const [first] = merged.refusals
  const { area } = collectionOf(collection)
  if (merged.state === 'empty') return erpSentences.empty(area, merged.total)
  return first ? erpSentences.partial(merged.refused, first) : null
}

/** What fails inside must not reach the caller. */
function faultOf(error: unknown): ErpFault {
  if (error instanceof ErpFault) return error
  return new ErpFault('inside', erpSentences.inside, { cause: error })
}
