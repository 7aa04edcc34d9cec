/** The connection to the ERP: pulls, bookings, queries and their common permits. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PulledList } from '#contract/lists.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import type { PullReply } from '#contract/sync/list-endpoints.ts'
import { dropLeases, type RecordKey } from '#server/db/mirror/floor-records.ts'
import type { Transacts } from '#server/db/database.ts'
import { runsUnderWay } from '#server/db/mirror/runs.ts'
import type { Booked } from '#server/erp/booking/booking-deps.ts'
import { type BookingWorker, createBookingWorker } from '#server/erp/booking/booking-worker.ts'
import { refreshAfterSync } from '#server/erp/booking/refresh-choices.ts'
import { createClient, type ErpClient } from '#server/erp/transport/client.ts'
import type { TransportLimits } from '#server/erp/transport/http-transport.ts'
import { ErpFault, erpSentences } from '#server/erp/transport/fault.ts'
import { createMeter, type Metered } from '#server/erp/transport/meter.ts'
import { createSemaphore, type Semaphore } from '#server/erp/transport/semaphore.ts'
import { oauth1Signer } from '#server/erp/transport/oauth.ts'
import { type OAuth2Credentials, oauth2Tokens } from '#server/erp/transport/oauth2.ts'
import type { PullDeps } from '#server/erp/pull/pull.ts'
import { narrowed } from '#server/erp/pull/narrow.ts'
import { type Sources, standardSources } from '#server/erp/pull/sources.ts'
import { pullOutdatedLists } from '#server/erp/outdated-lists.ts'
import { createReadAgain } from '#server/erp/read-again.ts'
import { createRunningPulls } from '#server/erp/running-pulls.ts'
import { createStockReader, type StockReader } from '#server/erp/stock/reread-stock.ts'
import { savedReadRules } from '#server/erp/read-rules.ts'
import { readConnection } from '#server/erp/settings.ts'
import type { Unseal } from '#server/erp/saved-certificate.ts'

/** The progress of a pull. */
export interface PullProgress {
  readonly collection: string
  readonly startedBy: string
  readonly startedAt: Date
  readonly pages: number
  readonly rows: number
}

/** The use of the account by this process. */
export interface ErpBudget extends Metered {
  /** How many requests all processes may make at once. */
  readonly atOnce: number
  /** When this process pulls everything again; null: only when somebody asks. */
  readonly nextPullAt: Date | null
  /** Until when this process books nothing, because the account was at fault; null if it books. */
  readonly pausedUntil: Date | null
}

export type Queries = Pick<ErpClient, 'query'>

/** The connection to the ERP as routes use it (decisions/server/erp-pulls.md). */
export interface Erp {
  /**
   * Pulls a collection, or joins the pull that is running. The pull continues when no caller waits for it.
   * @param asked starts the pull, in a transaction of the call that asks for it
   * @throws ErpFault, and what `asked` throws
   */
  pull(collection: PulledList, startedBy: string, asked: Transacts): Promise<PullReply>
  /**
   * Cancels the waiting or running pull of a collection, in whichever process it runs.
   * @returns whether there was one
   */
  cancel(collection: PulledList, by: string, asked: Transacts): Promise<boolean>
  /**
   * Starts reading every list from its beginning. The caller has saved a setting before (`read-again.ts`).
   * @throws ErpFault `not-configured`
   */
  readAgain(startedBy: string): Promise<void>
  /** Books the floor records that are due; see `BookingWorker`. */
  poll: BookingWorker['poll']
  /** Books one record now; see `BookingWorker`. */
  book(key: RecordKey, asked: Transacts): Promise<Booked>
  /**
   * Queries the account for a person who waits. Each query has a permit of its own.
   * @param work gets the sources as the account has them, without what ERP Setup leaves out
   * @throws ErpFault, or the reason of the signal
   */
  ask<T>(work: (client: Queries, sources: Sources) => Promise<T>, signal: AbortSignal): Promise<T>
  /** What this process asks of the account at this moment. */
  budget(): ErpBudget
  /** Makes requests under a permit of the account, which pulls, bookings and connection tests share. */
  withPermit: Semaphore['withPermit']
  /** Aborts running pulls and bookings, so that the database can be closed. */
  close(): Promise<void>
}

/** The connection as the process that owns it uses it. Pulls and bookings then start in the database directly. */
export interface ErpConnector extends Erp {
  pull(collection: PulledList, startedBy: string, asked?: Transacts): Promise<PullReply>
  cancel(collection: PulledList, by: string, asked?: Transacts): Promise<boolean>
  book: BookingWorker['book']
  /** The running pulls of all processes. */
  progress(): Promise<PullProgress[]>
  /** Reads the balances again that bookings have changed. */
  readonly stock: StockReader
  /** Resumes the pulls and bookings that were interrupted when this or another server stopped. */
  resume(): Promise<void>
  /**
   * Starts pulling the lists whose rows were read with another query, such as by an earlier version
   * (`outdated-lists.ts`). Resolves to whether there may be some left.
   */
  readOlder(startedBy: string): Promise<boolean>
  /** Notes when the schedule pulls everything again; null without one. */
  noteNextPull(at: Date | null): void
  /** Resumes the pulls of processes that have died since. */
  takeOver(): Promise<void>
}

export interface ErpDeps extends Pick<PullDeps, 'db' | 'log' | 'now'> {
  readonly unseal: Unseal
  /** `ERP_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
  /** `ERP_ADJUSTMENT_ACCOUNT`. */
  readonly adjustmentAccount?: string | null
  /** Whether no other process uses the database, so that a run left over by another process must be dead. */
  readonly isAlone: boolean
  /** Where the collections come from before ERP Setup narrows them; default the standard mapping. */
  readonly sources?: Sources
  /** Used instead of the token of ERP Setup (decisions/server/erp-pulls.md). */
  readonly oauth2?: OAuth2Credentials | null
  /** How many pulls, and how many requests, may run at once in all processes; default `PULLS_AT_ONCE`. */
  readonly atOnce?: number
  /** This process, if it announces its liveness (`announceLiveness`). */
  readonly owner?: number | null
  /** The permits of the account; default: `atOnce` permits for this process only. */
  readonly requests?: Semaphore
  /** Resolves after this many milliseconds; tests do not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** At least 0 and less than 1. */
  readonly random?: () => number
  readonly limits?: TransportLimits
}

export function createErp(deps: ErpDeps): ErpConnector {
  const { atOnce = PULLS_AT_ONCE, db, isAlone, log, now } = deps
  const { wait = waitFor, random = Math.random } = deps
  const { oauth2: ofFile = null, sources = standardSources } = deps
  const stopping = new AbortController()
  const meter = createMeter(now)
  const { owner = null } = deps
  const requests = meter.counting(deps.requests ?? createSemaphore(atOnce))
  let nextPullAt: Date | null = null

  const nonce = () => randomBytes(16).toString('hex')
  const tokens = oauth2Tokens({
    now,
    nonce,
    allowedHosts: deps.allowedHosts,
    signal: stopping.signal,
  })

  /** As ERP Setup says now: it may have been saved by another process. */
  async function sourcesNow(): Promise<Sources> {
    return narrowed(sources, await savedReadRules(db, deps.unseal))
  }

  async function openClient(
    signal: AbortSignal,
    permits: Semaphore = requests,
    isPatient = true,
  ): Promise<ErpClient> {
    const { settings, oauth2 } = await readConnection(db, deps.unseal, ofFile)
    const { baseUrl, ...credentials } = settings
    const signer = oauth2
      ? tokens.signerFor(baseUrl, oauth2)
      : oauth1Signer(credentials, { now, nonce })
    return createClient(baseUrl, signer, {
      ...deps,
      wait,
      random,
      signal,
      requests: permits,
      isPatient,
      meter,
      onRetry: (fault, attempt) =>
        log.warn({ err: fault, attempt }, 'retrying a request to the ERP'),
    })
  }

  /** Records may have waited for what was just pulled. */
  async function afterPull(collection: PulledList): Promise<void> {
    if (!BOOKED_WITH.has(collection)) return
    const { signal } = stopping
    const openOnce = () => openClient(signal, requests, false)
    if (collection === 'items')
      await refreshAfterSync({ db, log, now, signal, openClient: openOnce })
    try {
      await bookingWorker.synced()
      void bookingWorker.poll()
    } catch (err) {
      log.warn({ collection, err }, 'records that waited for a sync were not found')
    }
  }

  const pulls = createRunningPulls({
    atOnce,
    db,
    log,
    now,
    owner,
    wait,
    stopping: stopping.signal,
    sources: sourcesNow,
    openClient: (signal) => openClient(signal),
    onPulled: afterPull,
  })

  const bookingWorker = createBookingWorker({
    db,
    log,
    now,
    random,
    signal: stopping.signal,
    openClient: () => openClient(stopping.signal, WITHOUT_PERMIT, false),
    requests,
    owner,
    adjustmentAccount: deps.adjustmentAccount ?? null,
  })

  const again = createReadAgain({ db, log, pull: pulls.pull, isPulling: pulls.isPulling })

  const stock = createStockReader({
    db,
    log,
    now,
    sources: sourcesNow,
    openClient: () => openClient(stopping.signal),
  })

  return {
    pull: pulls.pull,
    cancel: pulls.cancel,
    stock,
    readAgain: async (startedBy) => {
      const client = await openClient(stopping.signal)
      client.close()
      again.start(startedBy)
    },
    readOlder: async (startedBy) =>
      pullOutdatedLists({ db, again, sources: await sourcesNow(), now: now() }, startedBy),
    poll: () => bookingWorker.poll(),
    book: (key, asked) => bookingWorker.book(key, asked),
    ask: async (work, patience) => {
      const signal = AbortSignal.any([stopping.signal, patience])
      const client = await openClient(signal)
      try {
        return await work(client, sources)
      } finally {
        client.close()
      }
    },
    budget: () => ({
      ...meter.read(),
      atOnce,
      nextPullAt,
      pausedUntil: bookingWorker.pausedUntil(),
    }),
    noteNextPull: (at) => {
      nextPullAt = at
    },
    withPermit: (work, signal) => requests.withPermit(work, signal),
    progress: async () =>
      (await runsUnderWay(db)).map(({ collection, startedBy, startedAt, pages, rows }) => ({
        collection,
        startedBy,
        startedAt,
        pages,
        rows,
      })),
    resume: async () => {
      if (isAlone) await dropLeases(db)
      void bookingWorker.poll()
      await pulls.resume(isAlone ? ANY_SILENCE : undefined)
    },
    takeOver: () => pulls.resume(),
    close: async () => {
      stopping.abort(new ErpFault('stopped', erpSentences.stopped))
      await pulls.ended()
      await again.ended()
      await bookingWorker.poll()
      await stock.poll()
    },
  }
}

const ANY_SILENCE = -1

/** The collections whose rows records name. */
const BOOKED_WITH: ReadonlySet<string> = new Set(['locations', 'bins', 'items'])

/** For requests of a booking, which has a permit already. */
const WITHOUT_PERMIT: Semaphore = { withPermit: (work) => work() }

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}
