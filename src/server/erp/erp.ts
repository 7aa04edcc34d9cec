/** The connection to the ERP: pulls that join each other, a few at once, and go on after a stop. */
import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { isCollectionName, isPulled, type PulledCollection } from '#contract/collections.ts'
import { PULLS_AT_ONCE } from '#contract/constants.ts'
import type { PullReply } from '#contract/endpoints.ts'
import { endDeadRuns, interruptedRuns, runsUnderWay } from '#server/db/runs.ts'
import { createClient, type ErpClient, REQUESTS_PER_ACCOUNT } from '#server/erp/client.ts'
import type { ExchangeLimits } from '#server/erp/exchange.ts'
import { ErpFault, erpSentences } from '#server/erp/fault.ts'
import { createGate } from '#server/erp/gate.ts'
import { oauth1Signer } from '#server/erp/oauth.ts'
import { pullCollection, type PullSurroundings, STOPPED } from '#server/erp/pull.ts'
import { readErpSettings, type Unseal } from '#server/erp/settings.ts'

/** How far a pull is. */
export interface PullProgress {
  readonly collection: string
  readonly startedBy: string
  readonly startedAt: Date
  readonly pages: number
  readonly rows: number
}

export interface Erp {
  /**
   * Pulls an area, or joins the pull that is under way. It goes on when nobody waits for it any more.
   * @throws ErpFault
   */
  pull(collection: PulledCollection, startedBy: string): Promise<PullReply>
  /** The pulls under way, in all processes. */
  progress(): Promise<PullProgress[]>
  /** Goes on with the pulls that were interrupted when this server, or another one, last stopped. */
  resume(): Promise<void>
  /** Ends what is under way, so that the database can be closed. */
  close(): Promise<void>
}

export interface ErpSurroundings extends Omit<PullSurroundings, 'signal' | 'wait'> {
  readonly unseal: Unseal
  /** `ERP_ALLOWED_HOSTS`. */
  readonly allowedHosts: readonly string[]
  /** Whether no other process uses the database, so that a run left over by one is surely dead. */
  readonly isAlone: boolean
  /** Resolves after so many milliseconds; tests do not wait. */
  readonly wait?: (ms: number, signal: AbortSignal) => Promise<void>
  /** From 0 to 1, 1 excluded. */
  readonly random?: () => number
  readonly limits?: ExchangeLimits
}

export function createErp(surroundings: ErpSurroundings): Erp {
  const { db, isAlone, log, now, wait = waitFor, random = Math.random } = surroundings
  const stopping = new AbortController()
  const { signal } = stopping
  const requests = createGate(REQUESTS_PER_ACCOUNT)
  const pulls = createGate(PULLS_AT_ONCE)
  const underWay = new Map<PulledCollection, Promise<PullReply>>()

  async function openClient(): Promise<ErpClient> {
    const { baseUrl, ...credentials } = await readErpSettings(db, surroundings.unseal)
    const nonce = () => randomBytes(16).toString('hex')
    return createClient(baseUrl, oauth1Signer(credentials, { now, nonce }), {
      ...surroundings,
      wait,
      random,
      signal,
      gate: requests,
      onRetry: (fault, attempt) => log.warn({ err: fault, attempt }, 'trying again'),
    })
  }

  async function begin(collection: PulledCollection, startedBy: string): Promise<PullReply> {
    const client = await openClient()
    try {
      return await pulls.pass(
        () => pullCollection(collection, startedBy, client, { db, log, now, signal, wait }),
        signal,
      )
    } catch (error) {
      throw signal.aborted ? new ErpFault('stopped', erpSentences.stopped, { cause: error }) : error
    } finally {
      client.close()
    }
  }

  async function pull(collection: PulledCollection, startedBy: string): Promise<PullReply> {
    const known = underWay.get(collection)
    if (known) return known
    const begun = begin(collection, startedBy).finally(() => underWay.delete(collection))
    underWay.set(collection, begun)
    return begun
  }

  return {
    pull,
    progress: async () =>
      (await runsUnderWay(db)).map(({ collection, startedBy, startedAt, pages, rows }) => ({
        collection,
        startedBy,
        startedAt,
        pages,
        rows,
      })),
    resume: async () => {
      await endDeadRuns(db, now(), STOPPED, isAlone ? ANY_SILENCE : undefined)
      for (const { collection, startedBy } of await interruptedRuns(db, STOPPED.fault, now())) {
        if (!isCollectionName(collection) || !isPulled(collection)) continue
        pull(collection, startedBy).catch((error: unknown) =>
          log.warn({ collection, err: error }, 'an interrupted pull could not go on'),
        )
      }
    },
    close: async () => {
      stopping.abort(new ErpFault('stopped', erpSentences.stopped))
      await Promise.allSettled(underWay.values())
    },
  }
}

const ANY_SILENCE = -1

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal })
}
