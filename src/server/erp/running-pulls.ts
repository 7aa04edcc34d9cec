/** The pulls of this process: callers share a running one, and a few of them run at once. */
import { isListName, isPulledList, type PulledList } from '#contract/lists.ts'
import type { PullReply } from '#contract/sync/list-endpoints.ts'
import type { Transacts } from '#server/db/database.ts'
import { cancelRun, endDeadRuns, interruptedRuns } from '#server/db/mirror/runs.ts'
import { pullCollection, type PullDeps, STOPPED } from '#server/erp/pull/pull.ts'
import type { Sources } from '#server/erp/pull/sources.ts'
import type { ErpClient } from '#server/erp/transport/client.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'

/** See `Erp` and `ErpConnector`. */
export interface RunningPulls {
  readonly pull: (
    collection: PulledList,
    startedBy: string,
    asked?: Transacts,
  ) => Promise<PullReply>
  readonly cancel: (collection: PulledList, by: string, asked?: Transacts) => Promise<boolean>
  /** Whether this process pulls a list at this moment. */
  readonly isPulling: (collection: PulledList) => boolean
  /**
   * Resumes the interrupted pulls of processes that have died.
   * @param silenceMs after which a run counts as dead
   */
  readonly resume: (silenceMs?: number) => Promise<void>
  /** Resolves when the pulls of this moment have ended, however they end. */
  readonly ended: () => Promise<void>
}

interface RunningPullsDeps extends Pick<PullDeps, 'db' | 'log' | 'now' | 'owner' | 'atOnce'> {
  readonly stopping: AbortSignal
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>
  /** As ERP Setup says at this moment. */
  readonly sources: () => Promise<Sources>
  readonly openClient: (signal: AbortSignal) => Promise<ErpClient>
  /** Called after each pull that succeeded. */
  readonly onPulled: (collection: PulledList) => Promise<void>
}

export function createRunningPulls(deps: RunningPullsDeps): RunningPulls {
  const { db, log, now, stopping, wait } = deps
  const places = createBell()
  const underWay = new Map<PulledList, UnderWay>()

  async function begin(
    collection: PulledList,
    startedBy: string,
    ending: AbortController,
    asked: Transacts,
  ): Promise<PullReply> {
    const { atOnce, owner } = deps
    const signal = AbortSignal.any([stopping, ending.signal])
    const sources = await deps.sources()
    // Fails early if the connection is not set up.
    const client = await deps.openClient(signal)
    client.close()
    const openClient = () => deps.openClient(signal)
    const end = (reason: ErpFault) => ending.abort(reason)
    const waitForPlace = (ms: number) => Promise.race([places.rings(), wait(ms, signal)])
    const how = {
      asked,
      atOnce,
      db,
      end,
      log,
      now,
      openClient,
      owner,
      signal,
      sources,
      wait,
      waitForPlace,
    }
    try {
      const reply = await pullCollection(collection, startedBy, how)
      await deps.onPulled(collection)
      return reply
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    }
  }

  async function pull(
    collection: PulledList,
    startedBy: string,
    asked: Transacts = db,
  ): Promise<PullReply> {
    const known = underWay.get(collection)
    if (known)
      return known.reply.catch((error: unknown) => {
        // Another caller's refusal does not apply to this call.
        if (error !== known.refusal()) throw error
        return pull(collection, startedBy, asked)
      })
    const ending = new AbortController()
    const told = tellingRefusal(asked)
    const reply = begin(collection, startedBy, ending, told.asked).finally(() => {
      underWay.delete(collection)
      places.ring()
    })
    underWay.set(collection, { reply, ending, refusal: told.refusal })
    return reply
  }

  return {
    pull,
    cancel: async (collection, by, asked = db) => {
      const cancelled = new ErpFault('cancelled', erpSentences.cancelled(by))
      const { kind: fault, message: error } = cancelled
      const wasThere = await cancelRun(asked, collection, now(), { fault, error })
      // Another process notices with its next page, or its next heartbeat.
      if (wasThere) underWay.get(collection)?.ending.abort(cancelled)
      return wasThere
    },
    isPulling: (collection) => underWay.has(collection),
    resume: async (silenceMs) => {
      await endDeadRuns(db, now(), STOPPED, silenceMs)
      for (const { collection, startedBy } of await interruptedRuns(db, STOPPED.fault, now())) {
        if (!isListName(collection) || !isPulledList(collection)) continue
        pull(collection, startedBy).catch((error: unknown) =>
          log.warn({ collection, err: error }, 'an interrupted pull could not be resumed'),
        )
      }
    },
    ended: async () => {
      await Promise.allSettled([...underWay.values()].map(({ reply }) => reply))
    },
  }
}

/** A pull of this process. */
interface UnderWay {
  readonly reply: Promise<PullReply>
  readonly ending: AbortController
  /** The error with which the transaction that was to begin the pull has ended. */
  readonly refusal: () => unknown
}

/** Remembers the error with which a caller's transaction has ended. */
function tellingRefusal(store: Transacts): Pick<UnderWay, 'refusal'> & { asked: Transacts } {
  let refusal: unknown = null
  const asked: Transacts = {
    transaction: (work) =>
      store.transaction(work).catch((error: unknown) => {
        refusal = error
        throw error
      }),
  }
  return { asked, refusal: () => refusal }
}

/** Wakes everyone who is waiting at that moment. */
function createBell(): { readonly ring: () => void; readonly rings: () => Promise<void> } {
  const waiting: (() => void)[] = []
  return {
    ring: () => {
      for (const wake of waiting.splice(0)) wake()
    },
    rings: () => new Promise((resolve) => waiting.push(resolve)),
  }
}
